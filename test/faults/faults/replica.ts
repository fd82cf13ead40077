/** A replica falls behind. */

import { setTimeout as sleep } from 'node:timers/promises';

import { isFailure } from '../rig/outcomes';
import { Caller } from '../rig/caller';
import type { FaultServer } from '../rig/fault-server';
import type { GatewayProcess } from '../rig/gateway-process';
import { requestBytes } from '../rig/questions';
import { startReplica } from '../rig/replica';
import type { Rig } from '../rig/rig';
import type { Findings, Trial } from '../trial';

const NEW_RECORDS = 150;

/** Every tenant that a caller with all groups receives, page by page. @throws {Error} for any status but 200 */
async function walk(gateway: GatewayProcess, token: string): Promise<string[]> {
  const caller = new Caller(gateway.port);
  const found: string[] = [];
  let last = 1;
  for (let pages = 0; last !== -1 && pages < 100; pages += 1) {
    const reply = await caller.ask(requestBytes('/leases/tenants/', token, JSON.stringify({ 'after-id': last })));
    if (!('text' in reply) || reply.status !== 200) throw new Error(`a page is ${reply.status}`);
    const page = JSON.parse(reply.text) as { tenants: { identifier: string }[]; last_id: number };
    found.push(...page.tenants.map(({ identifier }) => identifier));
    if (page.last_id !== -1 && page.last_id <= last) throw new Error(`last_id ${page.last_id} does not follow ${last}`);
    last = page.last_id;
  }
  caller.close();
  return found;
}

/** Inserts further tenants with a lease each, behind all existing ones. */
async function addRecords(rig: Rig): Promise<void> {
  const { id } = rig.scene.world.groups[0]!;
  const numbers = Array.from({ length: NEW_RECORDS }, (_, nth) => 5_000_000 + nth);
  await rig.server.run(
    'use leasegate',
    `insert into tenants (id, identifier, group_id, active) values ${numbers.map((n) => `(${n}, 'late-${n}', ${id}, 1)`).join()}`,
    `insert into leases (id, identifier, group_id) values ${numbers.map((n) => `(${n}, 'late-${n}', ${id})`).join()}`,
    `insert into lease_tenants (tenant_id, lease_id, group_id, unit_key, move_in_day, move_in_month, move_in_year)
      select id, id, group_id, unit_key, move_in_day, move_in_month, move_in_year from leases where id >= 5000000`,
  );
}

/** Restores the world that later trials expect. */
const removeRecords = (rig: Rig): Promise<void> =>
  rig.server.run(
    'use leasegate',
    'delete from lease_tenants where lease_id >= 5000000',
    'delete from leases where id >= 5000000',
    'delete from tenants where id >= 5000000',
  );

const applying = (server: FaultServer, does: 'stop' | 'start'): Promise<void> =>
  server.run(server.kind.startsWith('MariaDB') ? `${does} slave sql_thread` : `${does} replica sql_thread`);

async function lag(rig: Rig, findings: Findings): Promise<void> {
  const { server, url } = await startReplica(rig, 'behind');
  rig.atEnd(() => removeRecords(rig));
  const outcomes = await rig.underLoad(
    { env: { DATABASE_REPLICA_URLS: url }, clients: 1, excuses: (kind) => kind === 'wrong 200' },
    findings,
    async ({ gateway }) => {
      const { token } = rig.scene;
      const old = await walk(gateway, token);
      await applying(server, 'stop');
      await addRecords(rig);
      let complete = 0;
      const until = performance.now() + 10_000;
      while (performance.now() < until) {
        const seen = await walk(gateway, token);
        const missing = old.filter((identifier) => !seen.includes(identifier));
        findings.must(missing.length === 0, `${missing.length} of the old records are skipped`);
        findings.must(new Set(seen).size === seen.length, 'a record comes twice');
        if (seen.length === old.length + NEW_RECORDS) complete += 1;
        await sleep(250);
      }
      findings.note(`${complete} page sequences while it is behind had every record`);
      await applying(server, 'start');
      const begun = performance.now();
      while ((await walk(gateway, token)).length < old.length + NEW_RECORDS && performance.now() - begun < 20_000)
        await sleep(100);
      findings.atMost('all records after it resumes', performance.now() - begun, 15_000, ' ms');
    },
  );
  // The load does not expect the new records in whole listings.
  findings.must(
    outcomes.count((kind) => isFailure(kind) && kind !== 'wrong 200') === 0,
    `other failures: ${String(outcomes)}`,
  );
}

export const REPLICA: readonly Trial[] = [
  {
    number: 12,
    name: 'replica behind',
    drive: 'a replica that is read stops applying for 10 s, while 150 records are added',
    expected:
      'every sequence of pages has each old record once, and `last_id` never skips; afterwards it has all records',
    run: lag,
  },
];
