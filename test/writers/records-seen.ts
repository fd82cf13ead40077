/** The groups that the records of an answer belong to. */

import { groupName } from './town';

export interface RecordSeen {
  readonly identifier: string;
  /** The groups that its own fields name: one, unless the record mixes two moments. */
  readonly groups: readonly string[];
  /** Groups of nested records that are read separately. */
  readonly beside: readonly string[];
  /** A lease without its unit or its tenants, which no writer ever commits. */
  readonly torn: boolean;
}

const named = (groups: readonly (string | null | undefined)[]): string[] => [
  ...new Set(groups.filter((group) => typeof group === 'string')),
];
const ofRent = (rent: number | null | undefined) => (rent === null || rent === undefined ? null : groupName(rent));

/** In the names of GraphQL. REST names the group of a tenant by its identifier, and not at all outside a lease. */
interface Tenant {
  readonly externalRef?: string | null;
  readonly lastName?: string | null;
  readonly group?: string | { readonly identifier: string };
}
export interface ReadRecord extends Tenant {
  readonly identifier: string;
  readonly rent?: number | null;
  readonly unitId?: string | null;
  readonly unitExternalRef?: string | null;
  readonly unitNumber?: string | null;
  readonly tenants?: readonly Tenant[];
  readonly leases?: { readonly nodes: readonly { readonly group: { readonly identifier: string } }[] };
}

const ofTenant = ({ externalRef, lastName, group }: Tenant) => [
  externalRef,
  lastName,
  typeof group === 'object' ? group.identifier : group,
];

export function seen(record: ReadRecord): RecordSeen {
  const { identifier, rent, unitId, unitExternalRef, unitNumber, tenants, leases } = record;
  const own = [ofRent(rent), unitExternalRef, unitNumber, ...ofTenant(record)];
  return {
    identifier,
    groups: named([...own, ...(tenants ?? []).flatMap(ofTenant)]),
    beside: named((leases?.nodes ?? []).map(({ group }) => group.identifier)),
    torn: tenants !== undefined && (tenants.length === 0 || unitId === null),
  };
}
