/** A full fetch is not tried if more matches are expected than it may read (docs/develop/plans.md). */

import { estimateTenants } from '../../src/db/search/cost-estimate';
import type { VisibleRecords } from '../../src/db/visible-records';

const PAIRS = 1_500_000;
const UNITS = 500_000;

/** Records of which only the server's estimates are known. @param inCity units that a city is expected to have */
function recordsWith(inCity: number): VisibleRecords {
  const query: unknown = { select: () => query, where: () => query, $if: () => query };
  const estimates = async () => ({ found: [PAIRS, inCity], pairs: PAIRS, units: UNITS, tenants: 0, leases: 0 });
  const records = { scope: { isAll: true }, leaseTenants: () => query, units: () => query, estimates };
  return records as unknown as VisibleRecords;
}

it.each([
  [6_000, 18_000, true],
  [8_000, 24_000, false],
])('%i units of a city, with %i pairs', async (units, matches, isPreferred) => {
  const estimate = await estimateTenants(recordsWith(units), { address: { city: 'Leeds' } });
  expect(estimate.matches).toBe(matches);
  expect(estimate.prefersFullFetch).toBe(isPreferred);
});
