/** The table of the records of a page. */

import { create } from './document.js';
import type { Search } from './lookups.js';

type Text = string | null;
type Names = 'startDate' | 'endDate' | 'unitNumber' | 'firstName' | 'lastName' | 'emailAddress' | 'phoneNumber';

/** A lease or a tenant, as the documents of the lookups select it. */
export interface Found extends Readonly<Partial<Record<Names, Text>>> {
  readonly identifier: string;
  readonly rent?: number | null;
  readonly address?: Readonly<Record<string, Text>> | null;
  readonly tenants?: readonly Found[];
  readonly group?: Found;
}

type OnTenant = (identifier: string) => void;
type Column = readonly [title: string, cell: (row: Found, onTenant: OnTenant) => Text | readonly Node[] | undefined];

const COLUMNS: Readonly<Record<Search['kind'], readonly Column[]>> = {
  leasesForTenant: [
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
    ['Tenants', ({ tenants }, onTenant) => tenants?.map((tenant) => nameOf(tenant, onTenant))],
  ],
  tenantsByLease: [
    ['Name', (tenant, onTenant) => [nameOf(tenant, onTenant)]],
    ['Tenant', ({ identifier }) => identifier],
    ['E-mail address', ({ emailAddress }) => emailAddress],
    ['Phone number', ({ phoneNumber }) => phoneNumber],
    ['Group', ({ group }) => group?.identifier],
  ],
};

/** On a phone each cell shows its title. @param onTenant called with the identifier of a tenant whose name is pressed */
export function recordTable(kind: Search['kind'], rows: readonly Found[], onTenant: OnTenant): HTMLElement {
  const head = COLUMNS[kind].map(([title]) => create('th', { scope: 'col' }, title));
  const body = rows.map((row) => {
    const cells = COLUMNS[kind].map(([title, cell], index) => {
      const created = index === 0 ? create('th', { scope: 'row' }) : create('td', {});
      created.dataset.title = title;
      const content = cell(row, onTenant) || '—';
      created.append(create('div', {}, ...(typeof content === 'string' ? [content] : content)));
      return created;
    });
    return create('tr', {}, ...cells);
  });
  const sections = [create('thead', {}, create('tr', {}, ...head)), create('tbody', {}, ...body)];
  return create('table', { className: kind }, ...sections);
}

function nameOf({ identifier, firstName, lastName }: Found, onTenant: OnTenant): HTMLElement {
  const name = [firstName, lastName].filter(Boolean).join(' ') || identifier;
  const button = create('button', { type: 'button', className: 'link', title: 'Find the leases of this tenant' }, name);
  button.addEventListener('click', () => onTenant(identifier));
  return button;
}

/** For example “3 Mar 2027”. */
const date = (day?: Text): Text =>
  day ? new Date(day).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }) : null;
