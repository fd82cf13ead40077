/** Turns the findings into one verdict on each clause. */

import { CLAUSES, type Clause } from './clauses';
import type { Evidence, Findings } from './findings';

export type Outcome = 'held' | 'broken' | 'not testable' | 'not applicable';

export interface Verdict extends Clause {
  readonly outcome: Outcome;
  readonly evidence?: Evidence;
  /** Why it is not applicable, or what would make it testable. */
  readonly reason?: string;
}

/** A clause that only sums up those below it. */
const SUMS = ['1', '2.1', '2.2', '2.3', '2.4', '4.1-request', '4.1-response', '4.2-request', '4.2-response', '8'];

const NOT_APPLICABLE: Readonly<Record<string, string>> = {
  '4.content-type': 'a duty of the client; the profile says what the server does without it',
};

const LEASE = 'a tenant who has a lease';
const MANY = 'a lookup with more than one page: a token that sees more tenants, or a tenant with many leases';
const ACTIVE = 'a lease that is active and one that is not, each with both dates';
const GROUP = 'a tenant in a lease, with a group and an external reference';
const BOTH_NAMES = 'a group with both of its names, in `groups` of --known';
const DATED = 'a lease with a move-in date';

/** What would make a clause testable, by the beginning of its id. The longest one counts. */
const NEEDS: Readonly<Record<string, string>> = {
  '': LEASE,
  '1.paging': MANY,
  '2.1.': 'a lease in which this field is not null',
  '2.2.': 'a tenant in a lease in whom this field is not null',
  '2.3.': 'a tenant in whom this field is not null',
  '2.4.': 'an address in which this field is not null',
  '2.5': GROUP,
  '2.5.group_external_ref': BOTH_NAMES,
  '3': ACTIVE,
  '3.tenant-active': 'a tenant in a lease in whom `active` is not null',
  '4.1-request.external_ref': GROUP,
  '4.1-request.email_address': `${LEASE} and an e-mail address`,
  '4.1-request.phone_number': `${LEASE} and a phone number`,
  '4.1-request.active': ACTIVE,
  '4.1-request.group_id': GROUP,
  '4.1-request.group_external_ref': BOTH_NAMES,
  '4.1-R4': 'an identification that matches no tenant and is not refused',
  '4.1-R5': ACTIVE,
  '4.1-R6': MANY,
  '4.1-response.last_id': 'an answer with `last_id`',
  '4.2-request.min_move_in_date': DATED,
  '4.2-request.max_move_in_date': DATED,
  '4.2-request.group_id': GROUP,
  '4.2-request.group_external_ref': BOTH_NAMES,
  '4.2-request.address':
    'a lease with two texts or more in its address, and a server that knows their names in requests',
  '4.2-response.last_id': 'an answer with `last_id`',
  '4.2-R2': 'a token with access to two groups, and no more tenants than 20 pages hold',
  '4.2-R3': DATED,
  '4.2-R4': 'a search that matches no tenant and is not refused',
  '4.2-R5': MANY,
  '5.3': 'an expired token, in --expired-token',
  '5.5': 'a token of a caller with other groups, in --other-token, or `hidden` in --known',
  '7.row2': 'an expired token, in --expired-token',
  '7.row7': 'a search that matches no tenant and is not refused',
  '8.records': MANY,
  '8.default': 'a first page that stays the same when it is asked again',
  '8.end': 'a lookup that ends within 20 pages',
  '8.sequence': MANY,
};

export const needsOf = (id: string): string => {
  const beginnings = Object.keys(NEEDS).filter((beginning) => id.startsWith(beginning));
  return NEEDS[beginnings.toSorted((a, b) => b.length - a.length)[0] ?? ''] ?? LEASE;
};

export function verdicts({ held, broken, interruptions, unsteady }: Findings): Verdict[] {
  const found = { held: new Set(held), broken: new Map(broken) };
  for (const sum of SUMS) {
    const below = CLAUSES.filter(({ id }) => id.startsWith(`${sum}.`)).map(({ id }) => id);
    const worst = below.find((id) => broken.has(id));
    const evidence = worst === undefined ? undefined : broken.get(worst);
    if (evidence !== undefined && !found.broken.has(sum)) found.broken.set(sum, evidence);
    if (below.some((id) => held.has(id))) found.held.add(sum);
  }
  return CLAUSES.map((clause): Verdict => {
    const { id } = clause;
    const evidence = found.broken.get(id);
    if (evidence !== undefined) return { ...clause, outcome: 'broken', evidence };
    if (NOT_APPLICABLE[id] !== undefined) return { ...clause, outcome: 'not applicable', reason: NOT_APPLICABLE[id] };
    if (found.held.has(id)) return { ...clause, outcome: 'held' };
    const steady = unsteady.has(id) ? 'answers that stay the same when they are asked again' : needsOf(id);
    const reason =
      interruptions.size === 0 ? steady : `${steady}. Requests were given up: ${[...interruptions].join('; ')}`;
    return { ...clause, outcome: 'not testable', reason };
  });
}

export const countOf = (all: readonly Verdict[], outcome: Outcome): number =>
  all.filter((verdict) => verdict.outcome === outcome).length;
