/** The common lookups, each with subjects from all over a world. */

import { groupIdentifier } from '../scale/callers';
import { email, FIRST_YEAR, phone } from '../scale/facts';
import type { Request } from '../speed/servers';
import { LEASES_OF_GROUP, memberOf } from './even-world';

/** Tokens for this many groups at most: fewer than the gateway caches. */
const MOST_GROUPS = 200;

export interface Lookup {
  readonly name: string;
  /** @param turn counts the requests: each one has another subject. @returns the groups of the caller as well */
  ask(turn: number, leases: number): { readonly groups: readonly string[]; readonly request: Request };
}

function groupsOf(turn: number, leases: number, count: number): number[] {
  const all = leases / LEASES_OF_GROUP;
  const first = (turn % Math.min(MOST_GROUPS, all / count)) * Math.max(1, Math.floor(all / count / MOST_GROUPS));
  return Array.from({ length: count }, (_, nth) => first + (nth * all) / count);
}

/** @param body gets a member of the first group, from the middle half */
const lookup = (
  name: string,
  path: string,
  groups: number,
  body: (member: number, turn: number) => object,
): Lookup => ({
  name,
  ask(turn, leases) {
    const seen = groupsOf(turn, leases, groups);
    const member = memberOf(seen[0] ?? 0, LEASES_OF_GROUP / 4 + ((turn * 37) % (LEASES_OF_GROUP / 2)), leases);
    return { groups: seen.map(groupIdentifier), request: { path, body: JSON.stringify(body(member, turn)) } };
  },
});

/** One of the ten years. */
function aYear(_member: number, turn: number): object {
  const year = FIRST_YEAR + (turn % 10);
  return { min_move_in_date: `${year}-01-01`, max_move_in_date: `${year}-12-31` };
}

const ofTenant = (by: string, body: (tenant: number) => object): Lookup =>
  lookup(`leases by ${by}`, '/leases/find-for-tenant/', 1, body);

export const LOOKUPS: readonly Lookup[] = [
  ofTenant('e-mail address', (tenant) => ({ email_address: email(tenant) })),
  ofTenant('identifier', (tenant) => ({ identifier: `tenant-${tenant}` })),
  ofTenant('phone number', (tenant) => ({ phone_number: phone(tenant) })),
  ...[1, 10].flatMap((groups) => {
    const title = `tenants of ${groups === 1 ? 'a group' : '10 groups'}`;
    return [
      lookup(`${title}, a year`, '/leases/tenants/', groups, aYear),
      lookup(title, '/leases/tenants/', groups, () => ({})),
      lookup(`${title}, middle page`, '/leases/tenants/', groups, (tenant) => ({ 'after-id': tenant + 1 })),
    ];
  }),
];
