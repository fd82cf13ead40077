/**
 * Imports whose source is lost at random moments, each followed by one that must store what the source has. `npm run
 * test:losses` loses it 50 times; `SOURCE_SEED` repeats a run.
 */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createConnection, type RowDataPacket } from 'mysql2/promise';

import { FOREIGN_CHARSET } from '../../bench/import/foreign-database';
import { findDrift } from '../../ingest/check/drift';
import { programFolders } from '../../tools/local-server/programs';
import { type LocalServer, startLocalServer } from '../../tools/local-server/start';
import { createRandom } from '../../ingest/seed/random';
import { leasegate } from '../cli/leasegate';
import { type Proxy, proxyTo } from '../db/proxy';
import { SERVERS, serverPrograms } from '../servers/programs';
import { amount } from '../support/amount';
import { serverKind } from '../support/database';
import { ForeignSource, stored } from './foreign-source';
import { ImportCase } from './import-case';

const LOSSES = amount('SOURCE_LOSSES', 5, 5);
const SEED = amount('SOURCE_SEED', Date.now() % 1_000_000_000, Date.now() % 1_000_000_000);
const RECORDS = 600;
const TIMEOUT_S = 2;
/** An import that still runs so long after its source was lost hangs. */
const HANGS_MS = 30_000;
const WAYS = ['kill', 'cut', 'silence', 'freeze', 'crash'] as const;
const REASON = /the connection to the source ended|the source sent nothing for 2 s|^The source at \S+ does not answer/m;

jest.setTimeout(120_000 + LOSSES * 60_000);

const QUERIES = {
  'groups.sql': 'select id as identifier, code as external_ref from portfolios',
  'units.sql': `select id as identifier, portfolio_id as \`group\`, street as \`address.address_line_1\`, town as \`address.city\`,
    zip as \`address.postal_code\`, lat as \`address.latitude\`, lng as \`address.longitude\`, door as unit_number from properties`,
  'tenants.sql': `select id as identifier, portfolio_id as \`group\`, mail as email_address, tel as phone_number,
    forename as first_name, surname as last_name, enabled as active from persons`,
  'leases.sql': `select id as identifier, portfolio_id as \`group\`, property_id as unit_id, begins as start_date, ends as end_date,
    rent_amount as rent, deposit, furnished as is_furnished, notice as minimum_days_notice from contracts`,
  'lease-tenants.sql': 'select contract_id as lease, person_id as tenant from contract_persons',
};

const random = createRandom(SEED);
const folder = mkdtempSync(join(tmpdir(), 'leasegate-losses-'));
let server: LocalServer;
let source: ForeignSource;
let proxy: Proxy;
let world: ImportCase;

/** After a crash it has another port and password. */
async function startServer(): Promise<string> {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'leasegate', 'mysql');
  const own = process.env.PATH ?? '';
  const say = (): void => undefined;
  const path =
    (await serverKind()) === 'mysql' ? await serverPrograms(SERVERS.mysql, cache, programFolders(own), say) : own;
  server = await startLocalServer({ folder: join(folder, 'server'), path, say });
  return `${server.url}/estate`;
}

const serverProcess = () => Number(readFileSync(join(folder, 'server', 'server.pid'), 'utf8'));

async function onSource<Row>(query: string): Promise<Row[]> {
  const connection = await createConnection({ uri: server.url });
  try {
    const [rows] = await connection.query<(RowDataPacket & Row)[]>(query);
    return rows;
  } finally {
    await connection.end();
  }
}

beforeAll(async () => {
  world = await ImportCase.create();
  mkdirSync(join(world.folder, 'queries'));
  for (const [name, query] of Object.entries(QUERIES)) writeFileSync(join(world.folder, 'queries', name), query);
  const url = await startServer();
  await onSource(`create database estate character set ${FOREIGN_CHARSET}`);
  source = await ForeignSource.createIn({ url, drop: async () => undefined });
  await source.fill(RECORDS);
  proxy = await proxyTo(url);
});
afterAll(async () => {
  await proxy.cut();
  await source.pool.end();
  await server.stop();
  await world.end();
  rmSync(folder, { recursive: true });
});

const importing = () =>
  leasegate(
    ['import', join(world.folder, 'queries'), '--from', proxy.url, '--prune', '--source-timeout', String(TIMEOUT_S)],
    { DATABASE_URL: world.database.url },
  );

/** The connections of an import are those through the proxy: all but those of the test. */
async function importConnections(): Promise<number[]> {
  const rows = await onSource<{ thread: number }>(
    `select id as thread from information_schema.processlist where db = 'estate' and id not in (select thread from estate.own)`,
  );
  return rows.map(({ thread }) => thread);
}

async function lose(way: (typeof WAYS)[number]): Promise<void> {
  if (way === 'kill')
    for (const thread of await importConnections()) await onSource(`kill ${thread}`).catch(() => undefined);
  else if (way === 'cut') await proxy.cut();
  else if (way === 'silence') proxy.silence();
  else process.kill(serverProcess(), way === 'freeze' ? 'SIGSTOP' : 'SIGKILL');
}

async function restore(way: (typeof WAYS)[number]): Promise<void> {
  if (way === 'freeze') process.kill(serverProcess(), 'SIGCONT');
  if (way === 'crash') {
    await source.pool.end().catch(() => undefined);
    await proxy.cut();
    await server.stop();
    const url = await startServer();
    source = ForeignSource.openIn({ url, drop: async () => undefined });
    proxy = await proxyTo(url);
  } else {
    await proxy.cut();
    await proxy.restore();
  }
}

/** So that the import has much to write: every unit, tenant and lease differs from what is stored. */
async function change(round: number): Promise<void> {
  const pick = (): number => 1 + random.below(RECORDS);
  await source.run(`update persons set surname = 'S${round}'; update properties set door = '${round}';
    update contracts set rent_amount = ${round} + 0.25; update contracts set notice = ${round} where id = ${pick()};
    delete from contract_persons where contract_id = ${pick()}; delete p from contract_persons p where contract_id = ${RECORDS + 1 - round};
    delete from contracts where id = ${RECORDS + 1 - round}`);
}

async function ownConnections(): Promise<void> {
  await source.run('create table if not exists own (thread bigint primary key); delete from own');
  await source.run(`insert into own select id from information_schema.processlist where db = 'estate'`);
}

test(`after ${LOSSES} losses of its source, an import stores what the source has, seed ${SEED}`, async () => {
  const began = Date.now();
  expect(await importing()).toMatchObject({ status: 0 });
  const calmMs = Date.now() - began;
  const counts = { lost: 0, ended: 0, hangs: 0, locks: 0, wrong: 0 };
  for (let round = 1; round <= LOSSES; round += 1) {
    await change(round);
    await ownConnections();
    const way = WAYS[round % WAYS.length]!;
    const running = importing();
    await sleep(random.below(calmMs));
    await lose(way);
    const outcome = await Promise.race([running, sleep(HANGS_MS).then(() => undefined)]);
    if (outcome === undefined) counts.hangs += 1;
    else if (outcome.status === 0) counts.ended += 1;
    else {
      counts.lost += 1;
      expect({ way, stderr: outcome.stderr }).toEqual({ way, stderr: expect.stringMatching(REASON) as string });
      expect(outcome.status).toBe(1);
    }
    await restore(way);
    const next = await importing();
    if (next.stderr.includes('Another import')) counts.locks += 1;
    else expect({ way, ...next }).toMatchObject({ status: 0 });
    if (JSON.stringify(await stored(world)) !== JSON.stringify(await source.expected())) counts.wrong += 1;
  }
  console.log(`Seed ${SEED}: ${JSON.stringify(counts)}`);
  expect(counts).toMatchObject({ hangs: 0, locks: 0, wrong: 0 });
  expect(await findDrift(world.database.db)).toEqual([]);
});
