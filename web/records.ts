/** The table of the records of a page. */

import { create } from './document.js';
import type { Search } from './lookups.js';

interface Tenant {
  readonly identifier: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly emailAddress?: string | null;
  readonly phoneNumber?: string | null;
  readonly group?: { readonly identifier: string };
}

interface Lease {
  readonly identifier: string;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly rent: number | null;
  readonly unitNumber: string | null;
  readonly address: { readonly [field: string]: string | null } | null;
  readonly tenants: readonly Tenant[];
}

export type Found = readonly Lease[] | readonly Tenant[];

type Cell = string | readonly Node[] | null | undefined;
type Column<Row> = readonly [title: string, cell: (row: Row, onTenant: OnTenant) => Cell];
type OnTenant = (identifier: string) => void;

const LEASES: readonly Column<Lease>[] = [
  ['Lease', ({ identifier }) => identifier],
  ['From', ({ startDate }) => date(startDate)],
  ['To', ({ endDate }) => date(endDate)],
  ['Rent', ({ rent }) => rent?.toLocaleString('en-GB', { minimumFractionDigits: 2 })],
  ['Unit', ({ unitNumber }) => unitNumber],
  [
    'Address',
    ({ address }) =>
      Object.values(address ?? {})
        .filter(Boolean)
        .join(', '),
  ],
  ['Tenants', ({ tenants }, onTenant) => tenants.map((tenant) => nameOf(tenant, onTenant))],
];

const TENANTS: readonly Column<Tenant>[] = [
  ['Name', (tenant, onTenant) => [nameOf(tenant, onTenant)]],
  ['Tenant', ({ identifier }) => identifier],
  ['E-mail address', ({ emailAddress }) => emailAddress],
  ['Phone number', ({ phoneNumber }) => phoneNumber],
  ['Group', ({ group }) => group?.identifier],
];

/** @param onTenant called with the identifier of a tenant whose name is pressed */
export function recordTable(kind: Search['kind'], rows: Found, onTenant: OnTenant): HTMLElement {
  return kind === 'leasesForTenant'
    ? table(kind, LEASES, rows as readonly Lease[], onTenant)
    : table(kind, TENANTS, rows as readonly Tenant[], onTenant);
}

/** On a phone each cell shows its title. */
function table<Row>(className: string, columns: readonly Column<Row>[], rows: readonly Row[], onTenant: OnTenant) {
  const head = columns.map(([title]) => create('th', { scope: 'col' }, title));
  const body = rows.map((row) => {
    const cells = columns.map(([title, cell], index) => {
      const content = cell(row, onTenant) || '—';
      const created = create(index === 0 ? 'th' : 'td', {}, ...(typeof content === 'string' ? [content] : content));
      if (index === 0) created.setAttribute('scope', 'row');
      created.dataset.title = title;
      return created;
    });
    return create('tr', {}, ...cells);
  });
  return create('table', { className }, create('thead', {}, create('tr', {}, ...head)), create('tbody', {}, ...body));
}

function nameOf({ identifier, firstName, lastName }: Tenant, onTenant: OnTenant): HTMLElement {
  const name = [firstName, lastName].filter(Boolean).join(' ') || identifier;
  const button = create('button', { type: 'button', className: 'link', title: 'Find the leases of this tenant' }, name);
  button.addEventListener('click', () => onTenant(identifier));
  return button;
}

/** For example “3 Mar 2027”. */
const date = (day: string | null): string | null =>
  day && new Date(day).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
