/** Finds the tenants of matching leases in the order of the page. */

import { sql } from 'kysely';

import type { LeaseCriteria } from '../../model/criteria';
import { COUNT_PROBLEMS, type CountProblem, type PageRequest, type RowId } from '../../model/page';
import type { Tenant, TenantParts } from '../../model/records';
import { bytes, ofGroup } from '../match-keys';
import { kindOfTenant, recordsWith, tenantsWithParts, type TenantRow, toTenant } from '../rows';
import { kindOfPage, pageOf, slot, slotsOfBounds } from '../statements';
import { by, joined, MAX_COUNTED, type VisibleRecords } from '../visible-records';
import { movedInWithin, type MoveInRange, rangeOf, type UnitCondition, unitConditions } from './conditions';
import { climb, type Look, type Route, type RouteInOrder, type Search } from './ladder';
import { beyond, type CountedStart, firstFitting, lookAt, routeInOrder } from './look';

/** Rows at which a count with an address may start: pairs, or units that match one field of the address. */
const MAX_COUNTED_WITH_ADDRESS = 9_000;

/** The pairs of one lease. */
const ONE_LEASE: Route = { table: 'pairs', index: 'lease_tenants_of_lease' };

/** Contract 4.2: the tenants of the leases that meet all conditions, each tenant once (decisions 19 and 20). */
export class TenantSearch implements Search {
  /** The tenants that were read. */
  readonly #tenants = new Map<RowId, Tenant>();
  readonly #range: MoveInRange | undefined;
  readonly #units: readonly UnitCondition[];

  constructor(
    private readonly visible: VisibleRecords,
    private readonly criteria: LeaseCriteria,
    private readonly parts: TenantParts,
  ) {
    this.#range = rangeOf(criteria);
    this.#units = unitConditions(criteria);
  }

  async ids(bounds: PageRequest): Promise<RowId[]> {
    if (this.criteria.identifier !== undefined) return this.read(bounds, ONE_LEASE);
    if (this.#matchesEveryRow) return this.read(bounds, this.inOrder);
    return climb(this, bounds, this.visible.climb);
  }

  async records(ids: readonly RowId[]): Promise<Tenant[]> {
    return recordsWith(ids, this.#tenants);
  }

  get inOrder(): RouteInOrder {
    return routeInOrder(this.visible, 'pairs');
  }

  look(bounds: PageRequest, started: number, passed?: number): Promise<Look> {
    const { isAll } = this.visible.scope;
    // The pairs first: each has one unit, and a unit may have many pairs.
    const pairs = this.#range === undefined && isAll ? [] : [this.#startOfPairs];
    const starts = [...pairs, ...this.#startsOfUnits];
    const question = { bounds, started, passed, starts, values: this.#values, months: this.#range?.months };
    return lookAt(this.visible, 'pairs', question);
  }

  /** Reads the tenants with their ids, in one statement. */
  async read(bounds: PageRequest, route?: Route): Promise<RowId[]> {
    const rows = await this.visible.prepared<TenantRow>({
      name: this.#named(`tenants by ${route?.index}, ${kindOfTenant(this.parts)}, ${kindOfPage(bounds)}`),
      build: (records) => {
        const page = pageOf(this.#matches(records, route), 'p.tenant_id', slotsOfBounds(bounds)).groupBy('p.tenant_id');
        return tenantsWithParts(records.tenantsOf(page), this.parts);
      },
      values: { ...this.#values, ...bounds },
    });
    const tenants = rows.map((row) => toTenant(row, this.parts)).sort((a, b) => a.rowId - b.rowId);
    for (const tenant of tenants) this.#tenants.set(tenant.rowId, tenant);
    const ids = tenants.map(({ rowId }) => rowId);
    return bounds.direction === 'forward' ? ids : ids.reverse();
  }

  /** Whether there is a count depends only on rows that the caller may see (decision 32): each start gives the same number. */
  async count(): Promise<number | CountProblem> {
    const counted = (start: Route, most: number) =>
      this.visible.count(
        {
          name: this.#named(`tenants counted by ${start.index}, ${most}`),
          build: (records) => this.#matches(records, start).$if(most < Infinity, (q) => q.limit(most + 1)),
          values: this.#values,
        },
        most,
      );
    // A lease may have any number of tenants.
    if (this.criteria.identifier !== undefined) return counted(ONE_LEASE, Infinity);
    if (this.#units.length === 0) return counted(this.#startOfPairs, MAX_COUNTED);
    const starts = [...this.#startsOfUnits, this.#startOfPairs];
    const fitting = firstFitting(this.visible, starts, this.#values, MAX_COUNTED_WITH_ADDRESS);
    const { start } = await this.visible.numbers({ start: fitting });
    return typeof start === 'number' ? counted(starts[start]!, MAX_COUNTED) : COUNT_PROBLEMS.TOO_MANY_ROWS;
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
    const { isAll, listed } = this.visible.scope;
    return !hasFilter && (isAll || listed.length === 1);
  }

  get #startsOfUnits(): CountedStart[] {
    return this.#units.map(({ index, condition }) => ({
      table: 'units',
      index,
      beyond: (records) => beyond(records.units(by(index)).where(condition)),
    }));
  }

  /** The pairs of the scope and the range. */
  get #startOfPairs(): CountedStart {
    const { isAll } = this.visible.scope;
    const all = this.#range === undefined ? 'primary' : 'lease_tenants_by_day';
    const ofGroups = this.#range === undefined ? 'lease_tenants_of_group' : 'lease_tenants_by_group_and_day';
    const index = isAll ? all : ofGroups;
    return { table: 'pairs', index, beyond: (records) => beyond(this.#pairs(records, index)) };
  }

  /** The tenants of the matching pairs. */
  #matches(records: VisibleRecords, route: Route | undefined) {
    return route?.table === 'units'
      ? this.#matchesOfUnits(records, route.index)
      : this.#matchesOfPairs(records, route?.index);
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
