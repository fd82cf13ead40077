/** Finds the tenants of the leases that a question matches, in paging order, by the way that reads least (docs/develop/plans.md). */

import { sql } from 'kysely';

import type { PageRequest, RowId } from '../../model/page';
import type { LeaseCriteria } from '../../model/criteria';
import { bytes } from '../match-keys';
import { PAIRS_BY_TENANT, type Run, type SieveOf } from '../sorted-streams';
import { joined, type VisibleRecords } from '../visible-records';
import { type Access, type Appraisal, appraise, pairIndexFor, type Way } from './cost-estimate';
import { dateRuns, firstVisible, groupRuns } from './streams';
import { moveInCondition, unitConditions } from './conditions';
import { gatherFirst, idsOfFirstReading, mergedIds, type MergePlan } from './merge';
import { countOf, Gathering, idsFrom, idsOf, MOST_COUNTED, MOST_GATHERED, type Search, within } from './search';

/** Pairs, or units that have one field of the address, that are looked at to count with an address. */
const MOST_COUNTED_WITH_ADDRESS = 9_000;

const WHOLE_TABLE: readonly Run[] = [{ index: 'primary' }];

export class TenantSearch implements Search {
  #appraisal: Promise<Appraisal> | undefined;
  #gathering: Promise<Gathering | null> | undefined;

  constructor(
    private readonly records: VisibleRecords,
    private readonly question: LeaseCriteria,
  ) {}

  async ids(bounds: PageRequest): Promise<RowId[]> {
    // Groups within a range: where many match, a first look finds the page before any choice is made.
    if (this.#isScopeSieved && this.question.address === undefined && this.question.identifier === undefined) {
      const ids = await idsOfFirstReading(this.records, await this.#plan(), bounds);
      if (ids !== null) return ids;
    }
    const gathered = await this.#gathered();
    return gathered === null ? mergedIds(this.records, await this.#mergePlan(), bounds) : within(gathered, bounds);
  }

  /** Whether there is a number depends on rows of the caller's own alone: no estimate has a say (decision 78). */
  async count(): Promise<number | null> {
    const { identifier, address } = this.question;
    if (identifier !== undefined) return countOf((await this.#gathered()) ?? []);
    if (address === undefined) return this.#countedByPairs(MOST_COUNTED);
    const way = await this.#narrowWay();
    if (way === null) return null;
    return way.begin === 'pair' ? this.#countedByPairs(MOST_COUNTED_WITH_ADDRESS) : this.#countedByUnits(way);
  }

  /** Null where that is not the way. */
  async #gathered(): Promise<readonly RowId[] | null> {
    this.#gathering ??= this.#chooseGathering();
    const gathering = await this.#gathering;
    return gathering === null ? null : gathering.all();
  }

  async #chooseGathering(): Promise<Gathering | null> {
    // However many tenants a lease has, an answer may have to hold them all.
    if (this.question.identifier !== undefined) {
      return new Gathering(Infinity, () => idsOf(this.#matches(this.records, 'force index (lease_tenants_of_lease)')));
    }
    if (!this.#isChoice) return null;
    const { gather, mergeCost, matches } = await this.#appraised();
    if (gather.cost > mergeCost) return null;
    // Three times what is expected: then the expectation was wrong, and the merge is tried.
    return this.#gatheringBy(this.records, gather, Math.min(MOST_GATHERED, 2_000 + Math.ceil(3 * matches)));
  }

  #gatheringBy(records: VisibleRecords, access: Access, most: number): Gathering {
    return new Gathering(most, (limit) => idsOf(this.#matchesBy(records, access).limit(limit)));
  }

  /** Runs of groups or of dates alone leave nothing to sieve: no other way is better. */
  get #isChoice(): boolean {
    return this.question.address !== undefined || this.#isScopeSieved;
  }

  get #isScopeSieved(): boolean {
    return !this.records.scope.isAll && this.#isRanged;
  }

  get #isRanged(): boolean {
    return moveInCondition(this.question) !== undefined;
  }

  #appraised(): Promise<Appraisal> {
    this.#appraisal ??= appraise(this.records, this.question);
    return this.#appraisal;
  }

  async #mergePlan(): Promise<MergePlan> {
    const plan = await this.#plan();
    return this.#isChoice ? { ...plan, ...this.#hedge(await this.#appraised(), plan.giveUp) } : plan;
  }

  /** Whole in range and scope where one index can be; what is left is sieved. */
  async #plan(): Promise<MergePlan> {
    const { records, question } = this;
    const table = PAIRS_BY_TENANT;
    const sieve = this.#sieve();
    return {
      table,
      runs: this.#isRanged
        ? await dateRuns(records, question)
        : records.scope.isAll
          ? WHOLE_TABLE
          : groupRuns(records, table),
      share: 1,
      giveUp: (on, from, bounds) => idsFrom(this.#matches(on), 'p.tenant_id', from, bounds),
      ...(sieve !== undefined && { sieve }),
      ...(this.#isScopeSieved && { skip: (on, from, direction) => firstVisible(on, table, from, direction) }),
    };
  }

  /** A merge that has read what it should have taken makes way for a gathering: where the matches come late, it reads on in vain. */
  #hedge({ gatherApart, mergeCost, rowCost, share }: Appraisal, giveUp: MergePlan['giveUp']): Partial<MergePlan> {
    const gathering = (on: VisibleRecords) => this.#gatheringBy(on, gatherApart, MOST_GATHERED);
    const cost = gatherApart.cost / rowCost;
    const after = this.#hasOneUnitCondition ? cost : Math.min(cost, (1.2 * mergeCost) / rowCost);
    return { share, rival: { after, cost }, giveUp: gatherFirst(gathering, giveUp) };
  }

  get #hasOneUnitCondition(): boolean {
    return unitConditions(this.question.address).length < 2;
  }

  #sieve(): SieveOf | undefined {
    const conditions = unitConditions(this.question.address).map(({ condition }) => condition);
    if (conditions.length === 0) return undefined;
    return (row) => ({
      joins: sql`left join units as u on u.id = ${sql.ref(`${row}.unit_key`)} and u.group_id = ${sql.ref(`${row}.group_id`)}`,
      condition: sql.join(conditions, sql` and `),
    });
  }

  /** The first way that begins with no more of the caller's rows than may be looked at; null when each begins with more. */
  async #narrowWay(): Promise<Way | null> {
    for (const way of (await this.#appraised()).ways) {
      if ((await this.#beyond(way, MOST_COUNTED_WITH_ADDRESS)).length === 0) return way;
    }
    return null;
  }

  /** One of the rows that a way begins with, if there are more than `most`. */
  #beyond({ begin, index }: Way, most: number): Promise<RowId[]> {
    if (begin === 'pair') return idsOf(this.#pairs().select('p.tenant_id as id').limit(1).offset(most));
    const conditions = unitConditions(this.question.address).filter((unit) => unit.index === index);
    const units = this.records
      .units(`force index (${index})`)
      .where((eb) => eb.and(conditions.map(({ condition }) => condition)));
    return idsOf(units.select('u.id as id').limit(1).offset(most));
  }

  #countedByPairs(most: number): Promise<number | null> {
    const rows = this.#pairs()
      .select(['p.tenant_id as id', 'p.group_id', 'p.unit_key'])
      .limit(most + 1);
    return this.records.count(rows, most, this.#sieve());
  }

  #countedByUnits(way: Way): Promise<number | null> {
    const rows = this.#matchesBy(this.records, way).limit(MOST_COUNTED + 1);
    return this.records.count(rows, MOST_COUNTED, undefined);
  }

  /** The pairs of the scope and the range. */
  #pairs() {
    const moveIn = moveInCondition(this.question);
    return this.records
      .leaseTenants(`force index (${this.#pairIndex})`)
      .$if(moveIn !== undefined, (q) => q.where(moveIn!));
  }

  get #pairIndex(): string {
    return pairIndexFor(this.records.scope.isAll, this.#isRanged);
  }

  /** The pairs of all matches, as the server finds them. */
  #matches(records: VisibleRecords, hint?: string) {
    const { identifier, address } = this.question;
    const moveIn = moveInCondition(this.question);
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

  #matchesBy(records: VisibleRecords, { begin, index }: Way) {
    const hint = `force index (${index})`;
    if (begin === 'pair') return this.#matches(records, hint).modifyFront(sql`straight_join`);
    const moveIn = moveInCondition(this.question);
    return records
      .units(hint)
      .innerJoin(joined('lease_tenants as p', 'lease_tenants_of_unit'), (on) =>
        on.onRef('p.unit_key', '=', 'u.id').onRef('p.group_id', '=', 'u.group_id'),
      )
      .where((eb) => eb.and(unitConditions(this.question.address).map(({ condition }) => condition)))
      .$if(moveIn !== undefined, (q) => q.where(moveIn!))
      .select('p.tenant_id as id')
      .modifyFront(sql`straight_join`);
  }
}
