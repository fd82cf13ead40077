/** Finds the leases of matching tenants in the order of the page. */

import { sql, type SqlBool } from 'kysely';

import type { TenantCriteria } from '../../model/criteria';
import type { CountProblem, PageRequest, RowId } from '../../model/page';
import type { Lease, LeaseParts } from '../../model/records';
import { ofGroup } from '../match-keys';
import { leasesById, TooMany } from '../records-by-id';
import { kindOfLease, type LeaseRow, leasesWithParts, recordsWith, rowsByLease, tenantCount, toLease } from '../rows';
import { kindOfPage, pageOf, slot, slotsOfBounds } from '../statements';
import { by, joined, MAX_COUNTED, type VisibleRecords } from '../visible-records';
import {
  type Identifications,
  identificationsOf,
  isActiveOn,
  leasesOfTenants,
  pairsOfTenants,
  slotsOf,
  startsOf,
  tenantConditions,
} from './conditions';
import { climb, type Look, type Route, type RouteInOrder, type Search } from './ladder';
import { lookAt, routeInOrder } from './look';

/** A tenant’s identifier is unique. */
const ONE_TENANT: Route = { table: 'tenants', index: 'tenants_identifier' };

const DAY = slot<string>('activeOn');

/** A page ends before its leases have more tenants than this. A lease that has more is a page of its own (decision 34). */
const TENANTS_OF_PAGE = 10_000;

/** The most rows of a statement for all matches. A lease has a row for each of its tenants, once for every match among them. */
const MOST_ROWS = 12;

/** Rows that a page reads at most for each lease that it may have, so that what a page costs does not depend on the tenants. */
const MOST_ROWS_OF_LEASE = 4;

/** A lease of a matching tenant, with one of the tenants of the lease. */
type MatchRow = LeaseRow & { readonly matching_tenant: RowId; readonly matches: number | null };

/** Contract 4.1: all identifications match the same tenant, and each lease is listed once (decisions 7 and 12). */
export class LeaseSearch implements Search {
  /** The leases that were read, with their parts. */
  readonly #leases = new Map<RowId, Lease>();
  #readFew: Promise<readonly RowId[] | TooMany> | undefined;
  readonly #identifications: Identifications;

  /** @param budget how many tenants of leases a statement may read */
  constructor(
    private readonly visible: VisibleRecords,
    private readonly criteria: TenantCriteria,
    private readonly parts: LeaseParts,
    private readonly budget: { readonly left: number } = { left: Infinity },
  ) {
    this.#identifications = identificationsOf(criteria);
  }

  async ids(bounds: PageRequest): Promise<RowId[]> {
    if (this.#isOneTenant) return this.read(bounds, ONE_TENANT);
    const few = await this.#few();
    return few instanceof TooMany ? climb(this, bounds, this.visible.climb) : within(few, bounds);
  }

  /** The visible leases with these ids, in the order of the ids. @param most tenants of all these leases together */
  async records(
    ids: readonly RowId[],
    most = ids.length === 1 ? Infinity : TENANTS_OF_PAGE,
  ): Promise<Lease[] | TooMany> {
    const read = recordsWith(ids, this.#leases);
    if (read.length === ids.length && tenantCount(read, this.parts) <= most) return read;
    return leasesById(this.visible, this.parts, ids, most);
  }

  get inOrder(): RouteInOrder {
    return routeInOrder(this.visible, 'leases');
  }

  look(bounds: PageRequest, started: number, passed?: number): Promise<Look> {
    const starts = startsOf(this.#identifications);
    return lookAt(this.visible, 'leases', { bounds, started, passed, starts, values: this.#identifications });
  }

  /** Reads the leases with their ids, in one statement, unless they have too many tenants. */
  async read(bounds: PageRequest, route?: Route): Promise<RowId[]> {
    const { parts } = this;
    const limit = Math.min(bounds.limit * MOST_ROWS_OF_LEASE, bounds.limit + this.budget.left);
    const page = (records: VisibleRecords) => this.#page(records, bounds, route);
    const name = `by ${route?.index}, ${this.#filters}, ${kindOfPage(bounds)}`;
    const values = { ...this.#values, ...bounds };
    const rows = await this.visible.prepared<LeaseRow>({
      name: `leases ${name}, ${kindOfLease(parts)}`,
      build: (records) =>
        leasesWithParts(records.leasesOf(page(records)), parts).$if(parts.tenants, (q) =>
          q.limit(slot<number>('rows')),
        ),
      values: { ...values, rows: limit },
    });
    if (!parts.tenants || rows.length < limit) {
      const ids = this.#keep(rows);
      return bounds.direction === 'forward' ? ids : ids.reverse();
    }
    const ids = await this.visible.prepared({ name: `lease ids ${name}`, build: page, values });
    return ids.map(({ id }) => id);
  }

  /** All matching leases, ascending, if they are few. They are read once. */
  #few(): Promise<readonly RowId[] | TooMany> {
    return (this.#readFew ??= this.#readAll());
  }

  async #readAll(): Promise<readonly RowId[] | TooMany> {
    const { parts } = this;
    const isActive = this.criteria.activeOn === undefined ? sql<SqlBool>`true` : isActiveOn('l', DAY);
    const most = parts.tenants ? Math.min(MOST_ROWS, this.budget.left) : MOST_ROWS;
    const rows = await this.visible.prepared<MatchRow>({
      name: `leases by ${this.#filters}, ${kindOfLease(parts)}`,
      build: (records) =>
        leasesWithParts(
          leasesOfTenants(records, slotsOf(this.#identifications))
            .select(['p.tenant_id as matching_tenant', isActive.as('matches')])
            .limit(slot<number>('rows')),
          parts,
        ),
      values: { ...this.#values, rows: most + 1 },
    });
    // Which leases these rows are of is not determined.
    if (rows.length > most) return new TooMany(0);
    return this.#keep(eachOnce(rows.filter(({ matches }) => matches === 1)));
  }

  /** The ids of the leases, ascending. */
  #keep(rows: readonly LeaseRow[]): RowId[] {
    const rowsOf = rowsByLease(rows);
    for (const [id, ofLease] of rowsOf) this.#leases.set(id, toLease(ofLease, this.parts));
    return [...rowsOf.keys()].sort((a, b) => a - b);
  }

  /** Whether there is a count depends only on rows that the caller may see (decision 32). Inactive leases are read as well. */
  async count(): Promise<number | CountProblem> {
    if (!this.#isOneTenant) {
      const few = await this.#few();
      if (!(few instanceof TooMany)) return few.length;
    }
    const identifications = slotsOf(this.#identifications);
    const build = (records: VisibleRecords) =>
      (this.criteria.activeOn === undefined
        ? pairsOfTenants(records, identifications).select('p.lease_id as id')
        : leasesOfTenants(records, identifications).select(
            sql<RowId | null>`case when ${isActiveOn('l', DAY)} then p.lease_id end`.as('id'),
          )
      ).limit(MAX_COUNTED + 1);
    return this.visible.count({ name: `leases counted by ${this.#filters}`, build, values: this.#values }, MAX_COUNTED);
  }

  get #isOneTenant(): boolean {
    return this.criteria.identifier !== undefined;
  }

  /** What the text of a query depends on. */
  get #filters(): string {
    return [
      ...Object.keys(this.#identifications),
      ...(this.criteria.activeOn === undefined ? [] : ['activeOn']),
    ].join();
  }

  get #values() {
    return { ...this.#identifications, activeOn: this.criteria.activeOn };
  }

  /** A page of the leases of the matching tenants, each once. */
  #page(records: VisibleRecords, bounds: PageRequest, route: Route | undefined) {
    const { activeOn } = this.criteria;
    const identifications = slotsOf(this.#identifications);
    const slots = slotsOfBounds(bounds);
    if (route?.table === 'leases')
      return pageOf(this.#leasesInOrder(records, route.index, identifications).select('l.id as id'), 'l.id', slots);
    const pairs =
      activeOn === undefined
        ? pairsOfTenants(records, identifications, route?.index)
        : leasesOfTenants(records, identifications, route?.index).where(isActiveOn('l', DAY));
    return pageOf(pairs.select('p.lease_id as id'), 'p.lease_id', slots).groupBy('p.lease_id');
  }

  /**
   * The leases of the scope that have a matching tenant. MySQL would compute an EXISTS from a table of all matching tenants, but not
   * a subquery with a limit.
   */
  #leasesInOrder(records: VisibleRecords, index: string, identifications: Identifications) {
    return records
      .leases(by(index))
      .$if(this.criteria.activeOn !== undefined, (q) => q.where(isActiveOn('l', DAY)))
      .where((eb) =>
        eb(
          eb
            .selectFrom(joined('lease_tenants as p', 'lease_tenants_of_lease'))
            .innerJoin(joined('tenants as t', 'primary'), (on) =>
              on.onRef('t.id', '=', 'p.tenant_id').on(ofGroup('t.group_id', 'p.group_id')),
            )
            .whereRef('p.lease_id', '=', 'l.id')
            .whereRef('p.group_id', '=', 'l.group_id')
            .where(eb.and(tenantConditions(identifications)))
            .modifyFront(sql`straight_join`)
            .select(sql.lit(1).as('match'))
            .limit(1),
          'is not',
          null,
        ),
      );
  }
}

/** The ids of a page, from ascending ids. */
function within(ids: readonly RowId[], { direction, after, before, limit }: PageRequest): RowId[] {
  const inside = ids.filter((id) => (after === undefined || id > after) && (before === undefined || id < before));
  return direction === 'forward' ? inside.slice(0, limit) : inside.reverse().slice(0, limit);
}

/** A lease of two matching tenants is there twice, with all its tenants. */
function eachOnce(rows: readonly MatchRow[]): MatchRow[] {
  const tenantOf = new Map<RowId, RowId>();
  for (const { id, matching_tenant } of rows) if (!tenantOf.has(id)) tenantOf.set(id, matching_tenant);
  return rows.filter(({ id, matching_tenant }) => tenantOf.get(id) === matching_tenant);
}
