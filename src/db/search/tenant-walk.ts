/** Finds the first tenants of matching leases by passing the pairs in the order of the page. */

import { sql } from 'kysely';

import type { PageRequest, RowId } from '../../model/page';
import { type FoundTenant, WITHOUT_TENANT } from '../found-tenants';
import { among } from '../match-keys';
import type { TenantRow } from '../rows';
import { BESIDE, type FoundRow } from '../sorted-streams';
import { kindOfPage, slot, slotsOfBounds } from '../statements';
import { BY_ID, type Prepared, type VisibleRecords } from '../visible-records';
import { type LeaseConditions, matchingPairs, pairsInRange, slotsOf, slotValues } from './lease-conditions';
import { firstIds, hasFewGroups, inIdOrder, within } from './search';
import type { Walked } from './steps';

export class TenantWalk {
  /** The tenants that walks have read. All ids that a walk finds are of the page. */
  readonly read = new Map<RowId, TenantRow>();

  constructor(
    private readonly records: VisibleRecords,
    private readonly given: LeaseConditions,
  ) {}

  /**
   * Passes the rows of few groups, or of all.
   * @param found ids before them in the page, whose tenants are read as well
   * @param beside at most so many matches are read in the same statement by the index of the scope and the range
   */
  async ids(bounds: PageRequest, found: readonly RowId[], beside?: number): Promise<Walked> {
    const unread = found.filter((id) => !this.read.has(id));
    const rows = await this.records.readTenants(
      [this.#walk(bounds), ...(unread.length === 0 ? [] : [{ ...FOUND_BEFORE, values: { ids: unread } }])],
      beside === undefined ? undefined : this.#besideTenants(beside),
    );
    for (const row of rows) if (row.id !== null) this.read.set(row.id, row);
    const idsOfRun = (one: number) => rows.filter(({ run }) => run === one).map((row) => row.found);
    return { ids: within(inIdOrder(idsOfRun(0)), bounds), beside: idsOfRun(BESIDE) };
  }

  /** Matches as in {@link ids}, for a statement that reads streams as well. */
  beside(limit: number): Prepared<FoundRow> {
    return {
      name: `${this.#nameOfPairs} beside streams`,
      build: (records) =>
        this.#pairs(records).select([BESIDE_RUN, 'p.tenant_id as id', sql.lit<number>(1).as('matches')]),
      values: { ...slotValues(this.given), limit },
    };
  }

  #besideTenants(limit: number): Prepared<FoundTenant> {
    return {
      name: `${this.#nameOfPairs} beside tenants`,
      build: (records) =>
        this.#pairs(records)
          .select([BESIDE_RUN, 'p.tenant_id as found', ...WITHOUT_TENANT])
          .$castTo<FoundTenant>(),
      values: { ...slotValues(this.given), limit },
    };
  }

  get #nameOfPairs(): string {
    return `pairs by ${Object.keys(this.given).join()}`;
  }

  #pairs(records: VisibleRecords) {
    return pairsInRange(records, slotsOf(this.given)).limit(slot<number>('limit'));
  }

  #walk(bounds: PageRequest): Prepared<{ id: RowId }> {
    const { given } = this;
    const index = hasFewGroups(this.records) ? 'lease_tenants_of_group' : 'primary';
    return {
      // The fields of an address can be combined in too many ways.
      ...(given.address === undefined && {
        name: `tenants by ${index}, ${Object.keys(given).join()}, ${kindOfPage(bounds)}`,
      }),
      // The order of the tables is forced: a server may start at the units, although the page is near.
      build: (records) =>
        firstIds(
          matchingPairs(records, slotsOf(given), `force index (${index})`).modifyFront(sql`straight_join`),
          'p.tenant_id',
          slotsOfBounds(bounds),
        ),
      values: { ...slotValues(given), ...bounds },
    };
  }
}

const BESIDE_RUN = sql.lit<number>(BESIDE).as('run');

/** The ids that were found before a walk. */
const FOUND_BEFORE: Omit<Prepared<{ id: RowId }>, 'values'> = {
  name: 'tenants found before',
  build: (records) =>
    records
      .tenants(BY_ID)
      .where(among('t.id', slot('ids')))
      .select('t.id'),
};
