/**
 * Finds a page in steps, each of which reads a limited number of rows. So a page never costs much more than the best way to it,
 * however the data is distributed (docs/develop/plans.md).
 */

import type { PageRequest, RowId } from '../../model/page';
import { type Batch, BESIDE, type FoundRow } from '../sorted-streams';
import type { Prepared, VisibleRecords } from '../visible-records';
import { merge, type Merged } from './merge';
import { type MergePlan, streamsOf } from './merge-plan';
import { type Found, foundIn, PartialPage, type Progress } from './partial-page';
import { fullFetch, type IdQuery, inIdOrder, within } from './search';

/** The ways to a page. */
export interface Ways {
  /** The table of the paging ids. */
  readonly table: 'tenants' | 'leases';
  /**
   * How many rows a walk passes for each id. If it is known, here or from an earlier search of the same groups, the search begins
   * with a walk. Otherwise it begins with the streams, which show it.
   */
  readonly density?: number;
  /** Streams in the order of the page, for a search that does not begin with a walk. */
  readonly first: MergePlan;
  /** Other streams of the same matches, to be tried later. */
  readonly others: () => Promise<readonly MergePlan[]>;
  /** Absent if no index holds the matches and nothing else. */
  readonly matches?: Matches;
  /**
   * The first matches within the bounds, each once, by the index that has the order of the page.
   * @param found the ids before them in the page
   * @param beside at most so many of {@link Matches} are read in the same statement
   */
  readonly walk: (bounds: PageRequest, found: readonly RowId[], beside?: number) => Promise<Walked>;
  /**
   * Rows that a walk passes unless the page is full before: at least so many, if matches seem near, and at most so many rows that
   * are visible, and so many in all.
   */
  readonly walked: { readonly least: number; readonly visible: number; readonly all: number };
  /** Rows that a walk reads for each row that it passes. */
  readonly walkCost: number;
  /** Rows that {@link finish} is expected to read. Absent if that is not worth an estimate. */
  readonly finishCost?: () => Promise<number>;
  /**
   * The ids within the bounds, if no step has completed the page.
   * @param best the streams of which most rows matched
   */
  readonly finish: (bounds: PageRequest, best: MergePlan) => Promise<readonly RowId[]>;
}

export interface Walked {
  /** In the order of the direction. */
  readonly ids: RowId[];
  /** In any order. */
  readonly beside: readonly RowId[];
}

/** All matches by another index. */
export interface Matches {
  /** At most `limit` of them as the run {@link BESIDE}, for a statement that reads streams. A walk reads the same by itself. */
  readonly beside?: (limit: number) => Prepared<FoundRow>;
  /** Those within the bounds, at most `limit`, in any order. An id may be there several times. */
  readonly fetch: (bounds: PageRequest, limit: number) => IdQuery;
  /** Rows that the server expects without bounds. */
  readonly expected: () => Promise<number>;
}

/** Matches that the first step fetches. */
const FETCHED_FIRST = 250;
/** Rows that a later fetch may be expected to read. */
const MOST_FETCHED = 10_000;
/** Rows that the first walk passes, if the search begins with one: if all of them are visible, and otherwise. */
const BEGUN_WITH = { visible: 800, all: 1_500 };
/** A row that is fetched is also sent, so it takes longer than one that a walk reads. */
const FETCHED_COST = 4;
/** The visible share below which most rows of a walk are of other groups. */
const MOSTLY_OTHERS = 0.1;
/** Rows of other groups that a walk passes in the time that another row takes. */
const OTHERS_PASSED = 4;
/** Rows from which a density is learned. */
const SAMPLE = 50;
/** If there are fewer rows for each id, a walk could meet many more of them elsewhere, and a search begins with the streams. */
const DENSE = 0.3;
/** Rows for each id, as tenants have them on average. Where there are more, a walk would stop too early elsewhere. */
const DENSEST = 1.5;
/** If a walk reads no more rows than this, no other way is better. */
export const WALKED_FIRST = 3_000;

export class Steps {
  #all: readonly RowId[] | undefined;

  constructor(
    private readonly records: VisibleRecords,
    private readonly ways: Ways,
  ) {}

  /** All matches, ascending. Undefined unless the first step has found them. */
  get all(): readonly RowId[] | undefined {
    return this.#all;
  }

  /**
   * The first ids within the bounds, each once, in the order of the direction. A step continues from the id up to which the one
   * before it has found everything, so no id is looked at in two states of the database.
   */
  async ids(bounds: PageRequest): Promise<RowId[]> {
    if (this.#all !== undefined) return within(this.#all, bounds);
    const { table, first, matches, walkCost } = this.ways;
    const density = this.ways.density ?? this.#learnedDensity();
    const lastId = await this.records.lastId(table);
    // A walk through few groups passes no row of others.
    const share = this.ways.density === undefined ? 1 : await this.records.groupShare();
    const walked = this.#mostWalked(share);
    const page = new PartialPage(bounds, lastId);

    let pace = page.add(
      density === undefined ? await this.#streamed(first, page, matches?.beside) : await this.#begun(page, density),
    );
    if (pace === undefined) return page.ids;
    let isFetchTried = matches === undefined;
    // Without matches to fetch, there is one walk.
    for (let walksLeft = matches === undefined ? 1 : 2; walksLeft > 0; walksLeft -= 1) {
      const toEnd = page.idsLeft * pace.density;
      const expected = Math.min(page.rest.limit / pace.share, toEnd);
      if (expected * walkCost > WALKED_FIRST && !isFetchTried) {
        isFetchTried = true;
        const rest = await this.#fetched(matches!, page.rest, expected * walkCost);
        if (rest !== null) return [...page.ids, ...within(rest, page.rest)];
      }
      // The last walk has to be expected to complete the page. Without a match so far, only the end of the bounds is certain.
      const isHopeful = (page.ids.length === 0 ? toEnd : expected) <= walked;
      if (walksLeft === 1 && !isHopeful && !(await this.#isWorthATry(walked, share))) break;
      pace = page.add(await this.#walked(page, pace, walked));
      if (pace === undefined) return page.ids;
    }
    let best = { ...first, share: pace.share };
    for (const plan of await this.ways.others()) {
      if (page.rest.limit < best.share * 2 * WALKED_FIRST) break;
      pace = page.add(await this.#streamed(plan, page));
      if (pace === undefined) return page.ids;
      if (pace.share > best.share) best = { ...plan, share: pace.share };
    }
    const rest = (await this.#isWalkCheapest(page, pace))
      ? this.ways.walk(page.rest, page.ids).then(({ ids }) => ids)
      : this.ways.finish(page.rest, best);
    return [...page.ids, ...(await rest)];
  }

  /** Whether a walk to the end of the bounds costs less than what follows, however few of its rows match. */
  async #isWalkCheapest(page: PartialPage, { density }: Progress): Promise<boolean> {
    const { finishCost, walkCost } = this.ways;
    const toEnd = page.idsLeft * density;
    if (finishCost === undefined || toEnd > this.records.longestWalk) return false;
    return toEnd * walkCost < (await finishCost());
  }

  /** Whether a walk that may not complete the page costs little beside what follows. */
  async #isWorthATry(walked: number, visibleShare: number): Promise<boolean> {
    const { finishCost } = this.ways;
    if (finishCost === undefined || visibleShare > MOSTLY_OTHERS) return false;
    return (await finishCost()) > walked / OTHERS_PASSED;
  }

  /** A walk may be longer if fewer of its rows are visible, because the others cost little. */
  #mostWalked(visibleShare: number): number {
    const { walked } = this.ways;
    return Math.min(walked.all, walked.visible / visibleShare, this.records.longestWalk);
  }

  /** Undefined if the search has to begin with the streams. */
  #learnedDensity(): number | undefined {
    const { [this.ways.table]: learned = 0 } = this.records.densities;
    return learned < DENSE ? undefined : Math.min(learned, DENSEST);
  }

  #learn(density: number | undefined): void {
    if (this.ways.density === undefined) this.records.densities[this.ways.table] = density;
  }

  /** A short walk. If the same statement reads all matches, the page is complete. */
  async #begun(page: PartialPage, density: number): Promise<Found> {
    const { walk, matches: { beside } = {} } = this.ways;
    const begun = this.ways.density === undefined ? BEGUN_WITH.visible : BEGUN_WITH.all;
    const rows = Math.min(begun, this.records.longestWalk);
    const { part, end } = page.firstPart(Math.ceil(rows / density));
    const found = await walk(part, [], beside && FETCHED_FIRST + 1);
    if (beside !== undefined) this.#addMatches(found.beside);
    if (this.#all !== undefined) return { ids: within(this.#all, page.rest) };
    const result = foundIn(found.ids, { part, end }, { rows, density });
    // There may be fewer rows here than elsewhere. So the next search begins with the streams again.
    if (result.next !== undefined) this.#learn(undefined);
    return result;
  }

  /** The rows beside those of a step are all matches there are, unless they are more than {@link FETCHED_FIRST}. */
  #addMatches(beside: readonly RowId[]): void {
    if (beside.length <= FETCHED_FIRST) this.#all = inIdOrder(beside);
  }

  /** Some rows of each stream. With `matches`, the page is complete as well if there are few of these. */
  async #streamed(plan: MergePlan, page: PartialPage, matches?: Matches['beside']): Promise<Found> {
    const bounds = page.rest;
    const beside = matches?.(FETCHED_FIRST + 1);
    const run = async (records: VisibleRecords): Promise<Merged> => {
      const { streams, heads } = await streamsOf(plan, records, bounds);
      const read = async (batches: readonly Batch[]) => {
        const rows = await records.read(plan.table, streams, batches, bounds.direction, plan.filter, beside);
        if (beside === undefined) return rows;
        this.#addMatches(rows.filter(({ stream }) => stream === BESIDE).map(({ id }) => id));
        return rows.filter(({ stream }) => stream !== BESIDE);
      };
      return merge({ streams: streams.length, heads, share: plan.share, read, fallBack: async () => [] }, bounds, 1);
    };
    const merged = await (typeof plan.streams === 'function' ? this.records.inSnapshot(run) : run(this.records));
    const { ids, isComplete, from, passed, density, share } = merged;
    // A walk would also pass the ids before the first row.
    if (plan === this.ways.first && passed >= SAMPLE) this.#learn(passed / page.idsUpTo(from));
    if (this.#all !== undefined) return { ids: within(this.#all, bounds) };
    return isComplete ? { ids } : { ids, next: { from, share, density } };
  }

  /**
   * All matches within the bounds, if few are expected without bounds. Null otherwise.
   * @param walked rows that a walk is expected to read
   */
  async #fetched({ expected, fetch }: Matches, bounds: PageRequest, walked: number): Promise<readonly RowId[] | null> {
    if ((await expected()) > Math.min(MOST_FETCHED, walked / FETCHED_COST)) return null;
    return fullFetch((limit) => fetch(bounds, limit), 2 * MOST_FETCHED);
  }

  /** The matches within the first part of the bounds. */
  async #walked(page: PartialPage, { share, density }: Progress, most: number): Promise<Found> {
    const { walk, walked } = this.ways;
    const rows = Math.min(most, Math.max(walked.least, (2 * page.rest.limit) / share));
    const { part, end } = page.firstPart(Math.ceil(rows / density));
    return foundIn((await walk(part, page.ids)).ids, { part, end }, { rows, density });
  }
}
