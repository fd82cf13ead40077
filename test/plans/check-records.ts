import { sql } from 'kysely';

import { type CallerName, groupNumbers } from '../../bench/scale/callers';
import { expectedPage, sessionOf } from '../../bench/scale/lookup';
import {
  hundredIds,
  leasesOfAll,
  NODE_CALLERS,
  TENANT_LEASES_SHAPES,
  tenantsToAsk,
} from '../../bench/scale/record-shapes';
import { recordsInOrder } from '../../src/lookups/find-records';
import { excess, type Guarded } from './check-shape';

const KINDS = ['lease', 'tenant', 'group'] as const;

const nodesName = (caller: CallerName) => `100 nodes of each kind · ${caller}`;

/** What is wrong with the leases of 100 tenants that are asked for at once. */
export async function checkTenantLeases({ size, meter, obvious }: Guarded): Promise<string[]> {
  const problems: string[] = [];
  const { id: landlord } = await meter.connection
    .selectFrom('tenants')
    .select('id')
    .where('identifier', '=', 'tenant-0')
    .executeTakeFirstOrThrow();
  for (const shape of TENANT_LEASES_SHAPES) {
    const session = sessionOf(meter.database, shape.caller, size);
    const tenants = await tenantsToAsk(session, landlord);
    const { answer: pages, rows } = await meter.measure(() => leasesOfAll(session, tenants, shape));
    const counts = await meter.measure(() => Promise.all(pages.map((page) => page.count())));
    tenants.forEach(({ rowId, identifier }, nth) => {
      const ids = obvious.leasesOf(rowId, shape.activeOn);
      const is = JSON.stringify([pages[nth]?.records.map((lease) => lease.rowId), counts.answer[nth]]);
      const shouldBe = JSON.stringify([expectedPage(ids, shape.request).ids, ids.length]);
      if (is !== shouldBe) problems.push(`${shape.name}: ${identifier}: ${is} should be ${shouldBe}`);
    });
    problems.push(...excess(shape.name, rows, counts.rows));
  }
  return problems;
}

/** What is wrong with 100 records of each kind by their ids. */
export async function checkNodes({ size, meter }: Guarded): Promise<string[]> {
  const problems: string[] = [];
  const ids = { leases: hundredIds(97), tenants: hundredIds(89), groups: hundredIds(7) };
  for (const caller of NODE_CALLERS) {
    const session = sessionOf(meter.database, caller, size);
    const asked = KINDS.flatMap((kind) => ids[`${kind}s`].map((rowId) => ({ kind, rowId })));
    const { answer, rows } = await meter.measure(() => recordsInOrder(session, asked));
    const numbers = groupNumbers(caller, size);
    for (const one of KINDS) {
      const kind = `${one}s` as const;
      const group = sql.ref(kind === 'groups' ? 'id' : 'group_id');
      const { rows: stored } = await sql<{ id: number; group: number }>`
        select id, ${group} - 1 as \`group\` from ${sql.table(kind)} where id in (${sql.join(ids[kind])}) order by id`.execute(
        meter.connection,
      );
      const visible = stored.filter((row) => numbers === undefined || numbers.includes(row.group));
      const is = JSON.stringify(
        answer.flatMap((found) => (found?.kind === one ? [found.record.rowId] : [])).sort((a, b) => a - b),
      );
      const shouldBe = JSON.stringify(visible.map(({ id }) => id));
      if (is !== shouldBe) problems.push(`${nodesName(caller)}: ${kind}: ${is} should be ${shouldBe}`);
    }
    problems.push(...excess(nodesName(caller), rows, 0));
  }
  return problems;
}
