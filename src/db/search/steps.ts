/**
 * Finds a page in steps, each of which reads a limited number of rows. So a page never costs much more than the best way to it,
 * however the data is distributed (docs/develop/plans.md).
 */

import type { PageRequest, RowId } from '../../model/page';
import { type Batch, BESIDE, type FoundRow } from '../sorted-streams';
import type { Prepared, VisibleRecords } from '../visible-records';
import { merge } from './merge';
import type { StreamPlan } from './merge-plan';
import { type Found, foundIn, PartialPage, type Progress } from './partial-page';
import { fullFetch, type IdQuery, inIdOrder, within } from './search';

/** The ways to a page. */
export interface Ways {
  /** The table of the paging ids. */
  readonly table: 'tenants' | 'leases';
  /**
   * A search begins with a walk if it is known how many rows it passes for each id. Otherwise it begins with streams in the order
   * of the page, from which the next search of the same groups learns that number.
   */
  readonly begin: { readonly density: number } | { readonly streams: StreamPlan };
  /** Absent if no index holds the matches and nothing else. */
  readonly matches?: Matches;
  /**
   * The first matches within the bounds, each once, by the index that has the order of the page.
   * @param found the ids before them in the page
   * @param beside at most so many of {@link Matches} are read in the same statement
   */
  readonly walk: (bounds: PageRequest, found: readonly RowId[], beside?: number) => Promise<Walked>;
  /** How far a walk goes: at least `least` rows, however near the matches seem. */
  readonly walked: WalkLimits & { readonly least: number };
  /** Rows that a walk reads for each row that it passes. */
  readonly walkCost: number;
  /** Rows that {@link finish} is expected to read. Absent if that is not worth an estimate. */
  readonly finishCost?: () => Promise<number>;
  /**
   * The ids within the bounds, if no step has completed the page.
   * @param share of the rows so far that match
   */
  readonly finish: (bounds: PageRequest, share: number) => Promise<readonly RowId[]>;
}

/** Rows that a walk passes at most: rows that are visible, and all. */
interface WalkLimits {
  readonly visible: number;
  readonly all: number;
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
/** How far the first walk goes, if the search begins with one. */
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
    const { table, begin, matches, walkCost } = this.ways;
    const lastId = await this.records.lastId(table);
    // A walk through few groups passes no row of others.
    const share = 'density' in begin ? await this.records.groupShare() : 1;
    const walked = this.#mostRows(this.ways.walked, share);
    const page = new PartialPage(bounds, lastId);

    let pace = page.add(await this.#firstStep(page, share));
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
    const rest = (await this.#isWalkCheapest(page, pace))
      ? this.ways.walk(page.rest, page.ids).then(({ ids }) => ids)
      : this.ways.finish(page.rest, pace.share);
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
  #mostRows({ visible, all }: WalkLimits, visibleShare: number): number {
    return Math.min(all, visible / visibleShare, this.records.longestWalk);
  }

  /** Undefined if the search has to begin with the streams. */
  #learnedDensity(): number | undefined {
    const { [this.ways.table]: learned = 0 } = this.records.densities;
    return learned < DENSE ? undefined : Math.min(learned, DENSEST);
  }

  #learn(density: number | undefined): void {
    if ('streams' in this.ways.begin) this.records.densities[this.ways.table] = density;
  }

  #firstStep(page: PartialPage, visibleShare: number): Promise<Found> {
    const { begin } = this.ways;
    const rows = this.#mostRows(BEGUN_WITH, visibleShare);
    if ('density' in begin) return this.#begun(page, begin.density, rows);
    const learned = this.#learnedDensity();
    return learned === undefined ? this.#streamed(begin.streams, page) : this.#begun(page, learned, rows);
  }

  /** A short walk. If the same statement reads all matches, the page is complete. */
  async #begun(page: PartialPage, density: number, rows: number): Promise<Found> {
    const { walk, matches: { beside } = {} } = this.ways;
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

  /** Some rows of each stream. If the same statement reads all matches, the page is complete. */
  async #streamed(plan: StreamPlan, page: PartialPage): Promise<Found> {
    const bounds = page.rest;
    const beside = this.ways.matches?.beside?.(FETCHED_FIRST + 1);
    const read = async (batches: readonly Batch[]) => {
      const rows = await this.records.read(plan.table, plan.streams, batches, bounds.direction, plan.filter, beside);
      if (beside === undefined) return rows;
      this.#addMatches(rows.filter(({ stream }) => stream === BESIDE).map(({ id }) => id));
      return rows.filter(({ stream }) => stream !== BESIDE);
    };
    const input = { streams: plan.streams.length, share: plan.share, read, fallBack: async () => [] };
    const { ids, isComplete, from, passed, density, share } = await merge(input, bounds, 1);
    // A walk would also pass the ids before the first row.
    if (passed >= SAMPLE) this.#learn(passed / page.idsUpTo(from));
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
