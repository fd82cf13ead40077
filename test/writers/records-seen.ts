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

interface RestTenant {
  readonly external_ref: string | null;
  readonly last_name?: string | null;
  readonly group?: string;
}
export interface RestRecord extends RestTenant {
  readonly identifier: string;
  readonly rent?: number | null;
  readonly unit_id?: string | null;
  readonly unit_external_ref?: string | null;
  readonly unit_number?: string | null;
  readonly tenants?: readonly RestTenant[];
}

const restTenant = ({ external_ref, last_name, group }: RestTenant) => [external_ref, last_name, group];

export function seenInRest(record: RestRecord): RecordSeen {
  const { identifier, rent, unit_id, unit_external_ref, unit_number, tenants } = record;
  const own = [ofRent(rent), unit_external_ref, unit_number, ...restTenant(record)];
  return {
    identifier,
    groups: named([...own, ...(tenants ?? []).flatMap(restTenant)]),
    beside: [],
    torn: tenants !== undefined && (tenants.length === 0 || unit_id === null),
  };
}

interface GraphqlTenant {
  readonly externalRef?: string | null;
  readonly lastName?: string | null;
  readonly group: { readonly identifier: string };
}
interface GraphqlRecord extends GraphqlTenant {
  readonly identifier: string;
  readonly rent?: number | null;
  readonly unitId?: string | null;
  readonly unitExternalRef?: string | null;
  readonly unitNumber?: string | null;
  readonly tenants?: readonly GraphqlTenant[];
  readonly leases?: { readonly nodes: readonly Pick<GraphqlTenant, 'group'>[] };
}

const graphqlTenant = ({ externalRef, lastName, group }: GraphqlTenant) => [externalRef, lastName, group.identifier];

export function seenInGraphql(record: GraphqlRecord): RecordSeen {
  const { identifier, rent, unitId, unitExternalRef, unitNumber, tenants, leases } = record;
  const own = [ofRent(rent), unitExternalRef, unitNumber, ...graphqlTenant(record)];
  return {
    identifier,
    groups: named([...own, ...(tenants ?? []).flatMap(graphqlTenant)]),
    beside: named((leases?.nodes ?? []).map(({ group }) => group.identifier)),
    torn: tenants !== undefined && (tenants.length === 0 || unitId === null),
  };
}
