/** Finds the tenants of matching leases in the order of the page. */

import { sql } from 'kysely';

import type { LeaseCriteria } from '../../model/criteria';
import { COUNT_PROBLEMS, type CountProblem, type PageRequest, type RowId } from '../../model/page';
import type { Tenant, TenantParts } from '../../model/records';
import { bytes, ofGroup } from '../match-keys';
import { kindOfTenant, tenantsWithParts, type TenantRow, toTenant } from '../rows';
import { kindOfPage, pageOf, slot, slotsOfBounds } from '../statements';
import { by, joined, MAX_COUNTED, type VisibleRecords } from '../visible-records';
import { climb, type Look, type Search } from './ladder';
import { movedInWithin, type MoveInRange, rangeOf, type UnitCondition, unitConditions } from './lease-conditions';
import { firstFitting, hasFewGroups, indexInOrder, lookAt, type Start, startAt, startAtPlace } from './look';

/** Rows at which a count with an address may start: pairs, or units that match one field of the address. */
const MAX_COUNTED_WITH_ADDRESS = 9_000;

/** The pairs, in the order of their tenants. */
const PAIRS = {
  rows: (records: VisibleRecords, hint: string) => records.leaseTenants(hint),
  id: 'p.tenant_id',
  group: 'p.group_id',
  groupIndex: 'lease_tenants_of_group',
} as const;

const BY_LEASE = 'lease_tenants_of_lease';

export class TenantSearch implements Search {
  /** The tenants that were read. */
  readonly tenants = new Map<RowId, Tenant>();
  readonly indexInOrder: string;
  readonly passesAllGroups: boolean;
  readonly #range: MoveInRange | undefined;
  readonly #units: readonly UnitCondition[];

  constructor(
    private readonly records: VisibleRecords,
    private readonly criteria: LeaseCriteria,
    private readonly parts: TenantParts,
  ) {
    this.indexInOrder = indexInOrder(records, PAIRS);
    this.passesAllGroups = !hasFewGroups(records);
    this.#range = rangeOf(criteria);
    this.#units = unitConditions(criteria);
  }

  async ids(bounds: PageRequest): Promise<RowId[]> {
    if (this.criteria.identifier !== undefined) return this.read(bounds, BY_LEASE);
    if (this.#matchesEveryRow) return this.read(bounds, this.indexInOrder);
    return climb(this, bounds, this.records.climb);
  }

  look(bounds: PageRequest, started: number, passed?: number): Promise<Look> {
    return lookAt(this.records, PAIRS, { bounds, started, passed, starts: this.#starts, months: this.#range?.months });
  }

  /** Reads the tenants with their ids, in one statement. */
  async read(bounds: PageRequest, index?: string): Promise<RowId[]> {
    const rows = await this.records.prepared<TenantRow>({
      name: this.#named(`tenants by ${index}, ${kindOfTenant(this.parts)}, ${kindOfPage(bounds)}`),
      build: (records) => {
        const matches = this.#matches(records, index);
        const page = pageOf(matches, 'p.tenant_id', slotsOfBounds(bounds)).groupBy('p.tenant_id');
        return tenantsWithParts(records.tenantsOf(page), this.parts);
      },
      values: { ...this.#values, ...bounds },
    });
    const tenants = rows.map((row) => toTenant(row, this.parts)).sort((a, b) => a.rowId - b.rowId);
    for (const tenant of tenants) this.tenants.set(tenant.rowId, tenant);
    const ids = tenants.map(({ rowId }) => rowId);
    return bounds.direction === 'forward' ? ids : ids.reverse();
  }

  /** Whether there is a count depends only on rows that the caller may see (decision 32): each start gives the same number. */
  async count(): Promise<number | CountProblem> {
    const counted = (index: string, most: number) =>
      this.records.count(
        {
          name: this.#named(`tenants counted by ${index}, ${most}`),
          build: (records) => this.#matches(records, index).$if(most < Infinity, (q) => q.limit(most + 1)),
          values: this.#values,
        },
        most,
      );
    // A lease may have any number of tenants.
    if (this.criteria.identifier !== undefined) return counted(BY_LEASE, Infinity);
    if (this.#units.length === 0) return counted(this.#indexOfPairs, MAX_COUNTED);
    const starts = [...this.#startsOfUnits, this.#startOfPairs];
    const [place = null] = await this.records.values([firstFitting(starts, MAX_COUNTED_WITH_ADDRESS)]);
    const start = startAtPlace(starts, place);
    return start === undefined ? COUNT_PROBLEMS.TOO_MANY_ROWS : counted(start.index, MAX_COUNTED);
  }

  /** The name of a query with these filters. The fields of an address make too many texts to keep them. */
  #named(query: string): string | undefined {
    const filters = [this.criteria.identifier !== undefined && 'identifier', this.#range !== undefined && 'range'];
    return this.#units.length > 0 ? undefined : [query, ...filters].join();
  }

  get #values() {
    const { identifier } = this.criteria;
    const { first, last } = this.#range ?? {};
    return { identifier, first, last, ...Object.fromEntries(this.#units.map(({ field, value }) => [field, value])) };
  }

  /** Whether one index has the matches in the order of the page, and no other row. It has several groups one after the other. */
  get #matchesEveryRow(): boolean {
    const hasFilter = this.#range !== undefined || this.#units.length > 0;
    const { isAll, listed } = this.records.scope;
    return !hasFilter && (isAll || listed.length === 1);
  }

  /** The pairs first: each has one unit, and a unit may have many pairs. */
  get #starts(): Start[] {
    const { isAll } = this.records.scope;
    return this.#range === undefined && isAll ? this.#startsOfUnits : [this.#startOfPairs, ...this.#startsOfUnits];
  }

  get #startsOfUnits(): Start[] {
    return this.#units.map(({ index, condition }) =>
      startAt(this.records, index, (records) => records.units(by(index)).where(condition), this.#values),
    );
  }

  get #startOfPairs(): Start {
    const index = this.#indexOfPairs;
    return startAt(this.records, index, (records) => this.#pairs(records, index), this.#values);
  }

  /** The index that has the pairs of the scope and the range. */
  get #indexOfPairs(): string {
    const { isAll } = this.records.scope;
    if (this.#range === undefined) return isAll ? 'primary' : 'lease_tenants_of_group';
    return isAll ? 'lease_tenants_by_day' : 'lease_tenants_by_group_and_day';
  }

  /** The tenants of the matching pairs. The index of a unit starts at the units. */
  #matches(records: VisibleRecords, index?: string) {
    return index?.startsWith('units_') ? this.#matchesOfUnits(records, index) : this.#matchesOfPairs(records, index);
  }

  /** Without an index, the server may start at the units or at the leases. */
  #matchesOfPairs(records: VisibleRecords, index: string | undefined) {
    const hasIdentifier = this.criteria.identifier !== undefined;
    return this.#pairs(records, index)
      .$if(hasIdentifier, (q) =>
        q
          .innerJoin('leases as l', (on) => on.onRef('l.id', '=', 'p.lease_id').on(ofGroup('l.group_id', 'p.group_id')))
          .where('l.identifier_key', '=', bytes(slot<string>('identifier'))),
      )
      .$if(this.#units.length > 0, (q) =>
        q
          .innerJoin(index === undefined ? 'units as u' : joined('units as u', 'primary'), (on) =>
            on.onRef('u.id', '=', 'p.unit_key').on(ofGroup('u.group_id', 'p.group_id')),
          )
          .where((eb) => eb.and(this.#units.map(({ condition }) => condition))),
      )
      .$if(index !== undefined && !hasIdentifier, (q) => q.modifyFront(sql`straight_join`))
      .select('p.tenant_id as id');
  }

  /** The pairs of the scope and the range. */
  #pairs(records: VisibleRecords, index: string | undefined) {
    return records.leaseTenants(index && by(index)).where(movedInWithin(this.#range));
  }

  #matchesOfUnits(records: VisibleRecords, index: string) {
    return records
      .units(by(index))
      .innerJoin(joined('lease_tenants as p', 'lease_tenants_of_unit'), (on) =>
        on.onRef('p.unit_key', '=', 'u.id').onRef('p.group_id', '=', 'u.group_id'),
      )
      .where((eb) => eb.and(this.#units.map(({ condition }) => condition)))
      .where(movedInWithin(this.#range))
      .modifyFront(sql`straight_join`)
      .select('p.tenant_id as id');
  }
}
