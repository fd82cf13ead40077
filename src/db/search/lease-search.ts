/** Finds the leases of matching tenants in the order of the page. */

import { type Expression, sql } from 'kysely';

import type { TenantCriteria } from '../../model/criteria';
import type { LocalDate } from '../../model/local-date';
import type { CountProblem, PageRequest, RowId } from '../../model/page';
import { ofGroup } from '../match-keys';
import { type Bounds, kindOfPage, pageOf, slot, slotsOfBounds } from '../statements';
import { by, joined, MAX_COUNTED, type VisibleRecords } from '../visible-records';
import { climb, type Look, type Search } from './ladder';
import { hasFewGroups, indexInOrder, lookAt } from './look';
import {
  type Identifications,
  identificationsOf,
  isActiveOn,
  leasesOfTenants,
  pairsOfTenants,
  slotsOf,
  startsOf,
  tenantConditions,
} from './tenant-conditions';

const LEASES = {
  rows: (records: VisibleRecords, hint: string) => records.leases(hint),
  id: 'l.id',
  group: 'l.group_id',
  groupIndex: 'leases_of_group',
} as const;

export class LeaseSearch implements Search {
  readonly indexInOrder: string;
  readonly passesAllGroups: boolean;
  readonly #identifications: Identifications;

  constructor(
    private readonly records: VisibleRecords,
    private readonly criteria: TenantCriteria,
  ) {
    this.indexInOrder = indexInOrder(records, LEASES);
    this.passesAllGroups = !hasFewGroups(records);
    this.#identifications = identificationsOf(criteria);
  }

  async ids(bounds: PageRequest): Promise<RowId[]> {
    if (this.criteria.identifier !== undefined) return this.#idsOfOneTenant(bounds);
    return climb(this, bounds, this.records.climb);
  }

  look(bounds: PageRequest, started: number, passed?: number): Promise<Look> {
    const starts = startsOf(this.records, this.#identifications);
    return lookAt(this.records, LEASES, { bounds, started, passed, starts });
  }

  async read(bounds: PageRequest, index?: string): Promise<RowId[]> {
    const rows =
      index === this.indexInOrder
        ? pageOf(this.#leasesInOrder().select('l.id as id'), 'l.id', bounds)
        : leaseIds(this.records, this.#identifications, this.criteria.activeOn, bounds, index);
    return (await rows.execute()).map(({ id }) => id);
  }

  /** Whether there is a count depends only on rows that the caller may see (decision 32). Inactive leases are read as well. */
  count(): Promise<number | CountProblem> {
    const { activeOn } = this.criteria;
    const rows =
      activeOn === undefined
        ? pairsOfTenants(this.records, this.#identifications).select('p.lease_id as id')
        : leasesOfTenants(this.records, this.#identifications).select(
            sql<RowId | null>`case when ${isActiveOn('l', activeOn)} then p.lease_id end`.as('id'),
          );
    return this.records.count(rows.limit(MAX_COUNTED + 1), MAX_COUNTED);
  }

  /**
   * The leases of the scope that have a matching tenant. MySQL would compute an EXISTS from a table of all matching tenants, but not
   * a subquery with a limit.
   */
  #leasesInOrder() {
    const { activeOn } = this.criteria;
    return this.records
      .leases(by(this.indexInOrder))
      .$if(activeOn !== undefined, (q) => q.where(isActiveOn('l', activeOn!)))
      .where((eb) =>
        eb(
          eb
            .selectFrom(joined('lease_tenants as p', 'lease_tenants_of_lease'))
            .innerJoin(joined('tenants as t', 'primary'), (on) =>
              on.onRef('t.id', '=', 'p.tenant_id').on(ofGroup('t.group_id', 'p.group_id')),
            )
            .whereRef('p.lease_id', '=', 'l.id')
            .whereRef('p.group_id', '=', 'l.group_id')
            .where(eb.and(tenantConditions(this.#identifications)))
            .modifyFront(sql`straight_join`)
            .select(sql.lit(1).as('match'))
            .limit(1),
          'is not',
          null,
        ),
      );
  }

  /** One tenant has the identifier, so no look is needed, and the text of the page is made once. */
  async #idsOfOneTenant(bounds: PageRequest): Promise<RowId[]> {
    const { activeOn } = this.criteria;
    const identifications = slotsOf(this.#identifications);
    const day = activeOn === undefined ? undefined : slot<string>('activeOn');
    const rows = await this.records.prepared({
      name: `lease ids by ${Object.keys(identifications).join()}${day ? ', active' : ''}, ${kindOfPage(bounds)}`,
      build: (records) => leaseIds(records, identifications, day, slotsOfBounds(bounds), 'tenants_identifier'),
      values: { ...this.#identifications, activeOn, ...bounds },
    });
    return rows.map(({ id }) => id);
  }
}

/** A page of the leases of the matching tenants, each once. */
function leaseIds(
  records: VisibleRecords,
  identifications: Identifications,
  activeOn: LocalDate | Expression<string> | undefined,
  bounds: Bounds,
  index: string | undefined,
) {
  const pairs =
    activeOn === undefined
      ? pairsOfTenants(records, identifications, index)
      : leasesOfTenants(records, identifications, index).where(isActiveOn('l', activeOn));
  return pageOf(pairs.select('p.lease_id as id'), 'p.lease_id', bounds).groupBy('p.lease_id');
}
