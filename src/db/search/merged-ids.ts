import type { PageRequest, RowId } from '../../model/page';
import type { Direction, Run, RunTable, SieveOf } from '../runs';
import type { VisibleRecords } from '../visible-records';
import { merge, type Rival } from './merge';
import { type Gathering, within } from './search';

/** Runs, and for each a place before which it surely has nothing where that is known. */
export interface Runs {
  readonly runs: readonly Run[];
  readonly heads?: readonly RowId[];
}

/** How the matches of a question are read from runs. */
export interface MergePlan {
  readonly table: RunTable;
  /** As a function where the server has to be asked which there are. */
  readonly runs: readonly Run[] | ((records: VisibleRecords, bounds: PageRequest) => Promise<Runs>);
  readonly sieve?: SieveOf;
  /** The share of rows that are thought to match, 0 to 1. */
  readonly share: number;
  readonly rival?: Rival;
  skip?(records: VisibleRecords, from: RowId, direction: Direction): Promise<RowId | undefined>;
  /** The first matches from a place on, by other means. */
  giveUp(records: VisibleRecords, from: RowId, bounds: PageRequest): Promise<RowId[]>;
}

/**
 * The first matches within the bounds. By one statement where that is enough, else by several that see one moment:
 * a pair that goes from one run to another in between would be in neither.
 */
export async function mergedIds(records: VisibleRecords, plan: MergePlan, bounds: PageRequest): Promise<RowId[]> {
  const ids = await idsOfFirstReading(records, plan, bounds);
  if (ids !== null) return ids;
  return records.atOneMoment(async (snapshot) => (await mergeWithin(snapshot, plan, bounds)) ?? []);
}

async function mergeWithin(snapshot: VisibleRecords, plan: MergePlan, bounds: PageRequest): Promise<RowId[] | null> {
  const runs = typeof plan.runs === 'function' ? await plan.runs(snapshot, bounds) : { runs: plan.runs };
  return merge(inputOf(snapshot, plan, runs, bounds), bounds);
}

/** The same by one statement; null where that is not enough. */
export async function idsOfFirstReading(
  records: VisibleRecords,
  plan: MergePlan,
  bounds: PageRequest,
): Promise<RowId[] | null> {
  const { runs } = plan;
  return typeof runs === 'function' ? null : merge(inputOf(records, plan, { runs }, bounds), bounds, 1);
}

function inputOf(records: VisibleRecords, plan: MergePlan, { runs, heads }: Runs, bounds: PageRequest) {
  const { table, sieve, share, rival, skip, giveUp } = plan;
  const { direction } = bounds;
  return {
    runs: runs.length,
    ...(heads !== undefined && { heads }),
    share,
    ...(rival !== undefined && { rival }),
    read: (stretches: Parameters<typeof records.places>[2]) => records.places(table, runs, stretches, direction, sieve),
    ...(skip !== undefined && { skip: (from: RowId) => skip(records, from, direction) }),
    giveUp: (from: RowId, limit: number) => giveUp(records, from, { ...bounds, limit }),
  };
}

/**
 * Gives a merge up for a gathering.
 * @param otherwise for more matches than are gathered
 */
export function gatherFirst(
  gathering: (records: VisibleRecords) => Gathering,
  otherwise: MergePlan['giveUp'],
): MergePlan['giveUp'] {
  return async (records, from, bounds) => {
    const all = await gathering(records).all();
    return all === null ? otherwise(records, from, bounds) : within(all, boundsFrom(from, bounds));
  };
}

/** Gives a merge up for another one. */
export function mergeInstead(plan: MergePlan): MergePlan['giveUp'] {
  return async (records, from, bounds) => (await mergeWithin(records, plan, boundsFrom(from, bounds))) ?? [];
}

function boundsFrom(from: RowId, bounds: PageRequest): PageRequest {
  const { direction, after = 0, before = Infinity } = bounds;
  return direction === 'forward'
    ? { ...bounds, after: Math.max(after, from - 1) }
    : { ...bounds, before: Math.min(before, from + 1) };
}
