/** Finds the leases of the tenants that a question matches, in paging order, by the way that reads least (docs/plans.md). */

import { type Expression, sql, type SqlBool } from 'kysely';

import type { LocalDate } from '../../model/local-date';
import type { PageRequest, RowId } from '../../model/page';
import type { TenantQuestion } from '../../model/questions';
import { bytes, emailKey, phoneKey } from '../match-keys';
import { joined, type LeaseMonth, type VisibleRecords } from '../visible-records';
import { merge } from './merge';
import { monthOf, monthRuns } from './month-runs';
import { LEASES, PAIRS_BY_LEASE, type Run, type RunTable, type SieveOf } from './runs';
import { Gathering, idsOf, type Search, within } from './search';

/** Matches that are gathered at most, whatever was expected. */
const GATHERED = 20_000;
/** Tenants that get a run each: their leases are in paging order. */
const TENANTS_AT_ONCE = 100;
/** Groups that get a run each without being asked where they begin. */
const GROUPS_AT_ONCE = 100;
/** Pairs that are looked at to count those of some tenants, and of so many that each has to be looked up as well. */
const COUNTED = 13_000;
const COUNTED_OF_MANY = 7_000;
/** The share of leases that are thought to be active; only costs hang on it. */
const ACTIVE_SHARE = 0.25;
/** Leases that a page and the row behind it take. */
const WANTED = 1.3 * 101;

export class LeaseSearch implements Search {
  readonly #gathering = new Gathering(GATHERED, (limit) => idsOf(this.#matches().limit(limit)));
  #way: Promise<Way> | undefined;

  constructor(
    private readonly records: VisibleRecords,
    private readonly question: TenantQuestion,
  ) {}

  async ids(bounds: PageRequest): Promise<RowId[]> {
    const way = await this.#chosen();
    if (way.kind === 'gather') {
      const gathered = await this.#gathering.all();
      if (gathered !== null) return within(gathered, bounds);
    }
    const { table, runs, heads, sieve } =
      way.kind === 'tenants' ? this.#ofTenants(way.tenants) : await this.#throughLeases(bounds);
    return merge(
      {
        runs: runs.length,
        ...(heads !== undefined && { heads }),
        share: way.share,
        read: (stretches) => this.records.places(table, runs, stretches, bounds.direction, sieve),
        giveUp: (from, limit) => this.#matchesFrom(from, { ...bounds, limit }),
      },
      bounds,
    );
  }

  async count(): Promise<number | null> {
    const way = await this.#chosen();
    if (way.kind === 'tenants' && way.tenants.length === 0) return 0;
    const { activeOn } = this.question;
    const pairs = way.kind === 'tenants' ? this.#pairsOf(way.tenants) : this.#pairs();
    const most = way.kind === 'tenants' ? COUNTED : COUNTED_OF_MANY;
    const rows = pairs.select(['p.lease_id as id', 'p.lease_id', 'p.group_id']).limit(most + 1);
    return this.records.count(rows, most, activeOn === undefined ? undefined : activeSieve(activeOn));
  }

  #chosen(): Promise<Way> {
    this.#way ??= this.#choose();
    return this.#way;
  }

  async #choose(): Promise<Way> {
    const active = this.question.activeOn === undefined ? 1 : ACTIVE_SHARE;
    const tenants = await this.#tenants()
      .select(['t.id', 't.group_id'])
      .limit(TENANTS_AT_ONCE + 1)
      .execute();
    if (tenants.length <= TENANTS_AT_ONCE) return { kind: 'tenants', tenants, share: active };
    const { found, pairs } = await this.records.estimates([this.#tenants().select(sql.lit(1).as('one'))]);
    const [matching = 0] = found;
    const gatherCost = matching * 3.5;
    const share = (matching / Math.max(pairs, 1)) * active;
    return { kind: gatherCost < (WANTED / share) * 4 ? 'gather' : 'walk', share };
  }

  #ofTenants(tenants: readonly MatchingTenant[]): Found {
    const runs = tenants.map(({ id, group_id }): Run => ({
      index: 'primary',
      group: group_id,
      where: sql<SqlBool>`p.tenant_id = ${id}`,
    }));
    const { activeOn } = this.question;
    return { table: PAIRS_BY_LEASE, runs, ...(activeOn !== undefined && { sieve: activeSieve(activeOn) }) };
  }

  /**
   * All visible leases, each looked at for a tenant that matches. Those that may be active are read by the month of their end
   * or of their start: where ids follow the calendar, the others would be read in vain.
   */
  async #throughLeases({ direction, after, before }: PageRequest): Promise<Found> {
    const { scope } = this.records;
    const { activeOn } = this.question;
    const sieve: SieveOf = (row) => ({ joins: sql``, condition: this.#hasMatchingTenant(row) });
    if (activeOn !== undefined) {
      const month = monthOf(activeOn);
      const column = await this.#sideOf(month, direction);
      const runs = await monthRuns(this.records, column, month);
      return { table: LEASES, runs, sieve };
    }
    if (scope.isAll) {
      return { table: PAIRS_BY_LEASE, runs: [{ index: 'lease_tenants_of_lease' }], sieve: this.#tenantSieve() };
    }
    const index = 'leases_of_group';
    if (scope.listed.length <= GROUPS_AT_ONCE) {
      return { table: LEASES, runs: scope.listed.map((group) => ({ index, group })), sieve };
    }
    const heads = await this.records.firstLeases(
      direction === 'forward' ? (after ?? 0) + 1 : (before ?? 2 ** 53) - 1,
      direction,
    );
    const runs = heads.map(({ group_id }) => ({ index, group: group_id }));
    return { table: LEASES, runs, heads: heads.map(({ id }) => id), sieve };
  }

  /** On which side of a day fewer leases are; where there are many on both, the one whose active leases come first. */
  async #sideOf(month: number, direction: PageRequest['direction']): Promise<LeaseMonth> {
    const all = (hint?: string) => this.records.leases(hint).select(sql.lit(1).as('one'));
    const { found } = await this.records.estimates([
      all(),
      all('use index (leases_by_end_month)').where('l.end_month', '>=', month),
      all('use index (leases_by_start_month)').where('l.start_month', '<=', month),
    ]);
    const [leases = 0, ending = 0, started = 0] = found;
    if (Math.min(ending, started) < leases / 4) return ending < started ? 'end_month' : 'start_month';
    return direction === 'forward' ? 'end_month' : 'start_month';
  }

  /** Of a row of `leases`. As a value with a limit: MySQL would answer an EXISTS from a table of all matching tenants. */
  #hasMatchingTenant(row: string): Expression<SqlBool> {
    const { activeOn } = this.question;
    const matching = sql<SqlBool>`(
      select straight_join 1 from lease_tenants as p force index (lease_tenants_of_lease)
      join tenants as t force index (primary) on t.id = p.tenant_id and t.group_id = p.group_id
      where p.lease_id = ${sql.ref(`${row}.id`)} and p.group_id = ${sql.ref(`${row}.group_id`)}
      and ${sql.join(this.#identifications(), sql` and `)} limit 1) is not null`;
    return activeOn === undefined ? matching : sql<SqlBool>`${isActiveOn(row, activeOn)} and ${matching}`;
  }

  /** Of a row of `lease_tenants`. */
  #tenantSieve(): SieveOf {
    return (row) => ({
      joins: sql`left join tenants as t on t.id = ${sql.ref(`${row}.tenant_id`)} and t.group_id = ${sql.ref(`${row}.group_id`)}`,
      condition: sql.join(this.#identifications(), sql` and `),
    });
  }

  /** Every given identification holds for the same tenant (decision 7). */
  #identifications(): Expression<SqlBool>[] {
    const { identifier, externalRef, emailAddress, phoneNumber } = this.question;
    return [
      ...(identifier === undefined ? [] : [sql<SqlBool>`t.identifier_key = ${bytes(identifier)}`]),
      ...(externalRef === undefined ? [] : [sql<SqlBool>`t.external_ref_key = ${bytes(externalRef)}`]),
      ...(emailAddress === undefined ? [] : [sql<SqlBool>`t.email_key = ${emailKey(emailAddress)}`]),
      ...(phoneNumber === undefined ? [] : [sql<SqlBool>`t.phone_key = ${phoneKey(phoneNumber)}`]),
    ];
  }

  #tenants() {
    // By what identifies a tenant: else the server may think of reading whole groups.
    return this.records
      .tenants('ignore index (primary, tenants_of_group)')
      .where((eb) => eb.and(this.#identifications()));
  }

  #pairs() {
    return this.#tenants()
      .innerJoin(joined('lease_tenants as p', 'primary'), (on) =>
        on.onRef('p.tenant_id', '=', 't.id').onRef('p.group_id', '=', 't.group_id'),
      )
      .modifyFront(sql`straight_join`);
  }

  #pairsOf(tenants: readonly MatchingTenant[]) {
    return this.records.leaseTenants('force index (primary)').where(
      'p.tenant_id',
      'in',
      tenants.map(({ id }) => id),
    );
  }

  #matches() {
    const { activeOn } = this.question;
    return this.#pairs()
      .$if(activeOn !== undefined, (q) =>
        q
          .innerJoin('leases as l', (on) => on.onRef('l.id', '=', 'p.lease_id').onRef('l.group_id', '=', 'p.group_id'))
          .where(isActiveOn('l', activeOn!)),
      )
      .select('p.lease_id as id');
  }

  /** For what no plan bounds: the server goes on until it has a page or its time is over. */
  #matchesFrom(from: RowId, { direction, after, before, limit }: PageRequest): Promise<RowId[]> {
    const forward = direction === 'forward';
    return idsOf(
      this.#matches()
        .where('p.lease_id', forward ? '>=' : '<=', from)
        .$if(forward && before !== undefined, (q) => q.where('p.lease_id', '<', before!))
        .$if(!forward && after !== undefined, (q) => q.where('p.lease_id', '>', after!))
        .distinct()
        .orderBy('p.lease_id', forward ? 'asc' : 'desc')
        .limit(limit),
    );
  }
}

interface MatchingTenant {
  readonly id: RowId;
  readonly group_id: RowId;
}

/** `share`: of the rows of a merge, how many match. */
type Way =
  | { readonly kind: 'tenants'; readonly tenants: readonly MatchingTenant[]; readonly share: number }
  | { readonly kind: 'gather' | 'walk'; readonly share: number };

interface Found {
  readonly table: RunTable;
  readonly runs: readonly Run[];
  readonly heads?: readonly RowId[];
  readonly sieve?: SieveOf;
}

/** Both strict; a lease that lacks a date is not active (contract section 3, decision 13). */
export const isActiveOn = (lease: string, day: LocalDate): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${lease}.start_date`)} < ${day} and ${sql.ref(`${lease}.end_date`)} > ${day}`;

/** Of a row of `lease_tenants`. */
const activeSieve =
  (day: LocalDate): SieveOf =>
  (row) => ({
    joins: sql`left join leases as l on l.id = ${sql.ref(`${row}.lease_id`)} and l.group_id = ${sql.ref(`${row}.group_id`)}`,
    condition: isActiveOn('l', day),
  });
