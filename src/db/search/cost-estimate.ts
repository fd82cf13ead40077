/** Estimates which plan reads the fewest rows, from the number of rows that the server expects each index to find. */

import { sql } from 'kysely';

import type { LocalDate } from '../../model/local-date';
import type { Direction } from '../sorted-streams';
import type { LeaseMonth, VisibleRecords } from '../visible-records';
import {
  type LeaseConditions,
  pairIndexFor,
  pairsInRange,
  type UnitCondition,
  unitConditions,
} from './lease-conditions';
import type { Alternative } from './merge';
import { hasFewGroups, MAX_FETCHED, PAGE_ROWS } from './search';
import { monthOf } from './streams';
import { type Identifications, identifiedTenants, tenantConditions } from './tenant-conditions';

/** Where a search can start: at the units that one condition finds, or at the pairs of the scope and the move-in range. */
export interface Start {
  readonly at: 'unit' | 'pair';
  readonly index: string;
  /** Rows: of a full fetch those that it reads, in {@link TenantEstimate.starts} those that the start finds. */
  readonly cost: number;
}

/** Of a search with an address. */
export interface TenantEstimate {
  readonly fullFetch: Start;
  readonly prefersFullFetch: boolean;
  /** Rows that the better plan reads. */
  readonly cost: number;
  /** The share of a merge's rows that match, 0 to 1. */
  readonly share: number;
  /** Pairs that match. */
  readonly matches: number;
  /** Every start, in the order of the rows that it is expected to find. A pair counts twice, because its unit is read, too. */
  readonly starts: readonly Start[];
}

/** What a row of a stream costs a merge: it is read in the index and in the table of the union, its unit is read, and it is sent. */
export const ROWS_OF_STREAM_ROW = 4;
/** The matches of a merge may be unevenly spread. */
const MERGED_COST = 1.3;
/** The cost of a merge before its first match. */
const MERGE_START = 300;
/** Units that show how often the other fields of an address match, if one does. */
const SAMPLE = 300;

export async function estimateTenants(records: VisibleRecords, given: LeaseConditions): Promise<TenantEstimate> {
  const units = unitConditions(given);
  const inScopeAndRange = pairsInRange(records, given, 'use').select(sql.lit(1).as('one'));
  // A server looks at an index once for each group. For many, one query less is worth more than a better estimate.
  const inScope =
    given.moveIn !== undefined && hasFewGroups(records)
      ? [records.leaseTenants('use index (lease_tenants_of_group)').select(sql.lit(1).as('one'))]
      : [];
  const { found, ...all } = await records.estimates([
    inScopeAndRange,
    ...units.map(({ index, condition }) =>
      records.units(`use index (${index})`).select(sql.lit(1).as('one')).where(condition),
    ),
    ...inScope,
  ]);
  const [ranged = 0, ...rest] = found;
  const ofUnits = rest.slice(0, units.length);
  const scoped = given.moveIn === undefined ? ranged : (rest[units.length] ?? all.pairs * (await records.groupShare()));

  const scopeShare = Math.max(portion(scoped, all.pairs), 1e-9);
  const unitsInScope = all.units * scopeShare;
  const fewest = ofUnits.indexOf(Math.min(...ofUnits));
  const unitShare = portion(ofUnits[fewest]!, unitsInScope) * (await shareOfOthers(records, units, fewest));
  // A merge reads the range in every group. Without a range, it reads the visible groups.
  const streamRows = given.moveIn === undefined ? scoped : Math.min(all.pairs, ranged / scopeShare);
  const matches = ranged * unitShare;
  const share = portion(matches, streamRows);

  const byPair: Start = { at: 'pair', index: pairIndexFor(records, given), cost: ranged * 2 };
  const byUnit: Start = {
    at: 'unit',
    index: units[fewest]!.index,
    cost: ofUnits[fewest]! + unitsInScope * unitShare * (1 + all.pairs / Math.max(all.units, 1)),
  };
  const fullFetch = byUnit.cost < byPair.cost ? byUnit : byPair;
  const mergeCost = MERGE_START + Math.min(streamRows, PAGE_ROWS / Math.max(share, 1e-9)) * ROWS_OF_STREAM_ROW;
  return {
    fullFetch,
    cost: Math.min(fullFetch.cost, mergeCost),
    prefersFullFetch: matches <= MAX_FETCHED && fullFetch.cost <= MERGED_COST * mergeCost,
    share,
    matches,
    starts: [byPair, ...units.map(({ index }, nth): Start => ({ at: 'unit', index, cost: ofUnits[nth]! }))].sort(
      (a, b) => a.cost - b.cost,
    ),
  };
}

/**
 * How many of the units that one condition finds meet the others as well: 0 to 1, from a sample. The fields of an address may
 * go together, as a city and its state do, or exclude each other. No estimate of the server shows that.
 */
async function shareOfOthers(records: VisibleRecords, units: readonly UnitCondition[], one: number): Promise<number> {
  const first = units[one]!;
  const others = units.filter((unit) => unit !== first).map(({ condition }) => condition);
  if (others.length === 0) return 1;
  const sample = await records
    .units(`force index (${first.index})`)
    .where(first.condition)
    .select(sql<number>`${sql.join(others, sql` and `)}`.as('matches'))
    .limit(SAMPLE)
    .execute();
  return portion(Math.max(sample.filter(({ matches }) => matches === 1).length, 0.5), sample.length);
}

const portion = (part: number, whole: number): number => Math.min(1, part / Math.max(whole, 1));

/** How the leases of very many tenants are found. */
export interface LeaseEstimate {
  /** Whether they are found from those tenants, and not among all leases. */
  readonly prefersFullFetch: boolean;
  /** For active leases. */
  readonly months?: MonthsEstimate;
}

export interface MonthsEstimate {
  /** The column of months by which leases are read, and the other one. */
  readonly columns: readonly [LeaseMonth, LeaseMonth];
  /** The share of these leases that match, 0 to 1. */
  readonly share: number;
  /** The full fetch, if it may be better after all. */
  readonly fetch?: Alternative;
  readonly other: Alternative;
}

/** The assumed share of active leases. It only affects costs. */
const ACTIVE_SHARE = 0.25;
/** Rows read to check whether a lease has a matching tenant. */
const ROWS_OF_LEASE = 3;
/** Rows read for the leases of a tenant, without and with a read of each lease to see whether it is active. */
const ROWS_OF_TENANT = 3;
const ROWS_OF_TENANT_WHEN_ACTIVE = 5.5;

/** @param walked leases that a walk is expected to pass */
export async function estimateLeases(
  records: VisibleRecords,
  given: Identifications,
  activeOn: LocalDate | undefined,
  direction: Direction,
  walked: number,
): Promise<LeaseEstimate> {
  const identifications = tenantConditions(given);
  const one = sql.lit(1).as('one');
  const month = activeOn === undefined ? undefined : monthOf(activeOn);
  const byMonth = (column: LeaseMonth) => records.leases(`use index (leases_by_${column})`).select(one);
  const { found, tenants, leases } = await records.estimates([
    records.tenants().select(one),
    ...identifications.map((condition) => identifiedTenants(records).where(condition).select(one)),
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
  /** @param share of the visible tenants who match */
  const fullFetchCost = (share: number, rowsOfTenant: number) => Math.min(...matching) + visible * share * rowsOfTenant;
  const shares = matching.map((rows) => portion(rows, visible));
  const ifRelated = Math.min(1, ...shares);
  const ifUnrelated = shares.reduce((product, share) => product * share, 1);
  if (activeOn === undefined)
    return { prefersFullFetch: fullFetchCost(ifUnrelated, ROWS_OF_TENANT) < walked * (1 + ROWS_OF_LEASE) };
  // The streams of months hold the leases of all groups.
  const activeInScope = ACTIVE_SHARE * portion(visible, tenants);
  const rowCost = 1 + activeInScope * ROWS_OF_LEASE;
  const mergeCost = Math.min(ending, started, PAGE_ROWS / Math.max(ifRelated * activeInScope, 1e-9)) * rowCost;
  const cost = fullFetchCost(ifUnrelated, ROWS_OF_TENANT_WHEN_ACTIVE) / rowCost;
  // If the active leases come after many inactive ones, there are few inactive ones on the other side of the day.
  const expected = (2 * mergeCost) / rowCost;
  // First the side of the day with fewer leases. If both have many, the side whose active leases come first.
  const isOneSideSmall = Math.min(ending, started) < leases / 4;
  const isEndFirst = isOneSideSmall ? ending < started : direction === 'forward';
  return {
    prefersFullFetch: fullFetchCost(ifRelated, ROWS_OF_TENANT_WHEN_ACTIVE) < mergeCost,
    months: {
      columns: isEndFirst ? ['end_month', 'start_month'] : ['start_month', 'end_month'],
      share: ifRelated * activeInScope,
      ...(matching.length > 1 && { fetch: { after: Math.min(cost, (1.2 * mergeCost) / rowCost), cost } }),
      other: { after: expected, cost: expected },
    },
  };
}
