/**
 * The first matches of many sorted runs, in paging order. Each run is read a stretch at a time and read on only when the others
 * have been used up to its end, so the rows read follow the answer and not the data, in whatever order the ids were given out.
 */

import type { PageRequest, RowId } from '../../model/page';
import type { Direction, Place, Run, RunTable, SieveOf, Stretch } from '../sorted-streams';
import type { VisibleRecords } from '../visible-records';
import { type Gathering, within } from './search';

export interface MergeInput {
  /** The number of runs. */
  readonly runs: number;
  /** For each run, a place before which it surely has none; where it is known. */
  readonly heads?: readonly RowId[];
  /** The share of places that are thought to match, 0 to 1. */
  readonly share: number;
  /** In the order of the direction within each run; fewer than the limit only where the stretch ends. */
  read(stretches: readonly Stretch[]): Promise<Place[]>;
  /** The first place from `from` on at which anything can match, where that is cheap to know; undefined: none. */
  skip?(from: RowId): Promise<RowId | undefined>;
  readonly rival?: Rival;
  /** Answers from `from` on by other means. */
  giveUp(from: RowId, limit: number): Promise<RowId[]>;
}

/** Another way to the answer: a merge makes way for it once it has read `after` rows and seems to need more than `cost` further ones. */
export interface Rival {
  readonly after: number;
  readonly cost: number;
}

/** Runs in one statement: a server plans one in about a tenth of a millisecond. */
const RUNS_AT_ONCE = 100;
/** Rows of one statement. */
const ROWS_AT_ONCE = 8_000;
/** Rows of the first statement, where a page may need that many: what is thought of the matches may be wrong. */
const ROWS_AT_FIRST = 800;
/** Where nothing better is known. */
const SERVER: Rival = { after: 60_000, cost: 0 };

interface State {
  readonly run: number;
  /** Everything before this position is known. */
  from: number;
  /** Rows that the next stretch must have to get any further. */
  least: number;
  done: boolean;
}

/**
 * The ids of the first `limit` matches within the bounds, in the order of the direction, each once;
 * null when that takes more than `statements` readings.
 */
export async function merge(input: MergeInput, bounds: PageRequest, statements = Infinity): Promise<RowId[] | null> {
  const { limit } = bounds;
  // A position is an id, negated when the merge goes backward: it always grows.
  const sign = bounds.direction === 'forward' ? 1 : -1;
  const { start, end } = positions(bounds);
  const states = Array.from({ length: input.runs }, (_, run): State => {
    const head = input.heads?.[run];
    const from = head === undefined ? start : Math.max(start, sign * head);
    return { run, from, least: 0, done: false };
  });
  const first = firstLimit(input, limit);
  const found = new Set<number>();
  let origin = Infinity;
  let rows = 0;

  for (let readings = 0; ; readings += 1) {
    const open = states.filter((state) => !state.done && state.from < end);
    const frontier = open.reduce((least, { from }) => Math.min(least, from), end);
    const ready = [...found].filter((at) => at < frontier).sort((a, b) => a - b);
    const ids = ready.slice(0, limit).map((at) => sign * at);
    if (ids.length === limit || open.length === 0) return ids;
    if (readings >= statements) return null;
    // A page that is found, however many runs hide something before its end, reaches no further than that end.
    const last = Math.min(nth(found, limit), end - 1);
    if (makesWay(input.rival ?? SERVER, rows, found.size, limit)) {
      return [...ids, ...(await input.giveUp(sign * frontier, limit - ids.length))];
    }

    const due = dueStates(open, Math.min(last, horizon(origin, frontier, ready.length, limit)));
    const limits = rows === 0 ? first : nextLimit(limit, found.size, rows, due.length);
    const stretches = due.map(({ run, from, least }) => ({
      run,
      from: sign * from,
      ...(last < Infinity && { to: sign * last }),
      limit: Math.max(limits, least),
    }));
    const places = await input.read(stretches);
    rows += places.length;
    for (const { id } of places) origin = Math.min(origin, sign * id);
    const known = found.size;
    const byRun = new Map<number, Place[]>(due.map(({ run }) => [run, []]));
    for (const place of places) byRun.get(place.run)?.push(place);
    due.forEach((state, index) =>
      advance(state, byRun.get(state.run) ?? [], stretches[index]!.limit, last, sign, found),
    );
    if (found.size === known && input.skip !== undefined) await skipAhead(input.skip, open, sign);
  }
}

/** With a page that is found, what is left to read is little. */
const makesWay = ({ after, cost }: Rival, rows: number, found: number, limit: number): boolean =>
  rows > after && (rows / Math.max(found, 1)) * (limit - found) > cost;

function positions({ direction, after, before }: PageRequest): { start: number; end: number } {
  return direction === 'forward'
    ? { start: (after ?? 0) + 1, end: before ?? Infinity }
    : { start: 1 - (before ?? 2 ** 53), end: -(after ?? 0) };
}

/** What a page takes if its matches stand in one run, as they do where ids follow the calendar. */
function firstLimit({ runs, share }: MergeInput, limit: number): number {
  const page = (1.6 * limit) / Math.max(share, 0.001) + 2;
  return Math.ceil(Math.min(page, ROWS_AT_FIRST / Math.min(runs, RUNS_AT_ONCE) + 2));
}

/** What the rest of a page takes of each of `due` runs, as far as the rows read so far tell; at least a tenth of a page. */
function nextLimit(limit: number, found: number, rows: number, due: number): number {
  const share = Math.max(found, 1) / Math.max(rows, 1);
  const missing = Math.max(1.2 * (limit - found), limit / 10);
  return Math.ceil(Math.min(missing / share + due, ROWS_AT_ONCE) / due) + 2;
}

/** The `n`-th least; Infinity when there are fewer. */
function nth(positions: ReadonlySet<number>, n: number): number {
  return positions.size < n ? Infinity : [...positions].sort((a, b) => a - b)[n - 1]!;
}

/** How far the page will reach if matches go on as they began. */
function horizon(origin: number, frontier: number, ready: number, limit: number): number {
  const covered = frontier - origin;
  if (!(covered > 0)) return Infinity;
  return origin + covered * (ready === 0 ? 4 : (1.3 * limit) / ready);
}

/** The runs to read on: those that end before the horizon. One that ends at the frontier is always among them. */
function dueStates(open: readonly State[], horizon: number): State[] {
  return open
    .filter(({ from }) => from <= horizon)
    .sort((a, b) => a.from - b.from)
    .slice(0, RUNS_AT_ONCE);
}

function advance(
  state: State,
  places: readonly Place[],
  limit: number,
  end: number,
  sign: number,
  found: Set<number>,
): void {
  for (const { id, matches } of places) if (matches) found.add(sign * id);
  const last = places.at(-1);
  if (last === undefined || places.length < limit) {
    state.done = end === Infinity;
    state.from = end + 1;
    return;
  }
  // Unless it matched already, the last id may have further rows that do: read it again.
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
