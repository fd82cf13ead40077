/** Finds records to test with, through the interface alone. */

import { identifierOf, identifiersIn, isObject, type JsonObject } from '../contract/answers';
import type { Sequence } from './answer-checks';
import type { Session } from './session';

/** What the interface alone does not show. */
export interface Known {
  /** Groups that the token gives access to. */
  readonly groups: readonly { readonly group_id: string; readonly group_external_ref: string }[];
  /** Identifiers of records that exist and that the token gives no access to. */
  readonly hidden: { readonly tenants: readonly string[]; readonly leases: readonly string[] };
}

export const NOTHING_KNOWN: Known = { groups: [], hidden: { tenants: [], leases: [] } };

export interface Tenant {
  readonly identifier: string;
  /** What the answers say of the tenant, under the names of 2.2 and 2.3. */
  readonly fields: JsonObject;
  readonly leases: Sequence;
}

export interface Samples {
  readonly known: Known;
  /** The tenants of every group, as far as they were read. */
  readonly everyone: Sequence;
  readonly tenants: readonly Tenant[];
  readonly withLeases: readonly Tenant[];
  readonly leases: ReadonlyMap<string, JsonObject>;
  /** What a lease says of a tenant's group. */
  readonly groupOf: ReadonlyMap<string, string>;
}

const MOST_TENANTS = 24;

export const tenantsIn = (lease: JsonObject): JsonObject[] =>
  (Array.isArray(lease.tenants) ? lease.tenants : []).filter(isObject);

export const namesIn = (lease: JsonObject): string[] => identifiersIn(tenantsIn(lease));

/** Whether a field has a text that can be searched. A masked value finds nothing. */
export const has = (record: JsonObject, field: string): boolean => {
  const value = record[field];
  return typeof value === 'string' && value.trim() !== '' && !/[*•…]/.test(value);
};

export const missingFrom = (whole: Sequence, part: Sequence): string[] =>
  [...part.identifiers].filter((identifier) => !whole.identifiers.has(identifier));

/** @param token whose records are read */
export async function findSamples(session: Session, known: Known, token: 'main' | 'other' = 'main'): Promise<Samples> {
  const everyone = await session.walk('tenants', {}, session.target.maxPages, token);
  if (everyone.ending === 'open')
    session.all.interruptions.add(`a list of tenants has more than ${session.target.maxPages} pages (--max-pages)`);
  const listed = new Map(everyone.records.map((record) => [identifierOf(record) ?? '', record]));
  const tenants: Tenant[] = [];
  const leases = new Map<string, JsonObject>();
  const groupOf = new Map<string, string>();
  for (const identifier of spread([...everyone.identifiers], MOST_TENANTS)) {
    const found = await session.walk('leases', { identifier }, 5, token);
    const fields: JsonObject = { ...listed.get(identifier) };
    for (const lease of found.records) {
      leases.set(identifierOf(lease) ?? '', lease);
      for (const tenant of tenantsIn(lease)) {
        const name = identifierOf(tenant) ?? '';
        if (name === identifier) Object.assign(fields, tenant);
        if (typeof tenant.group === 'string') groupOf.set(name, tenant.group);
      }
    }
    tenants.push({ identifier, fields, leases: found });
  }
  const withLeases = tenants.filter((tenant) => tenant.leases.records.length > 0);
  return { known, everyone, tenants, withLeases, leases, groupOf };
}

/** Evenly, with the first and the last. */
export function spread<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, index) => items[Math.round((index * (items.length - 1)) / (count - 1))]!);
}
