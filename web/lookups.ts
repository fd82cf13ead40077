/** The two lookups of the start page: what a form asks for, and the same request in three languages. */

import { base } from './document.js';
import { curlCommand } from './requests.js';

/** The fields of a GraphQL input. */
interface Match {
  readonly [name: string]: string | Match;
}

export interface Search {
  readonly kind: 'leasesForTenant' | 'tenantsByLease';
  /** In words. */
  readonly title: string;
  readonly query: string;
  readonly variables: object;
  /** The body of the REST request. */
  readonly body: object;
  /** For the examples of the reference. */
  readonly example: Readonly<Record<string, string>>;
}

/** `OWN_DOCUMENTS` of the gateway has both in one line each. */
export const LEASES = `query LeasesOfTenant($tenant: TenantMatch!, $active: Boolean! = false, $after: String) {
  leasesForTenant(tenant: $tenant, active: $active, first: 20, after: $after) {
    totalCount
    nodes {
      identifier startDate endDate rent unitNumber
      address { buildingName addressLine1 postalCode city }
      tenants { identifier firstName lastName }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const TENANTS = `query TenantsOfLeases($lease: LeaseMatch, $after: String) {
  tenantsByLease(lease: $lease, first: 20, after: $after) {
    totalCount
    nodes { identifier firstName lastName emailAddress phoneNumber group { identifier } }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** What the form asks for. @param orExample whether a missing value is that of its example */
export function searchOf(form: HTMLFormElement, orExample = false): Search {
  const entries = new FormData(form);
  const given = (name: string): string => ((entries.get(name) as string | null) ?? '').trim();
  const by = given('by');
  const option = form.querySelector<HTMLOptionElement>(`option[value="${by}"]`);
  const value = given('value') || (orExample && option?.dataset.example) || '';
  const label = option?.text ?? '';
  const named = `with the ${label[0]?.toLowerCase()}${label.slice(1)} “${value}”`;
  const example = { [by === 'emailAddress' ? 'email' : by]: value };
  if (form.id === 'leasesForTenant') {
    const active = entries.has('active');
    const tenant = { [by]: value };
    const title = `${active ? 'Active leases' : 'Leases'} of the tenant ${named}`;
    const body = { ...inSnakeCase(tenant), ...(active && { active }) };
    return { kind: form.id, title, query: LEASES, variables: { tenant, active }, body, example };
  }
  const dates = ['minMoveInDate', 'maxMoveInDate'].map((name) => [name, given(name)] as const);
  const lease = { ...leaseBy(by, value), ...Object.fromEntries(dates.filter(([, date]) => date !== '')) };
  const words = [
    ...(value === '' ? [] : [named]),
    ...dates.flatMap(([name, date]) => (date === '' ? [] : [`${name.startsWith('min') ? 'from' : 'until'} ${date}`])),
  ];
  const title = words.length === 0 ? 'Tenants of all leases' : `Tenants of leases ${words.join(' ')}`;
  return { kind: 'tenantsByLease', title, query: TENANTS, variables: { lease }, body: inSnakeCase(lease), example };
}

function leaseBy(by: string, value: string): Match {
  if (value === '') return {};
  if (by === 'group') return { group: { identifier: value } };
  return by === 'identifier' ? { identifier: value } : { address: { [by]: value } };
}

/** REST names a field as GraphQL does, but for its case and for the group. */
function inSnakeCase(match: Match): object {
  const entries = Object.entries(match).map(([name, value]) => {
    if (typeof value === 'string') return [name.replace(/[A-Z\d]/g, (letter) => `_${letter.toLowerCase()}`), value];
    return name === 'group' ? ['group_id', value.identifier] : [name, inSnakeCase(value)];
  });
  return Object.fromEntries(entries) as object;
}

/** The text of the search by language. */
export const LANGUAGES = {
  REST: ({ kind, body }: Search) => `TOKEN='your access token'\n${curlCommand(restUrl(kind), JSON.stringify(body))}`,
  GraphQL: ({ query, variables }: Search) => `${query}\n\n# Variables\n${JSON.stringify(variables, null, 2)}`,
  JavaScript: ({ kind, body }: Search) => {
    const [pages, records] = kind === 'leasesForTenant' ? ['leasePages', 'leases'] : ['tenantPages', 'tenants'];
    return `import { createClient } from 'leasegate/client';

const leasegate = createClient({ url: '${location.origin}${base}', token: process.env.TOKEN });
for await (const { ${records} } of leasegate.${pages}(${JSON.stringify(body)})) console.log(${records});`;
  },
};

const restUrl = (kind: Search['kind']): string =>
  `${location.origin}${base}/leases/${kind === 'leasesForTenant' ? 'find-for-tenant' : 'tenants'}/`;
