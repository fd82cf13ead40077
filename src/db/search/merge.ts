/**
 * The first matches of many sorted streams, in the order of the page. Each stream is read in batches. The next batch is read only
 * when the other streams have been used up to the end of the last one. So the number of rows read depends on the page and not on
 * the data, in whatever order ids were assigned.
 */

import type { PageRequest, RowId } from '../../model/page';
import type { Batch, StreamRow } from '../sorted-streams';

export interface MergeInput {
  /** The number of streams. */
  readonly streams: number;
  /** For each stream, an id before which it has no row. Absent if that is unknown. */
  readonly heads?: readonly RowId[];
  /** The expected share of rows that match, 0 to 1. */
  readonly share: number;
  /** Within each stream, rows in the order of the direction. Fewer than the limit only at the end of the batch. */
  read(batches: readonly Batch[]): Promise<StreamRow[]>;
  /** The first id from `from` on at which anything can match, undefined if there is none. Absent if that is expensive to know. */
  skip?(from: RowId): Promise<RowId | undefined>;
  readonly alternative?: Alternative;
  /** The first matches within these bounds, by another plan. */
  fallBack(rest: PageRequest): Promise<RowId[]>;
}

/** The ids of a page: complete, or up to where a merge stopped. */
interface Merged {
  readonly ids: RowId[];
  readonly isComplete: boolean;
  /** In the direction of the page, everything before this id was read. If all streams have ended and the bounds are open, the id after the last row. */
  readonly from: RowId;
  /** Rows of the streams before that id. */
  readonly passed: number;
  /** Those rows for each id, from the first of them on. */
  readonly density: number;
  /** The share of the rows so far that match. Never 0. */
  readonly share: number;
}

/** Another plan. Beyond `after` rows a merge falls back to it if it expects to need more than `cost` further rows, and beyond `after` + `cost` always. */
export interface Alternative {
  readonly after: number;
  readonly cost: number;
}

/** Streams in one statement. A server takes about a tenth of a millisecond to plan one. */
const STREAMS_AT_ONCE = 100;
/** Rows of one statement. */
const ROWS_AT_ONCE = 8_000;
/** Rows of the first statement, if a page may need that many. The expected share of matches may be wrong. */
const ROWS_AT_FIRST = 800;
/** The plan of the server, for a merge without another alternative. */
const SERVER_PLAN: Alternative = { after: 60_000, cost: 0 };

interface State {
  /** The number of the stream. */
  readonly stream: number;
  /** Everything before this position has been read. */
  from: number;
  /** Rows that the next batch needs to make progress. */
  least: number;
  done: boolean;
}

/**
 * The ids of the first `limit` matches within the bounds, in the order of the direction, each once. It stops before the end if
 * that takes more than `maxStatements` statements.
 */
export async function merge(input: MergeInput, bounds: PageRequest, maxStatements = Infinity): Promise<Merged> {
  const { limit } = bounds;
  // A position is an id, negated if the merge goes backward: it always grows.
  const sign = bounds.direction === 'forward' ? 1 : -1;
  const { start, end } = positions(bounds);
  const states = Array.from({ length: input.streams }, (_, stream): State => {
    const head = input.heads?.[stream];
    const from = head === undefined ? start : Math.max(start, sign * head);
    return { stream, from, least: 0, done: false };
  });
  const first = firstLimit(input, limit);
  const found = new Set<number>();
  let origin = Infinity;
  /** The positions of all rows. */
  const read: number[] = [];

  for (let statements = 0; ; statements += 1) {
    const open = states.filter((state) => !state.done && state.from < end);
    const frontier = open.reduce((least, { from }) => Math.min(least, from), end);
    const ready = [...found].filter((at) => at < frontier).sort((a, b) => a - b);
    const ids = ready.slice(0, limit).map((at) => sign * at);
    const merged = (all: RowId[], isComplete: boolean): Merged => {
      const passed = read.filter((at) => at < frontier);
      const from = frontier < Infinity ? frontier : passed.reduce((last, at) => Math.max(last, at), start) + 1;
      const share = Math.max(found.size, 1) / Math.max(read.length, 1);
      const density = passed.length === 0 ? read.length : passed.length / (from - origin);
      return { ids: all, isComplete, from: sign * from, passed: passed.length, density, share };
    };
    const isComplete = ids.length === limit || open.length === 0;
    if (isComplete || statements >= maxStatements) return merged(ids, isComplete);
    // Once a whole page is found, nothing beyond its last id matters, even if some streams are behind.
    const last = Math.min(nth(found, limit), end - 1);
    if (shouldFallBack(input.alternative ?? SERVER_PLAN, read.length, found.size, limit)) {
      const upTo = last < Infinity ? boundsTo(sign * last, bounds) : bounds;
      const rest = boundsFrom(sign * frontier, { ...upTo, limit: limit - ids.length });
      return merged([...ids, ...(await input.fallBack(rest))], true);
    }

    const due = dueStates(open, Math.min(last, horizon(origin, frontier, ready.length, limit)));
    const beforeFallBack = (input.alternative?.after ?? Infinity) - read.length;
    const most = Math.min(ROWS_AT_ONCE, Math.max(beforeFallBack > 0 ? beforeFallBack : read.length / 2, ROWS_AT_FIRST));
    const rowLimit = read.length === 0 ? first : nextLimit(limit, found.size, read.length, due.length, most);
    const batches = due.map(({ stream, from, least }) => ({
      stream,
      from: sign * from,
      ...(last < Infinity && { to: sign * last }),
      limit: Math.max(rowLimit, least),
    }));
    const rows = await input.read(batches);
    for (const { id } of rows) {
      read.push(sign * id);
      origin = Math.min(origin, sign * id);
    }
    const known = found.size;
    const byStream = new Map<number, StreamRow[]>(due.map(({ stream }) => [stream, []]));
    for (const row of rows) byStream.get(row.stream)?.push(row);
    due.forEach((state, index) =>
      advance(state, byStream.get(state.stream) ?? [], batches[index]!.limit, last, sign, found),
    );
    if (found.size === known && input.skip !== undefined) await skipAhead(input.skip, open, sign);
  }
}

/** Asked even when a whole page is found: streams that are behind may have many rows before its end. */
function shouldFallBack({ after, cost }: Alternative, rowsRead: number, found: number, limit: number): boolean {
  if (rowsRead <= after) return false;
  return rowsRead > after + cost || (rowsRead / Math.max(found, 1)) * (limit - found) > cost;
}

function positions({ direction, after, before }: PageRequest): { start: number; end: number } {
  return direction === 'forward'
    ? { start: (after ?? 0) + 1, end: before ?? Infinity }
    : { start: 1 - (before ?? 2 ** 53), end: -(after ?? 0) };
}

/** The rows that a page takes if all its matches are in one stream, as they are if ids follow the calendar. */
function firstLimit({ streams, share }: MergeInput, limit: number): number {
  const page = (1.6 * limit) / Math.max(share, 0.001) + 2;
  return Math.ceil(Math.min(page, ROWS_AT_FIRST / Math.min(streams, STREAMS_AT_ONCE) + 2));
}

/**
 * The rows that the rest of a page takes from each of `due` streams, judged by the rows so far. At least a tenth of a page, at most
 * `most` rows. Once a page is found, it is not known how far the streams are behind.
 */
function nextLimit(limit: number, found: number, rows: number, due: number, most: number): number {
  const share = Math.max(found, 1) / Math.max(rows, 1);
  const missing = Math.max(1.2 * (limit - found), limit / 10);
  const wanted = Math.max(missing / share, found < limit ? 0 : rows / 4);
  return Math.ceil(Math.min(wanted + due, most) / due) + 2;
}

/** The `n`-th lowest position. Infinity if there are fewer. */
function nth(positions: ReadonlySet<number>, n: number): number {
  return positions.size < n ? Infinity : [...positions].sort((a, b) => a - b)[n - 1]!;
}

/** The position of the end of the page if matches continue at the same rate. */
function horizon(origin: number, frontier: number, ready: number, limit: number): number {
  const covered = frontier - origin;
  if (!(covered > 0)) return Infinity;
  return origin + covered * (ready === 0 ? 4 : (1.3 * limit) / ready);
}

/** The streams to read next: those that were read up to a position before the horizon. At least one always is. */
function dueStates(open: readonly State[], horizon: number): State[] {
  return open
    .filter(({ from }) => from <= horizon)
    .sort((a, b) => a.from - b.from)
    .slice(0, STREAMS_AT_ONCE);
}

/** Records the rows of a batch. */
function advance(
  state: State,
  rows: readonly StreamRow[],
  limit: number,
  end: number,
  sign: number,
  found: Set<number>,
): void {
  for (const { id, matches } of rows) if (matches) found.add(sign * id);
  const last = rows.at(-1);
  if (last === undefined || rows.length < limit) {
    state.done = end === Infinity;
    state.from = end + 1;
    return;
  }
  // The last id may have more rows. Unless it has matched already, read it again.
  const at = sign * last.id;
  const from = found.has(at) ? at + 1 : at;
  state.least = from === state.from ? limit * 4 : 0;
  state.from = from;
}

async function skipAhead(skip: NonNullable<MergeInput['skip']>, open: readonly State[], sign: number): Promise<void> {
  const waiting = open.filter(({ done }) => !done);
  if (waiting.length === 0) return;
  const next = await skip(sign * waiting.reduce((least, { from }) => Math.min(least, from), Infinity));
  for (const state of waiting) {
    if (next === undefined) state.done = true;
    else state.from = Math.max(state.from, sign * next);
  }
}

/** The part of the bounds from an id on. */
export function boundsFrom(from: RowId, bounds: PageRequest): PageRequest {
  const { direction, after = 0, before = Infinity } = bounds;
  return direction === 'forward'
    ? { ...bounds, after: Math.max(after, from - 1) }
    : { ...bounds, before: Math.min(before, from + 1) };
}

/** The part of the bounds up to an id. */
export function boundsTo(to: RowId, bounds: PageRequest): PageRequest {
  return bounds.direction === 'forward' ? { ...bounds, before: to + 1 } : { ...bounds, after: to - 1 };
}
