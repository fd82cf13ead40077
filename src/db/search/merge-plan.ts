/** Which streams a search merges, in how many statements, and what it falls back to. */

import type { PageRequest, RowId } from '../../model/page';
import type { Direction, SortedStream, StreamFilter, StreamTable } from '../sorted-streams';
import type { VisibleRecords } from '../visible-records';
import { type Alternative, merge, type MergeInput } from './merge';
import { within } from './search';

export interface Streams {
  readonly streams: readonly SortedStream[];
  /** For each stream, an id before which it has no row. Absent if that is unknown. */
  readonly heads?: readonly RowId[];
}

/** Streams that hold the matches of a search. */
export interface StreamPlan {
  readonly table: StreamTable;
  readonly streams: readonly SortedStream[];
  readonly filter?: StreamFilter;
  /** The expected share of rows that match, 0 to 1. */
  readonly share: number;
}

/** How the matches of a search are merged from streams. */
export interface MergePlan extends Omit<StreamPlan, 'streams'> {
  /** A function if the server has to be asked which streams there are. */
  readonly streams: readonly SortedStream[] | ((records: VisibleRecords, bounds: PageRequest) => Promise<Streams>);
  readonly alternative?: Alternative;
  skip?(records: VisibleRecords, from: RowId, direction: Direction): Promise<RowId | undefined>;
  /** The first matches within the bounds, by another plan. */
  fallBack(records: VisibleRecords, bounds: PageRequest): Promise<RowId[]>;
}

/**
 * The first matches within the bounds, in one statement if that is enough. Several statements share a snapshot: otherwise a pair
 * that moves from one stream to another in between could be missed in both.
 */
export async function mergedIds(records: VisibleRecords, plan: MergePlan, bounds: PageRequest): Promise<RowId[]> {
  const { streams } = plan;
  if (typeof streams !== 'function' && plan.alternative === undefined) {
    const { ids, isComplete } = await merge(inputOf(records, plan, { streams }, bounds), bounds, 1);
    if (isComplete) return ids;
  }
  return records.inSnapshot((snapshot) => mergeWithin(snapshot, plan, bounds));
}

/** The same in the snapshot of a transaction. */
export async function mergeWithin(snapshot: VisibleRecords, plan: MergePlan, bounds: PageRequest): Promise<RowId[]> {
  const streams = typeof plan.streams === 'function' ? await plan.streams(snapshot, bounds) : { streams: plan.streams };
  return (await merge(inputOf(snapshot, plan, streams, bounds), bounds)).ids;
}

function inputOf(
  records: VisibleRecords,
  { table, filter, share, alternative, skip, fallBack }: MergePlan,
  { streams, heads }: Streams,
  bounds: PageRequest,
): MergeInput {
  const { direction } = bounds;
  return {
    streams: streams.length,
    heads,
    share,
    alternative,
    read: (batches) => records.read(table, streams, batches, direction, filter),
    skip: skip && ((from) => skip(records, from, direction)),
    fallBack: (rest) => fallBack(records, rest),
  };
}

/**
 * Falls back to a full fetch.
 * @param fetch all matches within the bounds; null if there are too many
 * @param otherwise the plan if there are too many
 */
export function fullFetchFirst(
  fetch: (records: VisibleRecords, bounds: PageRequest) => Promise<readonly RowId[] | null>,
  otherwise: MergePlan['fallBack'],
): MergePlan['fallBack'] {
  return async (records, bounds) => {
    const ids = await fetch(records, bounds);
    return ids === null ? otherwise(records, bounds) : within(ids, bounds);
  };
}
