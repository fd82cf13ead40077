/** Which way to the tenants of a question reads least, judged by what the server thinks it would find. */

import { sql } from 'kysely';

import type { LeaseQuestion } from '../../model/questions';
import type { VisibleRecords } from '../visible-records';
import { moveInCondition, unitConditions } from './lease-conditions';

/** A way to all matches. `unit` begins at the units that one condition finds, `pair` at the pairs that the scope and the range leave. */
export interface Access {
  readonly begin: 'unit' | 'pair';
  readonly index: string;
  /** Rows that it begins with. */
  readonly found: number;
  /** Rows that it reads. */
  readonly cost: number;
}

export interface Appraisal {
  readonly gather: Access;
  /** Rows that a merge reads for a page. */
  readonly mergeCost: number;
  /** The share of a merge's rows that match, 0 to 1. */
  readonly share: number;
  /** Pairs that match. */
  readonly matches: number;
}

/** A page and the row behind it, with a margin for what is read and not needed. */
const WANTED = 1.3 * 101;
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
  const fewest = Math.min(...ofUnits);
  // Fields of an address often go together; that they do not is the worse case for a merge, and costs a gathering little.
  const unitShare = ofUnits.reduce((share, found) => share * portion(found, all.units * scopeShare), 1);
  // A merge runs through the range in every group, or through the groups where there is no range.
  const run = moveIn === undefined ? scoped : Math.min(all.pairs, ranged / scopeShare);
  const share = portion(ranged * unitShare, run);
  const sifted = units.length > 0 || (moveIn !== undefined && !records.scope.isAll);
  const rowCost = 1 + (sifted ? 1 : 0) + (units.length > 0 ? 1 : 0);

  const byPair: Access = {
    begin: 'pair',
    index: pairIndex,
    found: ranged,
    cost: ranged * (units.length > 0 ? 2 : 1),
  };
  const byUnit: Access = {
    begin: 'unit',
    index: units[ofUnits.indexOf(fewest)]?.index ?? '',
    found: fewest,
    cost: fewest + all.units * scopeShare * unitShare * (2 + all.pairs / Math.max(all.units, 1)),
  };
  return {
    gather: units.length > 0 && byUnit.cost < byPair.cost ? byUnit : byPair,
    mergeCost: MERGE_START + Math.min(run, WANTED / Math.max(share, 1e-9)) * rowCost,
    share,
    matches: ranged * unitShare,
  };
}

const portion = (part: number, whole: number): number => Math.min(1, part / Math.max(whole, 1));

export function pairIndexFor(allGroups: boolean, ranged: boolean): string {
  if (allGroups) return ranged ? 'lease_tenants_by_day' : 'primary';
  return ranged ? 'lease_tenants_by_group_and_day' : 'lease_tenants_of_group';
}
