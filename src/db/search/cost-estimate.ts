/** Estimates which way to the matches reads the fewest rows, from what the server expects each index to find. */

import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';

import type { LocalDate } from '../../model/local-date';
import type { LeaseCriteria } from '../../model/criteria';
import type { Direction } from '../sorted-streams';
import type { Tables } from '../tables';
import type { LeaseMonth, VisibleRecords } from '../visible-records';
import { moveInCondition, unitConditions } from './conditions';
import type { Rival } from './merge';
import { PAGE_ROWS } from './search';
import { monthOf } from './streams';

/** A way to all matches. `unit` begins at the units that one condition finds, `pair` at the pairs that the scope and the range leave. */
export interface Way {
  readonly begin: 'unit' | 'pair';
  readonly index: string;
}

export interface Access extends Way {
  /** Rows that it reads. */
  readonly cost: number;
}

/**
 * Whether the fields of an address go together, as a city and its state do, nobody knows before it reads: each figure is for the
 * case that they do unless it is told otherwise.
 */
export interface Appraisal {
  readonly gather: Access;
  /** Where the fields of the address have nothing to do with each other. */
  readonly gatherApart: Access;
  /** Rows that a merge reads for a page, and for each row of a run. */
  readonly mergeCost: number;
  readonly rowCost: number;
  /** The share of a merge's rows that match, 0 to 1. */
  readonly share: number;
  /** Pairs that match. */
  readonly matches: number;
  /** Every way, those first that are thought to begin with fewer rows. */
  readonly ways: readonly Way[];
}

/** What a merge costs before its first match. */
const MERGE_START = 300;

export async function appraise(records: VisibleRecords, question: LeaseCriteria): Promise<Appraisal> {
  const moveIn = moveInCondition(question);
  const units = unitConditions(question.address);
  const pairIndex = pairIndexFor(records.scope.isAll, moveIn !== undefined);
  const pairsOf = (hint: string | undefined) => records.leaseTenants(hint).select(sql.lit(1).as('one'));
  const inScopeAndRange = pairsOf(`use index (${pairIndex})`).$if(moveIn !== undefined, (q) => q.where(moveIn!));
  const inScope = pairsOf(records.scope.isAll ? undefined : 'use index (lease_tenants_of_group)');
  const { found, ...all } = await records.estimates([
    inScopeAndRange,
    inScope,
    ...units.map(({ index, condition }) =>
      records.units(`use index (${index})`).select(sql.lit(1).as('one')).where(condition),
    ),
  ]);
  const [ranged = 0, scoped = 0, ...ofUnits] = found;

  const scopeShare = records.scope.isAll ? 1 : portion(scoped, all.pairs);
  const unitsInScope = all.units * scopeShare;
  const shares = ofUnits.map((rows) => portion(rows, unitsInScope));
  const together = Math.min(1, ...shares);
  const apart = shares.reduce((product, share) => product * share, 1);
  // A merge runs through the range in every group, or through the groups where there is no range.
  const run = moveIn === undefined ? scoped : Math.min(all.pairs, ranged / scopeShare);
  const share = portion(ranged * together, run);
  const sieved = units.length > 0 || (moveIn !== undefined && !records.scope.isAll);
  const rowCost = 1 + (sieved ? 1 : 0) + (units.length > 0 ? 1 : 0);

  const byPair: Access = { begin: 'pair', index: pairIndex, cost: ranged * (units.length > 0 ? 2 : 1) };
  const narrowest = ofUnits.indexOf(Math.min(...ofUnits));
  const byUnit = (unitShare: number): Access => ({
    begin: 'unit',
    index: units[narrowest]?.index ?? '',
    cost: (ofUnits[narrowest] ?? Infinity) + unitsInScope * unitShare * (2 + all.pairs / Math.max(all.units, 1)),
  });
  return {
    gather: cheaper(byPair, byUnit(together)),
    gatherApart: cheaper(byPair, byUnit(apart)),
    mergeCost: MERGE_START + Math.min(run, PAGE_ROWS / Math.max(share, 1e-9)) * rowCost,
    rowCost,
    share,
    matches: ranged * together,
    ways: [byPair, ...units.map(({ index }, nth): Access => ({ begin: 'unit', index, cost: ofUnits[nth]! }))].sort(
      (a, b) => a.cost - b.cost,
    ),
  };
}

const cheaper = (one: Access, other: Access): Access => (other.cost < one.cost ? other : one);

const portion = (part: number, whole: number): number => Math.min(1, part / Math.max(whole, 1));

export function pairIndexFor(allGroups: boolean, ranged: boolean): string {
  if (allGroups) return ranged ? 'lease_tenants_by_day' : 'primary';
  return ranged ? 'lease_tenants_by_group_and_day' : 'lease_tenants_of_group';
}

export interface LeaseAppraisal {
  readonly gathers: boolean;
  /** The share of a walk's rows that match, 0 to 1. */
  readonly share: number;
  /** The gathering, where it may be better after all. */
  readonly gathering?: Rival;
  /** Of active leases: by which month they are walked through, first by the one and then by the other. */
  readonly months?: { of(direction: Direction): readonly [LeaseMonth, LeaseMonth]; readonly other: Rival };
}

/** The share of leases that are thought to be active; only costs hang on it. */
export const ACTIVE_SHARE = 0.25;
/** Rows read to look whether a lease has a tenant who matches. */
const ROWS_OF_LEASE = 3;
/** Rows read for a tenant's leases, and when each of them has to be looked at. */
const ROWS_OF_TENANT = 3;
const ROWS_OF_TENANT_WHEN_ACTIVE = 5.5;

/** @param identified the visible tenants, by an index of what identifies them */
export async function appraiseLeases(
  records: VisibleRecords,
  identified: SelectQueryBuilder<Tables & { t: Tables['tenants'] }, 't', object>,
  identifications: readonly Expression<SqlBool>[],
  activeOn: LocalDate | undefined,
): Promise<LeaseAppraisal> {
  const one = sql.lit(1).as('one');
  const month = activeOn === undefined ? undefined : monthOf(activeOn);
  const byMonth = (column: LeaseMonth) => records.leases(`use index (leases_by_${column})`).select(one);
  const { found, tenants, leases } = await records.estimates([
    records.tenants().select(one),
    ...identifications.map((condition) => identified.where(condition).select(one)),
    ...(month === undefined
      ? []
      : [
          byMonth('end_month').where('l.end_month', '>=', month),
          byMonth('start_month').where('l.start_month', '<=', month),
        ]),
  ]);
  const [visible = 0, ...rest] = found;
  const matching = rest.slice(0, identifications.length);
  const [ending = leases, started = leases] = rest.slice(identifications.length);
  const visibleShare = Math.min(1, visible / Math.max(tenants, 1));
  const active = activeOn === undefined ? 1 : ACTIVE_SHARE;
  const shares = matching.map((rows) => Math.min(1, rows / Math.max(visible, 1)));

  /** @param share of the visible tenants who match */
  const gatherCost = (share: number) =>
    Math.min(...matching) + visible * share * (activeOn === undefined ? ROWS_OF_TENANT : ROWS_OF_TENANT_WHEN_ACTIVE);
  // Groups are runs of their own unless months are.
  const seen = activeOn === undefined ? 1 : visibleShare;
  const rowCost = 1 + active * seen * ROWS_OF_LEASE;
  const walkCost = (share: number) =>
    Math.min(ending, started, PAGE_ROWS / Math.max(share * active * seen, 1e-9)) * rowCost;
  // Identifications of a tenant often go together.
  const together = Math.min(...shares);
  const apart = shares.reduce((product, share) => product * share, 1);
  const cost = gatherCost(apart) / rowCost;
  const after = Math.min(cost, (1.2 * walkCost(together)) / rowCost);
  // Where the leases that are active lie behind many that are not, the other side of the day has few of those.
  const expected = (2 * walkCost(together)) / rowCost;
  return {
    gathers: gatherCost(together) < walkCost(together),
    share: together * active * seen,
    ...(shares.length > 1 && { gathering: { after, cost } }),
    ...(activeOn !== undefined && {
      months: {
        of: (direction) => sidesOf({ leases, ending, started }, direction),
        other: { after: expected, cost: expected },
      },
    }),
  };
}

/** First the side of a day on which fewer leases are; where there are many on both, that whose active leases come first. */
function sidesOf(
  rows: Readonly<Record<'leases' | 'ending' | 'started', number>>,
  direction: Direction,
): readonly [LeaseMonth, LeaseMonth] {
  const fewer = Math.min(rows.ending, rows.started) < rows.leases / 4;
  const ending = fewer ? rows.ending < rows.started : direction === 'forward';
  return ending ? ['end_month', 'start_month'] : ['start_month', 'end_month'];
}
