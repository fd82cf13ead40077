/** Finds the tenants of the leases that a question matches, in paging order, by the way that reads least (docs/plans.md). */

import { sql } from 'kysely';

import type { PageRequest, RowId } from '../../model/page';
import type { LeaseQuestion } from '../../model/questions';
import { bytes } from '../match-keys';
import { PAIRS_BY_TENANT, type Run, type SieveOf } from '../runs';
import { joined, type VisibleRecords } from '../visible-records';
import { type Access, type Appraisal, appraise, pairIndexFor } from './appraisal';
import { dateRuns } from './date-runs';
import { firstVisible, groupRuns } from './group-runs';
import { moveInCondition, unitConditions } from './lease-conditions';
import { gatherFirst, idsOfFirstReading, mergedIds, type MergePlan } from './merged-ids';
import { countOf, Gathering, idsFrom, idsOf, MOST_COUNTED, MOST_GATHERED, type Search, within } from './search';

/** Pairs that are looked at to count them with their units. */
const MOST_COUNTED_WITH_UNITS = 9_000;
/** Rows read to count a pair: itself, where it is set down, and its unit. */
const ROWS_OF_COUNTED = 3;

const WHOLE_TABLE: readonly Run[] = [{ index: 'primary' }];

export class TenantSearch implements Search {
  #appraisal: Promise<Appraisal> | undefined;
  #gathering: Promise<Gathering | null> | undefined;

  constructor(
    private readonly records: VisibleRecords,
    private readonly question: LeaseQuestion,
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

  async count(): Promise<number | null> {
    const gathered = (await this.#gathered()) ?? (await this.#gatheredToCount());
    return gathered === null ? this.#counted() : countOf(gathered);
  }

  /** What is dearer for a page can still be the cheaper way to a count: a merge stops at the end of its page. */
  async #gatheredToCount(): Promise<readonly RowId[] | null> {
    // Where the page was to be gathered, that broke off, and would again.
    if (this.question.address === undefined || (await this.#gathering) !== null) return null;
    const { gather, ranged, matches } = await this.#appraised();
    const countCost = Math.min(ranged, MOST_COUNTED_WITH_UNITS) * ROWS_OF_COUNTED;
    // Every match that is gathered is sent as well.
    return gather.cost + matches < countCost ? this.#gatheringBy(this.records, gather, MOST_GATHERED).all() : null;
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

  async #counted(): Promise<number | null> {
    const { records, question } = this;
    const most = question.address === undefined ? MOST_COUNTED : MOST_COUNTED_WITH_UNITS;
    const index = pairIndexFor(records.scope.isAll, this.#isRanged);
    const moveIn = moveInCondition(question);
    const rows = records
      .leaseTenants(`force index (${index})`)
      .select(['p.tenant_id as id', 'p.group_id', 'p.unit_key'])
      .$if(moveIn !== undefined, (q) => q.where(moveIn!))
      .limit(most + 1);
    return records.count(rows, most, this.#sieve());
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

  #matchesBy(records: VisibleRecords, { begin, index }: Access) {
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
