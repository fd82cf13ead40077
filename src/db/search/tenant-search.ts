/** Finds the tenants of the leases that a question matches, in paging order, by the way that reads least (docs/plans.md). */

import { sql } from 'kysely';

import type { PageRequest, RowId } from '../../model/page';
import type { LeaseQuestion } from '../../model/questions';
import { bytes } from '../match-keys';
import { joined, type VisibleRecords } from '../visible-records';
import { type Access, type Appraisal, appraise, pairIndexFor } from './appraisal';
import { dateRuns } from './date-runs';
import { moveInCondition, unitConditions } from './lease-conditions';
import { merge } from './merge';
import { PAIRS_BY_TENANT, type Run, type SieveOf } from './runs';
import { countOf, Gathering, idsOf, type Search, within } from './search';

/** Matches that are gathered at most, whatever was expected. */
const GATHERED = 20_000;
/** Pairs that are looked at to count them; with an address, each of their units as well. */
const COUNTED = 13_000;
const COUNTED_WITH_UNITS = 9_000;
/** Groups that get a run each without being asked where they begin. */
const GROUPS_AT_ONCE = 100;

export class TenantSearch implements Search {
  #appraisal: Promise<Appraisal> | undefined;
  #gathering: Promise<Gathering | null> | undefined;

  constructor(
    private readonly records: VisibleRecords,
    private readonly question: LeaseQuestion,
  ) {}

  async ids(bounds: PageRequest): Promise<RowId[]> {
    const gathered = await this.#gathered();
    return gathered === null ? this.#merged(bounds) : within(gathered, bounds);
  }

  async count(): Promise<number | null> {
    const gathered = await this.#gathered();
    return gathered === null ? this.#counted() : countOf(gathered);
  }

  /** Null where that is not the way. */
  async #gathered(): Promise<readonly RowId[] | null> {
    this.#gathering ??= this.#chooseGathering();
    const gathering = await this.#gathering;
    return gathering === null ? null : gathering.all();
  }

  async #chooseGathering(): Promise<Gathering | null> {
    const { records, question } = this;
    if (question.identifier !== undefined)
      return new Gathering(GATHERED, (limit) =>
        idsOf(this.#matches('force index (lease_tenants_of_lease)').limit(limit)),
      );
    if (question.address === undefined && (records.scope.isAll || !this.#ranged)) return null;
    const { gather, mergeCost, matches } = await this.#appraised();
    if (gather.cost > mergeCost || gather.cost > 3 * GATHERED) return null;
    // Three times what is expected: then the expectation was wrong, and the merge is tried.
    const most = Math.min(GATHERED, 2_000 + Math.ceil(3 * matches));
    return new Gathering(most, (limit) => idsOf(this.#matchesBy(gather).limit(limit)));
  }

  #appraised(): Promise<Appraisal> {
    this.#appraisal ??= appraise(this.records, this.question);
    return this.#appraisal;
  }

  get #ranged(): boolean {
    return moveInCondition(this.question) !== undefined;
  }

  async #merged(bounds: PageRequest): Promise<RowId[]> {
    const { records } = this;
    const { runs, heads } = await this.#runs(bounds);
    const sieve = this.#sieve();
    const scopeIsSieved = !records.scope.isAll && this.#ranged;
    const share = sieve === undefined && !scopeIsSieved ? 1 : (await this.#appraised()).share;
    return merge(
      {
        runs: runs.length,
        ...(heads !== undefined && { heads }),
        share,
        read: (stretches) => records.places(PAIRS_BY_TENANT, runs, stretches, bounds.direction, sieve),
        ...(scopeIsSieved && { skip: (from) => this.#firstVisible(from, bounds.direction) }),
        giveUp: (from, limit) => this.#matchesFrom(from, { ...bounds, limit }),
      },
      bounds,
    );
  }

  /** Whole in range and scope where one index can be; what is left is sieved. */
  async #runs({ direction, after, before }: PageRequest): Promise<{ runs: Run[]; heads?: RowId[] }> {
    const { records, question } = this;
    if (this.#ranged) return { runs: await dateRuns(records, question) };
    if (records.scope.isAll) return { runs: [{ index: 'primary' }] };
    const index = 'lease_tenants_of_group';
    const groups = records.scope.listed;
    if (groups.length <= GROUPS_AT_ONCE) return { runs: groups.map((group) => ({ index, group })) };
    const from = direction === 'forward' ? (after ?? 0) + 1 : (before ?? 2 ** 53) - 1;
    const heads = await records.firstTenants(from, direction);
    return { runs: heads.map(({ group_id }) => ({ index, group: group_id })), heads: heads.map(({ id }) => id) };
  }

  #sieve(): SieveOf | undefined {
    const conditions = unitConditions(this.question.address).map(({ condition }) => condition);
    if (conditions.length === 0) return undefined;
    return (row) => ({
      joins: sql`left join units as u on u.id = ${sql.ref(`${row}.unit_key`)} and u.group_id = ${sql.ref(`${row}.group_id`)}`,
      condition: sql.join(conditions, sql` and `),
    });
  }

  async #firstVisible(from: RowId, direction: PageRequest['direction']): Promise<RowId | undefined> {
    const ids = (await this.records.firstTenants(from, direction)).map(({ id }) => id);
    if (ids.length === 0) return undefined;
    return direction === 'forward' ? Math.min(...ids) : Math.max(...ids);
  }

  async #counted(): Promise<number | null> {
    const { records, question } = this;
    const most = question.address === undefined ? COUNTED : COUNTED_WITH_UNITS;
    const index = pairIndexFor(records.scope.isAll, this.#ranged);
    const moveIn = moveInCondition(question);
    const rows = records
      .leaseTenants(`force index (${index})`)
      .select(['p.tenant_id as id', 'p.group_id', 'p.unit_key'])
      .$if(moveIn !== undefined, (q) => q.where(moveIn!))
      .limit(most + 1);
    return records.count(rows, most, this.#sieve());
  }

  /** The pairs of all matches, as the server finds them. */
  #matches(hint?: string) {
    const { identifier, address } = this.question;
    const moveIn = moveInCondition(this.question);
    return this.records
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

  #matchesBy({ begin, index }: Access) {
    const hint = `force index (${index})`;
    if (begin === 'pair') return this.#matches(hint).modifyFront(sql`straight_join`);
    const moveIn = moveInCondition(this.question);
    return this.records
      .units(hint)
      .innerJoin(joined('lease_tenants as p', 'lease_tenants_of_unit'), (on) =>
        on.onRef('p.unit_key', '=', 'u.id').onRef('p.group_id', '=', 'u.group_id'),
      )
      .where((eb) => eb.and(unitConditions(this.question.address).map(({ condition }) => condition)))
      .$if(moveIn !== undefined, (q) => q.where(moveIn!))
      .select('p.tenant_id as id')
      .modifyFront(sql`straight_join`);
  }

  /** For what no plan bounds: the server goes on until it has a page or its time is over. */
  #matchesFrom(from: RowId, { direction, after, before, limit }: PageRequest): Promise<RowId[]> {
    const forward = direction === 'forward';
    return idsOf(
      this.#matches()
        .where('p.tenant_id', forward ? '>=' : '<=', from)
        .$if(forward && before !== undefined, (q) => q.where('p.tenant_id', '<', before!))
        .$if(!forward && after !== undefined, (q) => q.where('p.tenant_id', '>', after!))
        .distinct()
        .orderBy('p.tenant_id', forward ? 'asc' : 'desc')
        .limit(limit),
    );
  }
}
