/** Paging (contract 8), beyond what every sequence of pages must satisfy. */

import { type Samples, tenantsIn } from '../samples';
import { ask } from '../ask';
import { breaks, holds, judge, type Lookup, SECTION, type Session, succeeded } from '../session';
import { clausesOfLoss, identifierOf, isComplete, walk } from '../walk';
import { firstRecords, withLeases } from './tenants';

/** `after-id` is a string whose default is "1". */
export async function checkDefaultCursor(session: Session, samples: Samples): Promise<void> {
  const [tenant] = withLeases(samples).toSorted((a, b) => b.leases.records.length - a.leases.records.length);
  await compareDefault(session, 'tenants', {});
  if (tenant !== undefined) await compareDefault(session, 'leases', { identifier: tenant.identifier });
}

async function compareDefault(session: Session, lookup: Lookup, body: Record<string, string>): Promise<void> {
  const clauses = ['8.default', `${SECTION[lookup]}-request.after-id`];
  const names = async (more: object) => {
    const page = await ask(session, lookup, { ...body, ...more });
    return { page, names: JSON.stringify([succeeded(page), firstRecords(page).toSorted()]) };
  };
  const [absent, given, again] = [await names({}), await names({ 'after-id': '1' }), await names({})];
  // An answer that differs from itself proves nothing.
  if (absent.names !== again.names) return;
  judge(session, given.names === absent.names, clauses, given.page, 'the same answer as without after-id');
}

/** Leases that another search finds are in the sequence of all leases of their tenant. */
export async function checkLeaseSequences(session: Session, { tenants, leases }: Samples): Promise<void> {
  for (const { identifier, leases: all } of tenants) {
    const last = all.pages.at(-1);
    if (!isComplete(all) || last === undefined) continue;
    const isLong = all.pages.length > 1;
    const active = isLong ? await walk(session, 'leases', { identifier, active: true }, { most: 20 }) : undefined;
    const expected = new Set([
      ...[...leases]
        .filter(([, lease]) => tenantsIn(lease).some((each) => identifierOf(each) === identifier))
        .map(([name]) => name),
      ...(active?.identifiers ?? []),
    ]);
    const missing = [...expected].filter((name) => !all.identifiers.has(name));
    const clauses = clausesOfLoss(session, all, ['4.1-request.identifier']);
    if (missing.length > 0)
      breaks(session, clauses, last, 'every lease of the tenant by the last page', `${missing.length} are missing`);
    else if (isLong) holds(session, '8.sequence');
  }
}
