/** The first leases of each of several tenants in one answer: for each tenant its own, in their order. */

import { sql } from 'kysely';

import { json, send } from '../http/client';
import { gatewayForAllTests } from '../support/gateway';
import { insertGroup } from '../support/records';
import { insertSharedLeases } from '../support/shared-leases';

/** Leases of each tenant, in the order of their ids. */
const LEASES = [3, 1, 60, 10, 2, 11, 45, 9, 1];
const DAY = '2026-06-15';

const shared = gatewayForAllTests({}, { sealed: false });
/** By tenant, in the order of their ids. */
let leases: { readonly identifier: string; readonly endDate: string }[][];

beforeAll(async () => {
  const { db } = shared.database;
  const groupId = await insertGroup(db, 'acme');
  for (const [nth, count] of LEASES.entries())
    await insertSharedLeases(db, { groupId, prefix: `t${nth}`, tenants: 1, leases: count });
  await sql`update leases set end_date = '2026-02-01' where mod(id, 3) > 0`.execute(db);
  const { rows } = await sql<{ tenant: number; identifier: string; endDate: string }>`
    select p.tenant_id as tenant, l.identifier, l.end_date as endDate
    from leases as l join lease_tenants as p on p.lease_id = l.id order by l.id`.execute(db);
  const tenants = await db.selectFrom('tenants').select('id').where('group_id', '=', groupId).orderBy('id').execute();
  leases = tenants.map(({ id }) => rows.filter(({ tenant }) => tenant === id));
});

test.each(
  [1, 10, 11, 61].flatMap((count) => [
    [`first: ${count}`, (all: string[]) => all.slice(0, count)] as const,
    [`last: ${count}`, (all: string[]) => all.slice(-count)] as const,
    [`first: ${count}, activeOn: "${DAY}"`, (all: string[]) => all.slice(0, count)] as const,
    [`last: ${count}, activeOn: "${DAY}"`, (all: string[]) => all.slice(-count)] as const,
  ]),
)('leases(%s)', async (page, pageOf) => {
  for (const tenants of [9, 3, 1]) {
    const query = `{ tenantsByLease(first: ${tenants}) { nodes { leases(${page}) { nodes { identifier } } } } }`;
    const answer = await send(`${shared.gateway.url}/graphql`, { token: shared.token, body: { query } });
    const nodes = leases.slice(0, tenants).map((own) => {
      const matching = own.filter(({ endDate }) => !page.includes(DAY) || endDate > DAY);
      return {
        leases: { nodes: pageOf(matching.map(({ identifier }) => identifier)).map((identifier) => ({ identifier })) },
      };
    });
    expect(json(answer)).toEqual({ data: { tenantsByLease: { nodes } } });
  }
});
