/** Finds the tenants of matching leases in the order of the page, by the plan that reads the fewest rows (docs/develop/plans.md). */

import { sql } from 'kysely';

import type { PageRequest, RowId } from '../../model/page';
import type { LeaseCriteria } from '../../model/criteria';
import { bytes } from '../match-keys';
import { PAIRS_BY_TENANT, type SortedStream, type ResidualFilterOf } from '../sorted-streams';
import { joined, type VisibleRecords } from '../visible-records';
import { type CostedStart, type TenantEstimate, estimateTenants, pairIndexFor, type Start } from './cost-estimate';
import { dateStreams, firstVisible, groupStreams } from './streams';
import { moveInCondition, unitConditions } from './conditions';
import { fullFetchFirst, idsByOneStatement, mergedIds, type MergePlan } from './merge';
import { countOf, FullFetch, idsFrom, idsOf, MAX_COUNTED, MAX_FETCHED, type Search, within } from './search';

/** Rows at which a count with an address may start: pairs, or units that match one field of the address. */
const MAX_COUNTED_WITH_ADDRESS = 9_000;

const WHOLE_TABLE: readonly SortedStream[] = [{ index: 'primary' }];

export class TenantSearch implements Search {
  #estimate: Promise<TenantEstimate> | undefined;
  #fullFetch: Promise<FullFetch | null> | undefined;

  constructor(
    private readonly records: VisibleRecords,
    private readonly criteria: LeaseCriteria,
  ) {}

  async ids(bounds: PageRequest): Promise<RowId[]> {
    // For groups with a date range, one statement often finds the page before a plan has to be chosen.
    if (this.#isScopeFiltered && this.criteria.address === undefined && this.criteria.identifier === undefined) {
      const ids = await idsByOneStatement(this.records, await this.#plan(), bounds);
      if (ids !== null) return ids;
    }
    const fetched = await this.#fetched();
    return fetched === null ? mergedIds(this.records, await this.#mergePlan(), bounds) : within(fetched, bounds);
  }

  /** Whether there is a count depends only on rows that the caller may see, never on an estimate (decision 78). */
  async count(): Promise<number | null> {
    const { identifier, address } = this.criteria;
    if (identifier !== undefined) return countOf((await this.#fetched()) ?? []);
    if (address === undefined) return this.#countedByPairs(MAX_COUNTED);
    const start = await this.#selectiveStart();
    if (start === null) return null;
    return start.at === 'pair' ? this.#countedByPairs(MAX_COUNTED_WITH_ADDRESS) : this.#countedByUnits(start);
  }

  /** Null if another plan is better, or if there are too many rows. */
  async #fetched(): Promise<readonly RowId[] | null> {
    this.#fullFetch ??= this.#chooseFullFetch();
    const fullFetch = await this.#fullFetch;
    return fullFetch === null ? null : fullFetch.all();
  }

  async #chooseFullFetch(): Promise<FullFetch | null> {
    // A lease may have any number of tenants, and an answer may need them all.
    if (this.criteria.identifier !== undefined) {
      return new FullFetch(Infinity, () => idsOf(this.#matches(this.records, 'force index (lease_tenants_of_lease)')));
    }
    if (!this.#isChoice) return null;
    const { fullFetch, mergeCost, matches } = await this.#estimated();
    if (fullFetch.cost > mergeCost) return null;
    // After three times the expected rows the estimate was wrong, and a merge follows.
    return this.#fullFetchBy(this.records, fullFetch, Math.min(MAX_FETCHED, 2_000 + Math.ceil(3 * matches)));
  }

  #fullFetchBy(records: VisibleRecords, start: CostedStart, most: number): FullFetch {
    return new FullFetch(most, (limit) => idsOf(this.#matchesBy(records, start).limit(limit)));
  }

  /** If streams of groups or dates cover all conditions, no other plan is better. */
  get #isChoice(): boolean {
    return this.criteria.address !== undefined || this.#isScopeFiltered;
  }

  get #isScopeFiltered(): boolean {
    return !this.records.scope.isAll && this.#isRanged;
  }

  get #isRanged(): boolean {
    return moveInCondition(this.criteria) !== undefined;
  }

  #estimated(): Promise<TenantEstimate> {
    this.#estimate ??= estimateTenants(this.records, this.criteria);
    return this.#estimate;
  }

  async #mergePlan(): Promise<MergePlan> {
    const plan = await this.#plan();
    return this.#isChoice ? { ...plan, ...this.#withFallback(await this.#estimated(), plan.fallBack) } : plan;
  }

  /** The streams cover the range or the scope. A residual filter covers the rest. */
  async #plan(): Promise<MergePlan> {
    const { records, criteria } = this;
    const table = PAIRS_BY_TENANT;
    const filter = this.#residualFilter();
    return {
      table,
      streams: this.#isRanged
        ? await dateStreams(records, criteria)
        : records.scope.isAll
          ? WHOLE_TABLE
          : groupStreams(records, table),
      share: 1,
      fallBack: (on, from, bounds) => idsFrom(this.#matches(on), 'p.tenant_id', from, bounds),
      ...(filter !== undefined && { filter }),
      ...(this.#isScopeFiltered && { skip: (on, from, direction) => firstVisible(on, table, from, direction) }),
    };
  }

  /** A merge that has read as many rows as expected falls back to a full fetch: if all matches come late, it would read on in vain. */
  #withFallback(
    { fullFetchIfUnrelated, mergeCost, rowCost, share }: TenantEstimate,
    fallBack: MergePlan['fallBack'],
  ): Partial<MergePlan> {
    const fullFetch = (on: VisibleRecords) => this.#fullFetchBy(on, fullFetchIfUnrelated, MAX_FETCHED);
    const cost = fullFetchIfUnrelated.cost / rowCost;
    const after = this.#hasOneUnitCondition ? cost : Math.min(cost, (1.2 * mergeCost) / rowCost);
    return { share, alternative: { after, cost }, fallBack: fullFetchFirst(fullFetch, fallBack) };
  }

  get #hasOneUnitCondition(): boolean {
    return unitConditions(this.criteria.address).length < 2;
  }

  #residualFilter(): ResidualFilterOf | undefined {
    const conditions = unitConditions(this.criteria.address).map(({ condition }) => condition);
    if (conditions.length === 0) return undefined;
    return (row) => ({
      joins: sql`left join units as u on u.id = ${sql.ref(`${row}.unit_key`)} and u.group_id = ${sql.ref(`${row}.group_id`)}`,
      condition: sql.join(conditions, sql` and `),
    });
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
    if (at === 'pair') return idsOf(this.#pairs().select('p.tenant_id as id').limit(1).offset(most));
    const conditions = unitConditions(this.criteria.address).filter((unit) => unit.index === index);
    const units = this.records
      .units(`force index (${index})`)
      .where((eb) => eb.and(conditions.map(({ condition }) => condition)));
    return idsOf(units.select('u.id as id').limit(1).offset(most));
  }

  #countedByPairs(most: number): Promise<number | null> {
    const rows = this.#pairs()
      .select(['p.tenant_id as id', 'p.group_id', 'p.unit_key'])
      .limit(most + 1);
    return this.records.count(rows, most, this.#residualFilter());
  }

  #countedByUnits(start: Start): Promise<number | null> {
    const rows = this.#matchesBy(this.records, start).limit(MAX_COUNTED + 1);
    return this.records.count(rows, MAX_COUNTED, undefined);
  }

  /** The pairs of the scope and the range. */
  #pairs() {
    const moveIn = moveInCondition(this.criteria);
    return this.records
      .leaseTenants(`force index (${this.#pairIndex})`)
      .$if(moveIn !== undefined, (q) => q.where(moveIn!));
  }

  get #pairIndex(): string {
    return pairIndexFor(this.records.scope.isAll, this.#isRanged);
  }

  /** The pairs of all matches, by the plan of the server. */
  #matches(records: VisibleRecords, hint?: string) {
    const { identifier, address } = this.criteria;
    const moveIn = moveInCondition(this.criteria);
    return records
      .leaseTenants(hint)
      .$if(identifier !== undefined, (q) =>
        q
          .innerJoin('leases as l', (on) => on.onRef('l.id', '=', 'p.lease_id').onRef('l.group_id', '=', 'p.group_id'))
          .where('l.identifier_key', '=', bytes(identifier!)),
      )
      .$if(moveIn !== undefined, (q) => q.where(moveIn!))
      .$if(address !== undefined, (q) =>
        q
          .innerJoin('units as u', (on) => on.onRef('u.id', '=', 'p.unit_key').onRef('u.group_id', '=', 'p.group_id'))
          .where((eb) => eb.and(unitConditions(address).map(({ condition }) => condition))),
      )
      .select('p.tenant_id as id');
  }

  #matchesBy(records: VisibleRecords, { at, index }: Start) {
    const hint = `force index (${index})`;
    if (at === 'pair') return this.#matches(records, hint).modifyFront(sql`straight_join`);
    const moveIn = moveInCondition(this.criteria);
    return records
      .units(hint)
      .innerJoin(joined('lease_tenants as p', 'lease_tenants_of_unit'), (on) =>
        on.onRef('p.unit_key', '=', 'u.id').onRef('p.group_id', '=', 'u.group_id'),
      )
      .where((eb) => eb.and(unitConditions(this.criteria.address).map(({ condition }) => condition)))
      .$if(moveIn !== undefined, (q) => q.where(moveIn!))
      .select('p.tenant_id as id')
      .modifyFront(sql`straight_join`);
  }
}
