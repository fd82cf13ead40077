/** Finds the leases of matching tenants in the order of the page, by the plan that should be fastest (docs/develop/plans.md). */

import { type Expression, sql, type SqlBool } from 'kysely';

import type { PageRequest, RowId } from '../../model/page';
import type { TenantCriteria } from '../../model/criteria';
import { ofGroup } from '../match-keys';
import type { FoundLeases } from '../found-leases';
import { LEASES } from '../sorted-streams';
import { inBounds } from '../statements';
import type { LeaseMonth, VisibleRecords } from '../visible-records';
import {
  activeFilter,
  type Identifications,
  identificationsOf,
  identifiedTenants,
  isActiveOn,
  pairsOfTenants,
  tenantConditions,
} from './tenant-conditions';
import { estimateLeases, type MonthsEstimate } from './cost-estimate';
import { pagesOfLeases } from './leases-of-tenants';
import { fullFetchFirst, mergedIds, type MergePlan, mergeWithin, type StreamPlan } from './merge-plan';
import {
  firstIds,
  fullFetch,
  hasFewGroups,
  hasOneGroup,
  idsOf,
  inIdOrder,
  isNearEnd,
  MAX_COUNTED,
  MAX_FETCHED,
  type Search,
  within,
} from './search';
import { Steps, type Ways } from './steps';
import { groupStreams, monthOf, monthStreams } from './streams';

export class LeaseSearch implements Search {
  readonly #given: Identifications;
  #expected: Promise<number> | undefined;

  constructor(
    private readonly records: VisibleRecords,
    private readonly criteria: TenantCriteria,
    private readonly found: FoundLeases,
  ) {
    this.#given = identificationsOf(criteria);
  }

  async ids(bounds: PageRequest): Promise<RowId[]> {
    const first = await this.found.first();
    if (first.ids !== null) return within(first.ids, bounds);
    if (await isNearEnd(this.records, 'leases', bounds)) return idsOf(this.#walk(bounds));
    const few = await this.#leasesOfFew(first.tenants, bounds);
    if (few !== null) return few;
    const ids = (await this.#expectedTenants()) > FETCHED_TENANTS ? null : await this.#fetched(this.records, bounds);
    return ids === null ? new Steps(this.records, this.#waysToManyTenants()).ids(bounds) : within(ids, bounds);
  }

  /** Whether there is a count depends only on rows that the caller may see, never on an estimate (decision 78). */
  async count(): Promise<number | null> {
    const { ids } = await this.found.first();
    if (ids !== null) return ids.length;
    const { activeOn } = this.criteria;
    const rows = pairsOfTenants(this.records, this.#given)
      .select(['p.lease_id as id', 'p.lease_id', 'p.group_id'])
      .limit(MAX_COUNTED + 1);
    return this.records.count(rows, MAX_COUNTED, activeOn === undefined ? undefined : activeFilter(activeOn));
  }

  /** The first leases within the bounds. Null if too many tenants match to read the leases of each. */
  async #leasesOfFew(seen: readonly RowId[], bounds: PageRequest): Promise<RowId[] | null> {
    if (seen.length > MOST_SEEN) return null;
    const { activeOn } = this.criteria;
    const { tenants, pages } = await this.found.matching(seen, bounds);
    if (tenants === null) return null;
    const others = tenants.filter((tenant) => !pages.has(tenant));
    const rest = await this.records.preparedUnion(pagesOfLeases(others, activeOn, bounds));
    const ids = [...tenants.flatMap((tenant) => pages.get(tenant) ?? []), ...rest.map(({ lease_id }) => lease_id)];
    return within(inIdOrder(ids), bounds);
  }

  #expectedTenants(): Promise<number> {
    const matching = identifiedTenants(this.records).where((eb) => eb.and(tenantConditions(this.#given)));
    this.#expected ??= this.records.estimates([matching.select(sql.lit(1).as('one'))]).then(({ found }) => found[0]!);
    return this.#expected;
  }

  /** Few groups are one stream each. A walk through more leaves out the leases of others. */
  #waysToManyTenants(): Ways {
    const { records } = this;
    return {
      table: 'leases',
      begin: hasFewGroups(records)
        ? { streams: { ...this.#allLeases, streams: groupStreams(records, LEASES), share: 0.5 } }
        : { density: 1 },
      matches: {
        fetch: (bounds, limit) => this.#matchesWithin(records, bounds).limit(limit),
        expected: () => this.#expectedTenants(),
      },
      walk: async (bounds) => ({ ids: await idsOf(this.#walk(bounds)), beside: [] }),
      ...(this.#isInactivePassed
        ? { walked: { least: 250_000, visible: 250_000, all: 250_000 }, walkCost: 1 }
        : { walked: { least: 0, visible: 12_000, all: 25_000 }, walkCost: 4 }),
      finish: (bounds, share) => this.#finish(bounds, share),
    };
  }

  /**
   * Whether an inactive lease costs a walk no more than an entry of the index of groups, which has its dates. With several groups,
   * a server checks every active lease before it returns the first.
   */
  get #isInactivePassed(): boolean {
    return this.criteria.activeOn !== undefined && hasOneGroup(this.records);
  }

  /**
   * The leases of very many tenants, of whom few match all identifications, or whose leases are hardly ever active.
   * @param share of the leases so far that match
   */
  async #finish(bounds: PageRequest, share: number): Promise<readonly RowId[]> {
    const { activeOn } = this.criteria;
    const { direction, limit } = bounds;
    const estimate = await estimateLeases(this.records, this.#given, activeOn, direction, limit / share);
    if (estimate.prefersFullFetch) {
      const ids = await this.#fetched(this.records, bounds);
      if (ids !== null) return within(ids, bounds);
    }
    const { months } = estimate;
    return months === undefined ? idsOf(this.#walk(bounds)) : mergedIds(this.records, this.#byMonth(months), bounds);
  }

  /**
   * Active leases by the month of their end or start. If ids follow the calendar, a walk in the order of ids would read many
   * inactive leases in vain.
   */
  #byMonth({ columns, share, fetch, other }: MonthsEstimate): MergePlan {
    const day = monthOf(this.criteria.activeOn!);
    const through = (column: LeaseMonth): MergePlan => ({
      ...this.#allLeases,
      streams: (on) => monthStreams(on, column, day),
      share,
      fallBack: (on, bounds) => idsOf(firstIds(this.#matches(on), 'p.lease_id', bounds)),
    });
    const [side, otherSide] = columns;
    const plan = through(side);
    if (fetch === undefined)
      return { ...plan, alternative: other, fallBack: (on, bounds) => mergeWithin(on, through(otherSide), bounds) };
    const fetched = (on: VisibleRecords, bounds: PageRequest) => this.#fetched(on, bounds);
    return { ...plan, alternative: fetch, fallBack: fullFetchFirst(fetched, plan.fallBack) };
  }

  /** Every visible lease within the bounds is checked. */
  #walk(bounds: PageRequest) {
    const index = hasFewGroups(this.records) ? 'leases_of_group' : 'primary';
    const walk = this.records.leases(`force index (${index})`).select('l.id as id').where(this.#hasMatchingTenant('l'));
    return firstIds(walk, 'l.id', bounds);
  }

  /** Streams of leases, each checked for a matching tenant. */
  get #allLeases(): Pick<StreamPlan, 'table' | 'filter'> {
    return {
      table: LEASES,
      filter: {
        columns: this.criteria.activeOn === undefined ? [] : ['start_date', 'end_date'],
        on: (row) => ({ joins: sql``, condition: this.#hasMatchingTenant(row) }),
      },
    };
  }

  #fetched(records: VisibleRecords, bounds: PageRequest): Promise<readonly RowId[] | null> {
    return fullFetch((limit) => this.#matchesWithin(records, bounds).limit(limit), MAX_FETCHED);
  }

  /** For a row of `leases`. A subquery with a limit: MySQL would compute an EXISTS from a table of all matching tenants. */
  #hasMatchingTenant(row: string): Expression<SqlBool> {
    const { activeOn } = this.criteria;
    const matching = sql<SqlBool>`(
      select straight_join 1 from lease_tenants as p force index (lease_tenants_of_lease)
      join tenants as t force index (primary) on t.id = p.tenant_id and ${ofGroup('t.group_id', 'p.group_id')}
      where p.lease_id = ${sql.ref(`${row}.id`)} and p.group_id = ${sql.ref(`${row}.group_id`)}
      and ${sql.join(tenantConditions(this.#given), sql` and `)} limit 1) is not null`;
    return activeOn === undefined ? matching : sql<SqlBool>`${isActiveOn(row, activeOn)} and ${matching}`;
  }

  #matchesWithin(records: VisibleRecords, bounds: PageRequest) {
    return inBounds(this.#matches(records), 'p.lease_id', bounds);
  }

  #matches(records: VisibleRecords) {
    const { activeOn } = this.criteria;
    return pairsOfTenants(records, this.#given)
      .$if(activeOn !== undefined, (q) =>
        q
          .innerJoin('leases as l', (on) => on.onRef('l.id', '=', 'p.lease_id').on(ofGroup('l.group_id', 'p.group_id')))
          .where(isActiveOn('l', activeOn!)),
      )
      .select('p.lease_id as id');
  }
}

/** If at most this many tenants are expected, all their leases are read. */
const FETCHED_TENANTS = 1_000;
/** If the first statement has found more tenants than this, they are taken for many with few leases each. */
const MOST_SEEN = 3;
