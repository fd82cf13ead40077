/** An upgrade and its rollback behind HAProxy, as docs/operate/upgrading.md describes them. Nobody who asks notices. */

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { VERSION } from '../../src/package';
import { leasegate, type Program, serve, type Serving } from '../cli/leasegate';
import { ROOT } from '../docs/repository';
import { json, send } from '../http/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { INSTALL_LIMIT_MS } from '../support/debian-program';
import { insertGroup, insertTenantsWithLeases } from '../support/records';
import { signToken, TEST_SECRET } from '../support/tokens';
import { type Balancer, freePorts, type Ports, startBalancer } from './haproxy';
import { type Load, moreAnswers, startLoad } from './load';
import { bothTransports, TENANTS_OF_ACME } from './town';
import { until } from '../support/until';

jest.setTimeout(300_000);

const LATER_MIGRATION = `0099-county@${VERSION}`;
const LATER = `'${LATER_MIGRATION}': {
  statement: 'alter table units add column county varchar(255), algorithm = instant',
  adds: ['units', 'county'],
},`;

/** A copy of this program that says it is the next release, with one migration more. @param folder an empty one, outside the checkout */
function newerRelease(folder: string): Program {
  const copied = ['bin', 'dist', 'package.json', 'openapi.json', 'schema.graphql', 'persisted-documents.json'];
  for (const name of copied) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  change(join(folder, 'dist', 'src', 'package.js'), `'${VERSION}'`, `'999.0.0'`);
  change(join(folder, 'dist', 'src', 'db', 'migrations', 'index.js'), `'0001-groups':`, `${LATER} '0001-groups':`);
  return { path: join(folder, 'bin', 'leasegate'), nodeOptions: '' };
}

function change(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  writeFileSync(file, text.replace(from, to));
}

let folder: string;
let database: TestDatabase;
let balancer: Balancer | undefined;
const ports: Ports[] = [];
let newer: Program;
let load: Load | undefined;
const running: (Serving | undefined)[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leasegate-upgrade-'));
  mkdirSync(join(folder, 'newer'));
  newer = newerRelease(join(folder, 'newer'));
  database = await createTestDatabase();
  const acme = await insertGroup(database.db, 'acme');
  await insertTenantsWithLeases(database.db, acme, 'acme', TENANTS_OF_ACME);
  ports.push(await freePorts(), await freePorts());
  balancer = await startBalancer(folder, [], ports);
}, INSTALL_LIMIT_MS);
afterAll(async () => {
  await load?.stop();
  for (const gateway of running) await gateway?.end();
  await balancer?.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const env = () => ({ DATABASE_URL: database.url, AUTH_JWT_SECRET: TEST_SECRET, LOG_LEVEL: 'info' });

async function replace(at: number, program?: Program): Promise<void> {
  expect(await running[at]?.end()).toBe(running[at] === undefined ? undefined : 0);
  const { port, adminPort } = ports[at]!;
  running[at] = await serve({ ...env(), PORT: String(port), ADMIN_PORT: String(adminPort) }, program);
}

const readiness = async (at: number) =>
  json(await send(`http://127.0.0.1:${ports[at]!.adminPort}/readyz`, { method: 'GET' }));

test('migrate, replace each gateway, and replace each again with the old release: every answer is right', async () => {
  await replace(0);
  await replace(1);
  const lookups = startLoad(balancer!.url, await signToken({ groups: ['acme'] }), 8, bothTransports());
  load = lookups;
  const more = () => moreAnswers(lookups, 300);
  await more();

  const migrated = await leasegate(['migrate'], env(), '', newer);
  expect(migrated).toMatchObject({ status: 0, stdout: `migrated ${LATER_MIGRATION}\n` });
  await more();
  const onNewerSchema = { status: 'ok', problems: [], newerMigrations: [LATER_MIGRATION] };
  const named = async () => JSON.stringify(await readiness(0)) === JSON.stringify(onNewerSchema);
  await until(named, 'the old release names the migration');
  await replace(0, newer);
  await more();
  expect([await readiness(0), await readiness(1)]).toEqual([{ status: 'ok', problems: [] }, onNewerSchema]);
  await replace(1, newer);
  await more();

  await replace(0);
  await more();
  await replace(1);
  await more();
  expect(await readiness(1)).toEqual(onNewerSchema);
  const again = await leasegate(['migrate'], env());
  expect(again).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Nothing to do/) });
  expect(await lookups.stop()).toMatchObject({ refused: {}, wrong: [], lost: {} });
});
