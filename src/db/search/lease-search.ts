/** Finds the leases of the tenants that a question matches, in paging order, by the way that reads least (docs/develop/plans.md). */

import { type Expression, sql, type SqlBool } from 'kysely';

import type { PageRequest, RowId } from '../../model/page';
import type { TenantCriteria } from '../../model/criteria';
import { among } from '../match-keys';
import { LEASES, PAIRS_BY_LEASE, type Run, type SieveOf } from '../sorted-streams';
import { fragment, slot, type Statement, union } from '../statements';
import type { LeaseMonth, VisibleRecords } from '../visible-records';
import {
  activeSieve,
  type Identifications,
  identificationsOf,
  identifiedTenants,
  isActiveOn,
  pairsOfTenants,
  tenantConditions,
} from './conditions';
import { ACTIVE_SHARE, appraiseLeases, type LeaseAppraisal } from './cost-estimate';
import { gatherFirst, mergedIds, mergeInstead, type MergePlan } from './merge';
import { countOf, Gathering, idsFrom, idsOf, MOST_COUNTED, MOST_GATHERED, type Search, within } from './search';
import { groupRuns, monthOf, monthRuns } from './streams';

export class LeaseSearch implements Search {
  readonly #gathering: Gathering;
  readonly #given: Identifications;
  #look: Promise<FirstLook> | undefined;
  #way: Promise<Way> | undefined;

  constructor(
    private readonly records: VisibleRecords,
    private readonly question: TenantCriteria,
  ) {
    this.#gathering = this.#gatheringOn(records);
    this.#given = identificationsOf(question);
  }

  async ids(bounds: PageRequest): Promise<RowId[]> {
    const way = await this.#chosen();
    if (way.kind === 'known') return within(way.leases, bounds);
    const gathered = way.kind === 'many' && way.gathers ? await this.#gathering.all() : null;
    if (gathered !== null) return within(gathered, bounds);
    return mergedIds(this.records, this.#mergePlan(way, bounds), bounds);
  }

  /** Whether there is a number depends on rows of the caller's own alone: no estimate has a say (decision 78). */
  async count(): Promise<number | null> {
    const { leases, tenants } = await this.#firstLook();
    if (leases !== null) return countOf(leases);
    const { activeOn } = this.question;
    const pairs = tenants === null ? pairsOfTenants(this.records, this.#given) : this.#pairsOf(tenants);
    const rows = pairs.select(['p.lease_id as id', 'p.lease_id', 'p.group_id']).limit(MOST_COUNTED + 1);
    return this.records.count(rows, MOST_COUNTED, activeOn === undefined ? undefined : activeSieve(activeOn));
  }

  #firstLook(): Promise<FirstLook> {
    this.#look ??= firstLook(this.records, this.question);
    return this.#look;
  }

  #chosen(): Promise<Way> {
    this.#way ??= this.#choose();
    return this.#way;
  }

  async #choose(): Promise<Way> {
    const { leases, tenants } = await this.#firstLook();
    if (leases !== null) return { kind: 'known', leases };
    const { activeOn } = this.question;
    if (tenants !== null) return { kind: 'tenants', tenants, share: activeOn === undefined ? 1 : ACTIVE_SHARE };
    const appraisal = await appraiseLeases(
      this.records,
      identifiedTenants(this.records),
      tenantConditions(this.#given),
      activeOn,
    );
    return { kind: 'many', ...appraisal };
  }

  #mergePlan(way: Exclude<Way, { kind: 'known' }>, { direction }: PageRequest): MergePlan {
    const giveUp: MergePlan['giveUp'] = (on, from, bounds) => idsFrom(this.#matches(on), 'p.lease_id', from, bounds);
    if (way.kind === 'tenants') return { ...this.#ofTenants(way.tenants), share: way.share, giveUp };
    const { share, gathering, months } = way;
    const [side, other] = months?.of(direction) ?? [];
    const walk = { ...this.#throughLeases(side), share };
    if (gathering !== undefined) {
      return { ...walk, rival: gathering, giveUp: gatherFirst((on) => this.#gatheringOn(on), giveUp) };
    }
    if (months === undefined) return { ...walk, giveUp };
    return { ...walk, rival: months.other, giveUp: mergeInstead({ ...this.#throughLeases(other), share, giveUp }) };
  }

  #gatheringOn(records: VisibleRecords): Gathering {
    return new Gathering(MOST_GATHERED, (limit) => idsOf(this.#matches(records).limit(limit)));
  }

  /** Whatever group a tenant is in by now: the rows are sieved by the scope. */
  #ofTenants(tenants: readonly RowId[]): Source {
    const runs = tenants.map((id): Run => ({ index: 'primary', where: fragment('p.tenant_id = ?', id) }));
    const { activeOn } = this.question;
    return { table: PAIRS_BY_LEASE, runs, ...(activeOn !== undefined && { sieve: activeSieve(activeOn) }) };
  }

  /**
   * All visible leases, each looked at for a tenant that matches. Those that may be active are read by the month of their end
   * or of their start: where ids follow the calendar, the others would be read in vain.
   */
  #throughLeases(column: LeaseMonth | undefined): Source {
    const { records } = this;
    const { activeOn } = this.question;
    const sieve: SieveOf = (row) => ({ joins: sql``, condition: this.#hasMatchingTenant(row) });
    if (activeOn !== undefined && column !== undefined) {
      return { table: LEASES, runs: (on) => monthRuns(on, column, monthOf(activeOn)), sieve };
    }
    if (records.scope.isAll) {
      return { table: PAIRS_BY_LEASE, runs: [{ index: 'lease_tenants_of_lease' }], sieve: this.#tenantSieve() };
    }
    return { table: LEASES, runs: groupRuns(records, LEASES), sieve };
  }

  /** Of a row of `leases`. As a value with a limit: MySQL would answer an EXISTS from a table of all matching tenants. */
  #hasMatchingTenant(row: string): Expression<SqlBool> {
    const { activeOn } = this.question;
    const matching = sql<SqlBool>`(
      select straight_join 1 from lease_tenants as p force index (lease_tenants_of_lease)
      join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id = p.group_id
      where p.lease_id = ${sql.ref(`${row}.id`)} and p.group_id = ${sql.ref(`${row}.group_id`)}
      and ${sql.join(tenantConditions(this.#given), sql` and `)} limit 1) is not null`;
    return activeOn === undefined ? matching : sql<SqlBool>`${isActiveOn(row, activeOn)} and ${matching}`;
  }

  /** Of a row of `lease_tenants`. */
  #tenantSieve(): SieveOf {
    return (row) => ({
      joins: sql`left join tenants as t on t.id = ${sql.ref(`${row}.tenant_id`)} and t.group_id = ${sql.ref(`${row}.group_id`)}`,
      condition: sql.join(tenantConditions(this.#given), sql` and `),
    });
  }

  #pairsOf(tenants: readonly RowId[]) {
    return this.records.leaseTenants('force index (primary)').where(among('p.tenant_id', tenants));
  }

  #matches(records: VisibleRecords) {
    const { activeOn } = this.question;
    return pairsOfTenants(records, this.#given)
      .$if(activeOn !== undefined, (q) =>
        q
          .innerJoin('leases as l', (on) => on.onRef('l.id', '=', 'p.lease_id').onRef('l.group_id', '=', 'p.group_id'))
          .where(isActiveOn('l', activeOn!)),
      )
      .select('p.lease_id as id');
  }
}

/** All leases where they are few, or all tenants that match; else what many of them cost. */
type Way =
  | { readonly kind: 'known'; readonly leases: readonly RowId[] }
  | { readonly kind: 'tenants'; readonly tenants: readonly RowId[]; readonly share: number }
  | ({ readonly kind: 'many' } & LeaseAppraisal);

type Source = Pick<MergePlan, 'table' | 'runs' | 'sieve'>;

/** Tenants that can be read a run each: their leases are in paging order. */
const TENANTS = 100;
/** Pairs of them that are looked at before anything is known. */
const PAIRS = 120;

export interface FirstLook {
  /** All matching leases, ascending; null when there are more than a look tells. */
  readonly leases: readonly RowId[] | null;
  /** All matching tenants; null when there are more than can be read a run each. */
  readonly tenants: readonly RowId[] | null;
}

/** One statement, whose text depends on which fields are given. */
export async function firstLook(records: VisibleRecords, question: TenantCriteria): Promise<FirstLook> {
  const { activeOn } = question;
  const values = { ...identificationsOf(question), ...(activeOn !== undefined && { activeOn }) };
  const fields = Object.keys(values);
  const rows = await records.prepared(`first look by ${fields.join()}`, (on) => lookBy(on, fields), values);
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
  /** Null in the rows that tell of a tenant alone. */
  readonly lease: RowId | null;
  readonly matches: number | null;
}

function lookBy(records: VisibleRecords, fields: readonly string[]): Statement<Row> {
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
