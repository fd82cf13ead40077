/** Reads leases with all their tenants. A lease may have any number of tenants. */

import type { ReadLeases } from '../db/lease-queries';
import { type Listing, TooMany } from '../db/listing';
import type { RowId } from '../model/page';
import type { Lease, LeaseParts } from '../model/records';
import type { RecordBudget } from './record-budget';

/** A page ends early when its leases together have more tenants than this. A lease that alone has more is a page of its own (decision 77). */
const TENANTS_OF_PAGE = 10_000;

/** For a request without a budget: reads as many leases as fit a page. */
export const pageOfLeases =
  (read: ReadLeases): Listing<Lease>['records'] =>
  (ids) =>
    read(ids, ids.length === 1 ? Infinity : TENANTS_OF_PAGE);

/** Reads all of the leases. @throws {ServiceError} when they have more tenants than the budget allows */
export function leasesWithin(
  budget: RecordBudget,
  read: ReadLeases,
  ids: readonly RowId[],
  parts: LeaseParts,
): Promise<Lease[]> {
  const readMost = async (most?: number): Promise<Lease[] | null> => {
    const found = await read(ids, most);
    return found instanceof TooMany ? null : found;
  };
  const tenants = (leases: readonly Lease[]) => leases.reduce((sum, lease) => sum + lease.tenants.length, 0);
  return budget.read(readMost, parts.tenants ? tenants : () => 0);
}
