/** What is asked of many records at once: the leases of 100 tenants, and 100 records of each kind by their ids. */

import { recordsInOrder, type Session } from '../../src/lookups/find-records';
import { TenantLeases } from '../../src/lookups/tenant-leases';
import type { PageRequest, RowId } from '../../src/model/page';
import type { Tenant } from '../../src/model/records';
import type { CallerName } from './callers';
import { FIRST_YEAR } from './facts';

export interface TenantLeasesShape {
  readonly name: string;
  readonly caller: CallerName;
  readonly activeOn: string | undefined;
  readonly request: PageRequest;
}

const FORWARD = { limit: 10, direction: 'forward' } as const;

const REQUESTS: Readonly<Record<string, PageRequest>> = {
  'first 10': FORWARD,
  'first 100': { limit: 100, direction: 'forward' },
  'last 10': { limit: 10, direction: 'backward' },
  '10 after the 1,000th lease': { ...FORWARD, after: 1000 },
};

export const TENANT_LEASES_SHAPES: readonly TenantLeasesShape[] = (['all', '500 groups'] as const).flatMap((caller) =>
  ['active or not', 'active, many', 'active, none'].flatMap((active, nth) =>
    Object.entries(REQUESTS).map(([page, request]) => ({
      name: ['leases of 100 tenants', caller, active, page].join(' · '),
      caller,
      activeOn: [undefined, `${FIRST_YEAR + 7}-06-15`, `${FIRST_YEAR + 20}-01-01`][nth],
      request,
    })),
  ),
);

/** The tenants whose leases are asked for: at most 100, of whom one, the `landlord`, has thousands. */
export async function tenantsToAsk(session: Session, landlord: RowId): Promise<Tenant[]> {
  const ids = [...Array.from({ length: 99 }, (_, nth) => nth * 7 + 3).filter((id) => id !== landlord), landlord];
  const found = await recordsInOrder(
    session,
    ids.map((rowId) => ({ kind: 'tenant', rowId })),
  );
  return found.flatMap((one) => (one?.kind === 'tenant' ? [one.record] : []));
}

/** The ids of each tenant's leases on the page. */
export function leasesOfAll(session: Session, tenants: readonly Tenant[], shape: TenantLeasesShape) {
  const leases = new TenantLeases(session);
  return Promise.all(tenants.map((tenant) => leases.of(tenant, shape.activeOn, shape.request)));
}

export const NODE_CALLERS = ['all', '500 groups', 'a small group'] as const;

/** Ids of 100 records of each kind. */
export const hundredIds = (every: number): RowId[] => Array.from({ length: 100 }, (_, nth) => nth * every + 1);
