/** Paging (contract 8), beyond what every sequence of pages must satisfy. */

import { identifierOf, type JsonObject, recordsIn, succeeded } from '../../contract/answers';
import type { Lookup } from '../../contract/lookups';
import { expectAll } from '../answer-checks';
import { type Samples, tenantsIn } from '../samples';
import type { Session } from '../session';

/** `after-id` is a string whose default is "1". */
export async function checkDefaultCursor(session: Session, { withLeases }: Samples): Promise<void> {
  const [tenant] = withLeases.toSorted((a, b) => b.leases.records.length - a.leases.records.length);
  await compareDefault(session, 'tenants', {});
  if (tenant !== undefined) await compareDefault(session, 'leases', { identifier: tenant.identifier });
}

async function compareDefault(session: Session, lookup: Lookup, body: JsonObject): Promise<void> {
  const ask = async (more: JsonObject) => {
    const page = await session.ask(lookup, { ...body, ...more });
    const names = recordsIn(page, lookup).map(identifierOf).toSorted();
    return { page, names: JSON.stringify([succeeded(page), names]) };
  };
  const [absent, first, again] = [await ask({}), await ask({ 'after-id': '1' }), await ask({})];
  // An answer that differs from itself proves nothing.
  if (absent.names !== again.names) return;
  // A refused text is no question of the default.
  const id = succeeded(absent.page) && !succeeded(first.page) ? '8.sequence' : '8.default';
  if (first.names === absent.names) session.holds('8.default');
  else session.breaks(id, first.page, 'the same answer as without after-id');
}

/** Leases that another search finds are in the sequence of all leases of their tenant. */
export async function checkLeaseSequences(session: Session, { tenants, leases }: Samples): Promise<void> {
  for (const { identifier, leases: all } of tenants) {
    if (!all.isWhole || all.pages.length === 0) continue;
    const isOf = (lease: JsonObject): boolean => tenantsIn(lease).map(identifierOf).includes(identifier);
    const others = [...leases].flatMap(([name, lease]) => (isOf(lease) ? name : []));
    const isLong = all.pages.length > 1;
    const active = isLong ? (await session.walk('leases', { identifier, active: true }, 20)).identifiers : [];
    const part = [[...others, ...active], 'the leases of the tenant by the last page'] as const;
    expectAll(session, all, part, '4.1-request.identifier', ...(isLong ? ['8.sequence'] : []));
  }
}
