/** Finds the leases of matching tenants in the order of the page, by the plan that should be fastest (docs/develop/plans.md). */

import { type Expression, sql, type SqlBool } from 'kysely';

import type { PageRequest, RowId } from '../../model/page';
import type { TenantCriteria } from '../../model/criteria';
import { among } from '../match-keys';
import { LEASES, PAIRS_BY_LEASE, type SortedStream, type ResidualFilterOf } from '../sorted-streams';
import { fragment, slot, type Statement } from '../statements';
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
import { ACTIVE_SHARE, estimateLeases, type LeaseEstimate } from './cost-estimate';
import { fullFetchFirst, mergedIds, mergeOther, type MergePlan } from './merge';
import {
  countOf,
  firstIds,
  FullFetch,
  hasManyGroups,
  idsFrom,
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
  readonly #fullFetch: FullFetch;
  readonly #given: Identifications;
  #few: Promise<readonly RowId[] | null> | undefined;
  #tenants: Promise<readonly RowId[] | null> | undefined;
  #plan: Promise<Plan> | undefined;

  constructor(
    private readonly records: VisibleRecords,
    private readonly criteria: TenantCriteria,
  ) {
    this.#fullFetch = this.#fullFetchOn(records);
    this.#given = identificationsOf(criteria);
  }

  async ids(bounds: PageRequest): Promise<RowId[]> {
    const leases = await this.#fewLeases();
    if (leases !== null) return within(leases, bounds);
    if (await isNearEnd(this.records, 'leases', bounds)) return idsOf(this.#walk(bounds));
    if (!hasManyGroups(this.records)) return this.#fetchedOrMerged(bounds);
    return new Steps(this.records, this.#waysThroughGroups()).ids(bounds);
  }

  async #fetchedOrMerged(bounds: PageRequest): Promise<RowId[]> {
    const plan = await this.#chosenPlan();
    const fetched = plan.kind === 'many' && plan.prefersFullFetch ? await this.#fullFetch.all() : null;
    if (fetched !== null) return within(fetched, bounds);
    return mergedIds(this.records, this.#mergePlan(plan, bounds), bounds);
  }

  /** Whether there is a count depends only on rows that the caller may see, never on an estimate (decision 78). */
  async count(): Promise<number | null> {
    const leases = await this.#fewLeases();
    if (leases !== null) return countOf(leases);
    const tenants = await this.#fewTenants();
    const { activeOn } = this.criteria;
    const pairs = tenants === null ? pairsOfTenants(this.records, this.#given) : this.#pairsOf(tenants);
    const rows = pairs.select(['p.lease_id as id', 'p.lease_id', 'p.group_id']).limit(MAX_COUNTED + 1);
    return this.records.count(rows, MAX_COUNTED, activeOn === undefined ? undefined : activeFilter(activeOn));
  }

  #fewLeases(): Promise<readonly RowId[] | null> {
    this.#few ??= fewPairs(this.records, this.criteria);
    return this.#few;
  }

  /** All matching tenants. Null if there are too many to read each as a stream. */
  #fewTenants(): Promise<readonly RowId[] | null> {
    this.#tenants ??= idsOf(
      identifiedTenants(this.records)
        .where((eb) => eb.and(tenantConditions(this.#given)))
        .select('t.id')
        .limit(TENANTS + 1),
    ).then((tenants) => (tenants.length > TENANTS ? null : tenants));
    return this.#tenants;
  }

  #chosenPlan(): Promise<Plan> {
    this.#plan ??= this.#choosePlan();
    return this.#plan;
  }

  async #choosePlan(): Promise<Plan> {
    const { activeOn } = this.criteria;
    const tenants = await this.#fewTenants();
    if (tenants !== null) return { kind: 'tenants', tenants, share: activeOn === undefined ? 1 : ACTIVE_SHARE };
    const estimate = await estimateLeases(
      this.records,
      identifiedTenants(this.records),
      tenantConditions(this.#given),
      activeOn,
    );
    return { kind: 'many', ...estimate };
  }

  #mergePlan(plan: Plan, { direction }: Pick<PageRequest, 'direction'>): MergePlan {
    const fallBack: MergePlan['fallBack'] = (on, from, bounds) =>
      idsFrom(this.#matches(on), 'p.lease_id', from, bounds);
    if (plan.kind === 'tenants') return { ...this.#ofTenants(plan.tenants), share: plan.share, fallBack };
    const { share, fullFetch, months } = plan;
    const [side, other] = months?.of(direction) ?? [];
    const walk = { ...this.#walkThroughLeases(side), share };
    if (fullFetch !== undefined) {
      return { ...walk, alternative: fullFetch, fallBack: fullFetchFirst((on) => this.#fullFetchOn(on), fallBack) };
    }
    if (months === undefined) return { ...walk, fallBack };
    return {
      ...walk,
      alternative: months.other,
      fallBack: mergeOther({ ...this.#walkThroughLeases(other), share, fallBack }),
    };
  }

  /** A walk that leaves out the leases of other groups. Streams of many groups are slower. */
  #waysThroughGroups(): Ways {
    return {
      table: 'leases',
      density: 1,
      first: this.#mergePlan({ kind: 'many', share: 0.5, prefersFullFetch: false }, { direction: 'forward' }),
      others: async () => [],
      walk: (bounds) => this.#walk(bounds),
      walked: { visible: 2_500, all: 12_000 },
      finish: (bounds) => this.#fetchedOrMerged(bounds),
    };
  }

  /** Every visible lease within the bounds is checked. */
  #walk(bounds: PageRequest) {
    const { isAll } = this.records.scope;
    const index = isAll || hasManyGroups(this.records) ? 'primary' : 'leases_of_group';
    const walk = this.records.leases(`force index (${index})`).select('l.id as id').where(this.#hasMatchingTenant('l'));
    return firstIds(walk, 'l.id', bounds);
  }

  #fullFetchOn(records: VisibleRecords): FullFetch {
    return new FullFetch(MAX_FETCHED, (limit) => idsOf(this.#matches(records).limit(limit)));
  }

  /** Tenants may have moved to another group by now. The scope is applied to the rows. */
  #ofTenants(tenants: readonly RowId[]): StreamSource {
    const streams = tenants.map((id): SortedStream => ({ index: 'primary', where: fragment('p.tenant_id = ?', id) }));
    const { activeOn } = this.criteria;
    return { table: PAIRS_BY_LEASE, streams, ...(activeOn !== undefined && { filter: activeFilter(activeOn) }) };
  }

  /**
   * All visible leases, each checked for a matching tenant. Active leases are read by the month of their end or start. If ids
   * follow the calendar, a walk in the order of ids would read many inactive leases in vain.
   */
  #walkThroughLeases(column: LeaseMonth | undefined): StreamSource {
    const { records } = this;
    const { activeOn } = this.criteria;
    const filter: ResidualFilterOf = (row) => ({ joins: sql``, condition: this.#hasMatchingTenant(row) });
    if (activeOn !== undefined && column !== undefined) {
      return { table: LEASES, streams: (on) => monthStreams(on, column, monthOf(activeOn)), filter };
    }
    if (records.scope.isAll) {
      return { table: PAIRS_BY_LEASE, streams: [{ index: 'lease_tenants_of_lease' }], filter: this.#tenantFilter() };
    }
    return { table: LEASES, streams: groupStreams(records, LEASES), filter };
  }

  /** For a row of `leases`. A subquery with a limit: MySQL would compute an EXISTS from a table of all matching tenants. */
  #hasMatchingTenant(row: string): Expression<SqlBool> {
    const { activeOn } = this.criteria;
    const matching = sql<SqlBool>`(
      select straight_join 1 from lease_tenants as p force index (lease_tenants_of_lease)
      join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id = p.group_id
      where p.lease_id = ${sql.ref(`${row}.id`)} and p.group_id = ${sql.ref(`${row}.group_id`)}
      and ${sql.join(tenantConditions(this.#given), sql` and `)} limit 1) is not null`;
    return activeOn === undefined ? matching : sql<SqlBool>`${isActiveOn(row, activeOn)} and ${matching}`;
  }

  /** For a row of `lease_tenants`. */
  #tenantFilter(): ResidualFilterOf {
    return (row) => ({
      joins: sql`left join tenants as t on t.id = ${sql.ref(`${row}.tenant_id`)} and t.group_id = ${sql.ref(`${row}.group_id`)}`,
      condition: sql.join(tenantConditions(this.#given), sql` and `),
    });
  }

  #pairsOf(tenants: readonly RowId[]) {
    return this.records.leaseTenants('force index (primary)').where(among('p.tenant_id', tenants));
  }

  #matches(records: VisibleRecords) {
    const { activeOn } = this.criteria;
    return pairsOfTenants(records, this.#given)
      .$if(activeOn !== undefined, (q) =>
        q
          .innerJoin('leases as l', (on) => on.onRef('l.id', '=', 'p.lease_id').onRef('l.group_id', '=', 'p.group_id'))
          .where(isActiveOn('l', activeOn!)),
      )
      .select('p.lease_id as id');
  }
}

/** All matching tenants if they are few; else the estimated costs. */
type Plan =
  | { readonly kind: 'tenants'; readonly tenants: readonly RowId[]; readonly share: number }
  | ({ readonly kind: 'many' } & LeaseEstimate);

type StreamSource = Pick<MergePlan, 'table' | 'streams' | 'filter'>;

/** Up to this many tenants are read as one stream each. */
const TENANTS = 100;
/** Pairs that the first query reads at most. */
const PAIRS = 120;

/** One statement, which is enough for nearly every tenant: the matching leases, ascending. Null if there may be more. */
async function fewPairs(records: VisibleRecords, criteria: TenantCriteria): Promise<readonly RowId[] | null> {
  const { activeOn } = criteria;
  const values = { ...identificationsOf(criteria), ...(activeOn !== undefined && { activeOn }) };
  const fields = Object.keys(values);
  const rows = await records.prepared(`first pairs by ${fields.join()}`, (on) => firstPairs(on, fields), values);
  if (rows.length > PAIRS) return null;
  return inIdOrder(rows.filter(({ matches }) => matches === 1).map(({ lease }) => lease));
}

interface Row {
  readonly lease: RowId;
  readonly matches: number | null;
}

/** The text depends on which fields are given. */
function firstPairs(records: VisibleRecords, fields: readonly string[]): Statement<Row> {
  const given: Identifications = Object.fromEntries(
    fields.filter((field) => field !== 'activeOn').map((field) => [field, slot<string>(field)]),
  );
  const active = fields.includes('activeOn');
  return pairsOfTenants(records, given)
    .$if(active, (q) =>
      q.leftJoin('leases as l', (on) => on.onRef('l.id', '=', 'p.lease_id').onRef('l.group_id', '=', 'p.group_id')),
    )
    .select([
      'p.lease_id as lease',
      (active ? isActiveOn('l', slot<string>('activeOn')) : sql<SqlBool>`true`).as('matches'),
    ])
    .limit(PAIRS + 1);
}
