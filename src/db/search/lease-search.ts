/** Finds the leases of matching tenants in the order of the page, by the plan that reads the fewest rows (docs/develop/plans.md). */

import { type Expression, sql, type SqlBool } from 'kysely';

import type { PageRequest, RowId } from '../../model/page';
import type { TenantCriteria } from '../../model/criteria';
import { among } from '../match-keys';
import { LEASES, PAIRS_BY_LEASE, type SortedStream, type ResidualFilterOf } from '../sorted-streams';
import { fragment, slot, type Statement, union } from '../statements';
import type { LeaseMonth, VisibleRecords } from '../visible-records';
import {
  activeFilter,
  type Identifications,
  identificationsOf,
  identifiedTenants,
  isActiveOn,
  pairsOfTenants,
  tenantConditions,
} from './conditions';
import { ACTIVE_SHARE, estimateLeases, type LeaseEstimate } from './cost-estimate';
import { fullFetchFirst, mergedIds, mergeOther, type MergePlan } from './merge';
import { countOf, FullFetch, idsFrom, idsOf, MAX_COUNTED, MAX_FETCHED, type Search, within } from './search';
import { groupStreams, monthOf, monthStreams } from './streams';

export class LeaseSearch implements Search {
  readonly #fullFetch: FullFetch;
  readonly #given: Identifications;
  #first: Promise<FirstQuery> | undefined;
  #plan: Promise<Plan> | undefined;

  constructor(
    private readonly records: VisibleRecords,
    private readonly criteria: TenantCriteria,
  ) {
    this.#fullFetch = this.#fullFetchOn(records);
    this.#given = identificationsOf(criteria);
  }

  async ids(bounds: PageRequest): Promise<RowId[]> {
    const plan = await this.#chosenPlan();
    if (plan.kind === 'known') return within(plan.leases, bounds);
    const fetched = plan.kind === 'many' && plan.prefersFullFetch ? await this.#fullFetch.all() : null;
    if (fetched !== null) return within(fetched, bounds);
    return mergedIds(this.records, this.#mergePlan(plan, bounds), bounds);
  }

  /** Whether there is a count depends only on rows that the caller may see, never on an estimate (decision 78). */
  async count(): Promise<number | null> {
    const { leases, tenants } = await this.#firstQuery();
    if (leases !== null) return countOf(leases);
    const { activeOn } = this.criteria;
    const pairs = tenants === null ? pairsOfTenants(this.records, this.#given) : this.#pairsOf(tenants);
    const rows = pairs.select(['p.lease_id as id', 'p.lease_id', 'p.group_id']).limit(MAX_COUNTED + 1);
    return this.records.count(rows, MAX_COUNTED, activeOn === undefined ? undefined : activeFilter(activeOn));
  }

  #firstQuery(): Promise<FirstQuery> {
    this.#first ??= firstQuery(this.records, this.criteria);
    return this.#first;
  }

  #chosenPlan(): Promise<Plan> {
    this.#plan ??= this.#choosePlan();
    return this.#plan;
  }

  async #choosePlan(): Promise<Plan> {
    const { leases, tenants } = await this.#firstQuery();
    if (leases !== null) return { kind: 'known', leases };
    const { activeOn } = this.criteria;
    if (tenants !== null) return { kind: 'tenants', tenants, share: activeOn === undefined ? 1 : ACTIVE_SHARE };
    const estimate = await estimateLeases(
      this.records,
      identifiedTenants(this.records),
      tenantConditions(this.#given),
      activeOn,
    );
    return { kind: 'many', ...estimate };
  }

  #mergePlan(plan: Exclude<Plan, { kind: 'known' }>, { direction }: PageRequest): MergePlan {
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

/** All leases if they are few; else all matching tenants if they are few; else the estimated costs. */
type Plan =
  | { readonly kind: 'known'; readonly leases: readonly RowId[] }
  | { readonly kind: 'tenants'; readonly tenants: readonly RowId[]; readonly share: number }
  | ({ readonly kind: 'many' } & LeaseEstimate);

type StreamSource = Pick<MergePlan, 'table' | 'streams' | 'filter'>;

/** Up to so many tenants, each becomes a stream. */
const TENANTS = 100;
/** Pairs that the first query reads at most. */
const PAIRS = 120;

export interface FirstQuery {
  /** All matching leases, ascending. Null if there may be more than the query has read. */
  readonly leases: readonly RowId[] | null;
  /** All matching tenants. Null if there are too many to read each as a stream. */
  readonly tenants: readonly RowId[] | null;
}

/** One statement. For nearly every tenant it finds all leases. Its text depends on which fields are given. */
export async function firstQuery(records: VisibleRecords, criteria: TenantCriteria): Promise<FirstQuery> {
  const { activeOn } = criteria;
  const values = { ...identificationsOf(criteria), ...(activeOn !== undefined && { activeOn }) };
  const fields = Object.keys(values);
  const rows = await records.prepared(`first query by ${fields.join()}`, (on) => firstQueryBy(on, fields), values);
  const pairs = rows.filter((row) => row.lease !== null);
  const tenants = rows.filter((row) => row.lease === null);
  const matching = pairs.filter(({ matches }) => matches === 1).map(({ lease }) => lease!);
  return {
    leases: pairs.length > PAIRS ? null : [...new Set(matching)].sort((a, b) => a - b),
    tenants: tenants.length > TENANTS ? null : tenants.map(({ tenant }) => tenant),
  };
}

interface Row {
  readonly tenant: RowId;
  /** Null in the rows of tenants, which come beside those of pairs. */
  readonly lease: RowId | null;
  readonly matches: number | null;
}

function firstQueryBy(records: VisibleRecords, fields: readonly string[]): Statement<Row> {
  const given: Identifications = Object.fromEntries(
    fields.filter((field) => field !== 'activeOn').map((field) => [field, slot<string>(field)]),
  );
  const active = fields.includes('activeOn');
  const tenants = identifiedTenants(records)
    .where((eb) => eb.and(tenantConditions(given)))
    .select(['t.id as tenant', sql<null>`null`.as('lease'), sql<null>`null`.as('matches')])
    .limit(TENANTS + 1);
  const pairs = pairsOfTenants(records, given)
    .$if(active, (q) =>
      q.leftJoin('leases as l', (on) => on.onRef('l.id', '=', 'p.lease_id').onRef('l.group_id', '=', 'p.group_id')),
    )
    .select([
      't.id as tenant',
      'p.lease_id as lease',
      (active ? isActiveOn('l', slot<string>('activeOn')) : sql<SqlBool>`true`).as('matches'),
    ])
    .limit(PAIRS + 1);
  return sql<Row>`${union<unknown>([tenants, pairs])}`;
}
