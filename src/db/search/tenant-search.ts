/** Finds the tenants of matching leases in the order of the page, by the plan that should be fastest (docs/develop/plans.md). */

import { sql } from 'kysely';

import type { PageRequest, RowId } from '../../model/page';
import { PAIRS_BY_TENANT, type SortedStream, type StreamFilter } from '../sorted-streams';
import { inBounds } from '../statements';
import type { VisibleRecords } from '../visible-records';
import { type TenantEstimate, estimateTenants, ROWS_OF_STREAM_ROW, type Start } from './cost-estimate';
import { Steps, WALKED_FIRST, type Ways } from './steps';
import { dateStreams, firstVisible, groupStreams, groupStreamsByHead } from './streams';
import { TenantWalk } from './tenant-walk';
import {
  type LeaseConditions,
  matchingPairs,
  matchingPairsOfUnits,
  pairsInRange,
  moveInCondition,
  pairFilter,
  slotsOf,
  slotValues,
  unitConditions,
} from './lease-conditions';
import { fullFetchFirst, mergedIds, type MergePlan, type StreamPlan } from './merge-plan';
import {
  countOf,
  fullFetch,
  hasFewGroups,
  hasOneGroup,
  firstIds,
  idsOf,
  inIdOrder,
  isNearEnd,
  MAX_COUNTED,
  MAX_FETCHED,
  type Search,
  within,
} from './search';

/** Rows at which a count with an address may start: pairs, or units that match one field of the address. */
const MAX_COUNTED_WITH_ADDRESS = 9_000;

/** Rows of a tenant, on average. */
const PAIRS_OF_TENANT = 1.5;

const WHOLE_TABLE: readonly SortedStream[] = [{ index: 'primary' }];

export class TenantSearch implements Search {
  readonly walk: TenantWalk;
  readonly #filter: StreamFilter | undefined;
  #estimate: Promise<TenantEstimate> | undefined;
  #ofLease: Promise<readonly RowId[]> | undefined;
  #steps: Steps | undefined;

  constructor(
    private readonly records: VisibleRecords,
    private readonly given: LeaseConditions,
  ) {
    this.#filter = pairFilter(given);
    this.walk = new TenantWalk(records, given);
  }

  async ids(bounds: PageRequest): Promise<RowId[]> {
    if (this.given.identifier !== undefined) return within(await this.#tenantsOfLease(), bounds);
    if (this.#steps?.all !== undefined) return within(this.#steps.all, bounds);
    if (this.#isEveryRow || (await isNearEnd(this.records, 'tenants', bounds)))
      return (await this.walk.ids(bounds, [])).ids;
    if (this.given.address !== undefined) return this.#stepsOfAddress().ids(bounds);
    if (!this.records.scope.isAll && (this.#isRanged || !hasFewGroups(this.records))) {
      this.#steps ??= new Steps(this.records, this.#waysWithinScope());
      return this.#steps.ids(bounds);
    }
    return mergedIds(this.records, await this.#plan(), bounds);
  }

  /** A lease may have any number of tenants, and an answer may need them all. */
  #tenantsOfLease(): Promise<readonly RowId[]> {
    this.#ofLease ??= idsOf(this.#matches(this.records, 'force index (lease_tenants_of_lease)')).then(inIdOrder);
    return this.#ofLease;
  }

  /** With an address. After three times the expected rows the estimate was wrong, and a merge follows. */
  async #fetchedOrMerged(bounds: PageRequest): Promise<readonly RowId[]> {
    const estimate = await this.#estimated();
    if (estimate.prefersFullFetch) {
      const most = Math.min(MAX_FETCHED, 2_000 + Math.ceil(3 * estimate.matches));
      const ids = await this.#fetchedBy(this.records, estimate.fullFetch, bounds, most);
      if (ids !== null) return within(ids, bounds);
    }
    const plan = await this.#plan();
    return mergedIds(this.records, { ...plan, ...this.#withFallback(estimate, plan.fallBack) }, bounds);
  }

  /** Whether there is a count depends only on rows that the caller may see, never on an estimate (decision 78). */
  async count(): Promise<number | null> {
    if (this.given.identifier !== undefined) return countOf(await this.#tenantsOfLease());
    if (this.#steps?.all !== undefined) return countOf(this.#steps.all);
    if (this.given.address === undefined) return this.#countedByPairs(MAX_COUNTED);
    const start = await this.#selectiveStart();
    if (start === null) return null;
    return start.at === 'pair' ? this.#countedByPairs(MAX_COUNTED_WITH_ADDRESS) : this.#countedByUnits(start);
  }

  #fetchedBy(records: VisibleRecords, start: Start, bounds: PageRequest, most: number) {
    const matches = inBounds(this.#matchesBy(records, start), 'p.tenant_id', bounds);
    return fullFetch((limit) => matches.limit(limit), most);
  }

  #waysWithinScope(): Ways {
    const { records } = this;
    return {
      table: 'tenants',
      begin: this.#begin,
      matches: {
        beside: (limit) => this.walk.beside(limit),
        fetch: (bounds, limit) =>
          inBounds(pairsInRange(records, this.given).select('p.tenant_id as id'), 'p.tenant_id', bounds).limit(limit),
        expected: async () =>
          (await records.estimates([pairsInRange(records, this.given, 'use').select(sql.lit(1).as('one'))])).found[0]!,
      },
      walk: (bounds, found, beside) => this.walk.ids(bounds, found, beside),
      walked: { least: WALKED_FIRST, visible: 12_000, all: 22_000 },
      walkCost: 1,
      finish: async (bounds) => mergedIds(records, await this.#plan(), bounds),
    };
  }

  /** If many rows match, or if the page is near the end, a walk is shorter than any other plan. */
  #stepsOfAddress(): Steps {
    const { records } = this;
    return new Steps(records, {
      table: 'tenants',
      begin: this.#begin,
      walk: (bounds, found) => this.walk.ids(bounds, found),
      walked: { least: 0, visible: 6_000, all: 29_000 },
      walkCost: 2,
      finishCost: async () => (await this.#estimated()).cost,
      finish: (bounds) => this.#fetchedOrMerged(bounds),
    });
  }

  /** Few groups are one stream each, with the criteria as a residual filter. A walk through more leaves out the rows of others. */
  get #begin(): Ways['begin'] {
    return hasFewGroups(this.records) ? { streams: this.#streamsOfGroups() } : { density: PAIRS_OF_TENANT };
  }

  #streamsOfGroups(): StreamPlan {
    const { given } = this;
    const filter = this.#filter;
    return {
      table: PAIRS_BY_TENANT,
      streams: groupStreams(this.records, PAIRS_BY_TENANT),
      share: 0.5,
      filter: {
        // The fields of an address can be combined in too many ways.
        ...(filter === undefined && { name: 'a range of days' }),
        columns: [...(this.#isRanged ? (['move_in_day'] as const) : []), ...(filter?.columns ?? [])],
        on: (row) => {
          const { joins, condition } = filter?.on(row) ?? { joins: sql``, condition: undefined };
          const conditions = [moveInCondition(slotsOf(given), row), condition].filter((one) => one !== undefined);
          return { joins, condition: sql.join(conditions, sql` and `) };
        },
        values: slotValues(given),
      },
    };
  }

  /** Whether a walk passes nothing but matches. */
  get #isEveryRow(): boolean {
    const { scope } = this.records;
    return !this.#isRanged && this.given.address === undefined && (scope.isAll || hasOneGroup(this.records));
  }

  get #isRanged(): boolean {
    return this.given.moveIn !== undefined;
  }

  #estimated(): Promise<TenantEstimate> {
    this.#estimate ??= estimateTenants(this.records, this.given);
    return this.#estimate;
  }

  /** The streams cover the range or the scope. A residual filter covers the rest. */
  async #plan(): Promise<MergePlan> {
    const { records } = this;
    const { moveIn } = this.given;
    const filter = this.#filter;
    return {
      table: PAIRS_BY_TENANT,
      streams: moveIn
        ? await dateStreams(records, moveIn)
        : records.scope.isAll
          ? WHOLE_TABLE
          : groupStreamsByHead(records),
      share: 1,
      fallBack: (on, bounds) => idsOf(firstIds(this.#matches(on), 'p.tenant_id', bounds)),
      ...(filter !== undefined && { filter }),
      ...(!records.scope.isAll && this.#isRanged && { skip: firstVisible }),
    };
  }

  /** A merge that has read as many rows as expected falls back to a full fetch: if all matches come late, it would read on in vain. */
  #withFallback({ fullFetch: start, share }: TenantEstimate, fallBack: MergePlan['fallBack']): Partial<MergePlan> {
    const fetch = (on: VisibleRecords, bounds: PageRequest) => this.#fetchedBy(on, start, bounds, MAX_FETCHED);
    const cost = start.cost / ROWS_OF_STREAM_ROW;
    return { share, alternative: { after: cost, cost }, fallBack: fullFetchFirst(fetch, fallBack) };
  }

  /** The first start with at most {@link MAX_COUNTED_WITH_ADDRESS} rows that the caller may see. Null if there is none. */
  async #selectiveStart(): Promise<Start | null> {
    for (const start of (await this.#estimated()).starts) {
      if ((await this.#beyond(start, MAX_COUNTED_WITH_ADDRESS)).length === 0) return start;
    }
    return null;
  }

  /** One of the rows of a start, if there are more than `most`. */
  #beyond({ at, index }: Start, most: number): Promise<RowId[]> {
    if (at === 'pair')
      return idsOf(pairsInRange(this.records, this.given).select('p.tenant_id as id').limit(1).offset(most));
    const conditions = unitConditions(this.given).filter((unit) => unit.index === index);
    const units = this.records
      .units(`force index (${index})`)
      .where((eb) => eb.and(conditions.map(({ condition }) => condition)));
    return idsOf(units.select('u.id as id').limit(1).offset(most));
  }

  #countedByPairs(most: number): Promise<number | null> {
    const filter = this.#filter;
    const rows = pairsInRange(this.records, this.given)
      .select(['p.tenant_id as id', 'p.group_id'])
      .$if(filter !== undefined, (q) => q.select('p.unit_key'))
      .limit(most + 1);
    return this.records.count(rows, most, filter?.on('c'));
  }

  #countedByUnits(start: Start): Promise<number | null> {
    const rows = this.#matchesBy(this.records, start).limit(MAX_COUNTED + 1);
    return this.records.count(rows, MAX_COUNTED, undefined);
  }

  /** The pairs of all matches, by the plan of the server. */
  #matches(records: VisibleRecords, hint?: string) {
    return matchingPairs(records, this.given, hint);
  }

  #matchesBy(records: VisibleRecords, { at, index }: Start) {
    const hint = `force index (${index})`;
    return at === 'pair'
      ? this.#matches(records, hint).modifyFront(sql`straight_join`)
      : matchingPairsOfUnits(records, this.given, hint);
  }
}
