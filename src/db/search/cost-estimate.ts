/** Estimates which plan reads the fewest rows, from the number of rows that the server expects each index to find. */

import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';

import type { LocalDate } from '../../model/local-date';
import type { LeaseCriteria } from '../../model/criteria';
import type { Direction } from '../sorted-streams';
import type { Tables } from '../tables';
import type { LeaseMonth, VisibleRecords } from '../visible-records';
import { moveInCondition, unitConditions } from './lease-conditions';
import type { Alternative } from './merge';
import { PAGE_ROWS } from './search';
import { monthOf } from './streams';

/** Where a search can start: at the units that one condition finds, or at the pairs of the scope and the move-in range. */
export interface Start {
  readonly at: 'unit' | 'pair';
  readonly index: string;
}

export interface CostedStart extends Start {
  /** Rows that the search reads. */
  readonly cost: number;
}

/**
 * It is not known in advance whether the fields of an address go together, as a city and its state do. All numbers assume that
 * they do, unless their comments say otherwise.
 */
export interface TenantEstimate {
  readonly fullFetch: CostedStart;
  /** If the fields of the address are unrelated. */
  readonly fullFetchIfUnrelated: CostedStart;
  /** Rows that a merge reads for a page. */
  readonly mergeCost: number;
  /** Rows that a merge reads for each row of a stream. */
  readonly rowCost: number;
  /** The share of a merge's rows that match, 0 to 1. */
  readonly share: number;
  /** Pairs that match. */
  readonly matches: number;
  /** Every start, in the order of the rows that it is expected to find. */
  readonly starts: readonly Start[];
}

/** The cost of a merge before its first match. */
const MERGE_START = 300;

export async function estimateTenants(records: VisibleRecords, criteria: LeaseCriteria): Promise<TenantEstimate> {
  const moveIn = moveInCondition(criteria);
  const units = unitConditions(criteria.address);
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
  const { ifRelated, ifUnrelated } = combined(ofUnits.map((rows) => portion(rows, unitsInScope)));
  // A merge reads the range in every group. Without a range, it reads the visible groups.
  const streamRows = moveIn === undefined ? scoped : Math.min(all.pairs, ranged / scopeShare);
  const share = portion(ranged * ifRelated, streamRows);
  const isFiltered = units.length > 0 || (moveIn !== undefined && !records.scope.isAll);
  const rowCost = 1 + (isFiltered ? 1 : 0) + (units.length > 0 ? 1 : 0);

  const byPair: CostedStart = { at: 'pair', index: pairIndex, cost: ranged * (units.length > 0 ? 2 : 1) };
  const fewest = ofUnits.indexOf(Math.min(...ofUnits));
  const byUnit = (unitShare: number): CostedStart => ({
    at: 'unit',
    index: units[fewest]?.index ?? '',
    cost: (ofUnits[fewest] ?? Infinity) + unitsInScope * unitShare * (2 + all.pairs / Math.max(all.units, 1)),
  });
  return {
    fullFetch: cheaper(byPair, byUnit(ifRelated)),
    fullFetchIfUnrelated: cheaper(byPair, byUnit(ifUnrelated)),
    mergeCost: MERGE_START + Math.min(streamRows, PAGE_ROWS / Math.max(share, 1e-9)) * rowCost,
    rowCost,
    share,
    matches: ranged * ifRelated,
    starts: [byPair, ...units.map(({ index }, nth): CostedStart => ({ at: 'unit', index, cost: ofUnits[nth]! }))].sort(
      (a, b) => a.cost - b.cost,
    ),
  };
}

const cheaper = (one: CostedStart, other: CostedStart): CostedStart => (other.cost < one.cost ? other : one);

const portion = (part: number, whole: number): number => Math.min(1, part / Math.max(whole, 1));

/** The share of rows that meet all conditions, from the share of each. */
const combined = (shares: readonly number[]) => ({
  ifRelated: Math.min(1, ...shares),
  ifUnrelated: shares.reduce((product, share) => product * share, 1),
});

export function pairIndexFor(allGroups: boolean, ranged: boolean): string {
  if (allGroups) return ranged ? 'lease_tenants_by_day' : 'primary';
  return ranged ? 'lease_tenants_by_group_and_day' : 'lease_tenants_of_group';
}

/** Whether the leases of very many tenants are found from those tenants, or by a walk through all leases. */
export interface LeaseEstimate {
  readonly prefersFullFetch: boolean;
  /** The share of a walk's rows that match, 0 to 1. */
  readonly share: number;
  /** The full fetch, if it may be better after all. */
  readonly fullFetch?: Alternative;
  /** For active leases: the column of months by which a walk reads them, and the column for a second walk. */
  readonly months?: { of(direction: Direction): readonly [LeaseMonth, LeaseMonth]; readonly other: Alternative };
}

/** The assumed share of active leases. It only affects costs. */
export const ACTIVE_SHARE = 0.25;
/** Rows read to check whether a lease has a matching tenant. */
const ROWS_OF_LEASE = 3;
/** Rows read for the leases of a tenant, without and with a read of each lease to see whether it is active. */
const ROWS_OF_TENANT = 3;
const ROWS_OF_TENANT_WHEN_ACTIVE = 5.5;

/** @param identified the visible tenants, by an index of what identifies them */
export async function estimateLeases(
  records: VisibleRecords,
  identified: SelectQueryBuilder<Tables & { t: Tables['tenants'] }, 't', object>,
  identifications: readonly Expression<SqlBool>[],
  activeOn: LocalDate | undefined,
): Promise<LeaseEstimate> {
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
  const visibleShare = portion(visible, tenants);
  const active = activeOn === undefined ? 1 : ACTIVE_SHARE;

  /** @param share of the visible tenants who match */
  const fullFetchCost = (share: number) =>
    Math.min(...matching) + visible * share * (activeOn === undefined ? ROWS_OF_TENANT : ROWS_OF_TENANT_WHEN_ACTIVE);
  // The streams are those of visible groups, or those of months, which hold the leases of all groups.
  const inScope = activeOn === undefined ? 1 : visibleShare;
  const rowCost = 1 + active * inScope * ROWS_OF_LEASE;
  const walkCost = (share: number) =>
    Math.min(ending, started, PAGE_ROWS / Math.max(share * active * inScope, 1e-9)) * rowCost;
  const { ifRelated, ifUnrelated } = combined(matching.map((rows) => portion(rows, visible)));
  const cost = fullFetchCost(ifUnrelated) / rowCost;
  const after = Math.min(cost, (1.2 * walkCost(ifRelated)) / rowCost);
  // If the active leases come after many inactive ones, there are few inactive ones on the other side of the day.
  const expected = (2 * walkCost(ifRelated)) / rowCost;
  return {
    prefersFullFetch: fullFetchCost(ifRelated) < walkCost(ifRelated),
    share: ifRelated * active * inScope,
    ...(matching.length > 1 && { fullFetch: { after, cost } }),
    ...(activeOn !== undefined && {
      months: {
        of: (direction) => monthColumns({ leases, ending, started }, direction),
        other: { after: expected, cost: expected },
      },
    }),
  };
}

/** First the side of a day with fewer leases. If both have many, the side whose active leases come first. */
function monthColumns(
  rows: Readonly<Record<'leases' | 'ending' | 'started', number>>,
  direction: Direction,
): readonly [LeaseMonth, LeaseMonth] {
  const isOneSideSmall = Math.min(rows.ending, rows.started) < rows.leases / 4;
  const isEndFirst = isOneSideSmall ? rows.ending < rows.started : direction === 'forward';
  return isEndFirst ? ['end_month', 'start_month'] : ['start_month', 'end_month'];
}
