/** Reads leases with all their tenants. A lease may have any number of tenants. */

import { leasesById } from '../db/lease-queries';
import { TooMany } from '../db/listing';
import type { VisibleRecords } from '../db/visible-records';
import type { RowId } from '../model/page';
import type { Lease, LeaseParts } from '../model/records';
import type { RecordBudget } from './record-budget';

/** A page ends early when its leases together have more tenants than this. A lease that alone has more is a page of its own (decision 77). */
export const TENANTS_OF_PAGE = 10_000;

export type ReadLeases = (ids: readonly RowId[]) => Promise<Lease[] | TooMany>;

/** For a request without a budget: reads as many leases as fit a page. */
export const readPageOfLeases =
  (records: VisibleRecords, parts: LeaseParts): ReadLeases =>
  (ids) =>
    leasesById(records, ids, parts, ids.length === 1 ? Infinity : TENANTS_OF_PAGE);

/** Reads all of the leases. @throws {ServiceError} when they have more tenants than the budget allows */
export function leasesWithin(
  budget: RecordBudget,
  records: VisibleRecords,
  ids: readonly RowId[],
  parts: LeaseParts,
): Promise<Lease[]> {
  const read = async (most?: number): Promise<Lease[] | null> => {
    const found = await leasesById(records, ids, parts, most);
    return found instanceof TooMany ? null : found;
  };
  const tenants = (leases: readonly Lease[]) => leases.reduce((sum, lease) => sum + lease.tenants.length, 0);
  return budget.read(read, parts.tenants ? tenants : () => 0);
}
