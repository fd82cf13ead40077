/** Which way to the tenants of a question reads least, judged by what the server thinks it would find. */

import { sql } from 'kysely';

import type { LeaseQuestion } from '../../model/questions';
import type { VisibleRecords } from '../visible-records';
import { moveInCondition, unitConditions } from './lease-conditions';
import { PAGE_ROWS } from './search';

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

export async function appraise(records: VisibleRecords, question: LeaseQuestion): Promise<Appraisal> {
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
