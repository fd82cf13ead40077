/** The commands of docs/use/moving.md run as they are written, on an old service and a gateway with the same records. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { RULES } from '../../cutover/compare/rules';
import { Tally } from '../../cutover/compare/tally';
import { freePort } from '../../tools/local-server/free-port';
import { seedDatabase } from '../../ingest/seed/seed';
import { LEASES, send, TENANTS } from '../http/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { signToken } from '../support/tokens';
import { codeBlocks, codeSpans } from './markdown';
import { readText } from './repository';

jest.setTimeout(240_000);

const TEXT = readText('docs/use/moving.md');

/** The commands of the section whose title begins like this. */
const commandsOf = (title: string): string[] =>
  codeBlocks(TEXT.split(/^## /m).find((text) => text.startsWith(title)) ?? '', 'sh');

const folder = mkdtempSync(join(tmpdir(), 'leasegate-moving-'));
let database: TestDatabase;
let old: TestGateway;
let gateway: TestGateway;
let token: string;
let env: Record<string, string>;
let people: readonly { readonly email_address: string; readonly phone_number: string }[];
let proxy: ChildProcess | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDatabase({ db: database.db, leases: 60, groups: 2, seed: 5, baseDate: '2026-01-01' });
  old = await startTestGateway({ databaseUrl: database.url });
  gateway = await startTestGateway({ databaseUrl: database.url, env: { REST_EXPLAIN: 'on' } });
  token = await signToken({ subject: 'billing', groups: '*' });
  for (const side of ['old', 'new']) writeFileSync(join(folder, `${side}.token`), token);
  people = await database.db
    .selectFrom('tenants')
    .select(['email_address', 'phone_number'])
    .where('email_address', 'is not', null)
    .where('phone_number', 'is not', null)
    .$narrowType<{ email_address: string; phone_number: string }>()
    .execute();
  env = {
    PATH: `${join(__dirname, '..', '..', 'bin')}:${process.env.PATH ?? ''}`,
    OLD: old.url,
    NEW: gateway.url,
    PROXY: `http://127.0.0.1:${await freePort()}`,
    ADMIN: `http://127.0.0.1:${await freePort()}`,
  };
});
afterAll(async () => {
  proxy?.kill('SIGKILL');
  await gateway?.close();
  await old?.close();
  await database?.drop();
  rmSync(folder, { recursive: true });
});

interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(commands: string): Promise<Ran> {
  return new Promise((resolve) => {
    execFile('bash', ['-e', '-c', commands], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'close');
}

test('the variables of the commands are explained first', () => {
  const [variables = ''] = commandsOf('# Moving');
  expect([...variables.matchAll(/^([A-Z]+)=/gm)].map(([, name]) => name)).toEqual(['OLD', 'NEW', 'PROXY', 'ADMIN']);
});

test('2: both sides are tested, and no habit differs', async () => {
  const commands = commandsOf('2.')[0]!;
  expect(commands).toMatch(/^diff /m);
  expect((await run(commands)).status).toBe(0);
});

test('3 to 5: requests by e-mail and phone are served, compared, saved and replayed, and the caller is ready', async () => {
  const start = commandsOf('3.')[0]!.trim();
  expect(start).toMatch(/ &$/);
  proxy = spawn('bash', ['-c', `exec ${start.replace(/ &$/, '')}`], { cwd: folder, env });
  const up = async () => (await fetch(`${env.ADMIN}/readyz`).catch(() => undefined))?.status === 200;
  for (let nth = 0; nth < 200 && !(await up()); nth += 1) await sleep(100);
  const [ready = ''] = commandsOf('5.');
  expect(await run(ready)).toMatchObject({ status: 1, stdout: expect.stringContaining('Not ready') as string });

  for (let nth = 0; nth < 100; nth += 1) {
    const { email_address, phone_number } = people[nth % people.length]!;
    const body = nth % 2 === 0 ? { email_address } : { phone_number };
    expect((await send(env.PROXY + LEASES, { token, body })).status).toBe(200);
    await send(env.PROXY + TENANTS, { token, body: {} });
  }
  let judged = await run(ready);
  for (let nth = 0; nth < 50 && judged.status !== 0; nth += 1) {
    await sleep(200);
    judged = await run(ready);
  }
  expect(judged).toMatchObject({ status: 0, stdout: expect.stringContaining('Ready: serve the new') as string });
  await ended(proxy);
  proxy = undefined;

  const { status, stdout, stderr } = await run(commandsOf('4.')[0]!);
  expect([status, stderr]).toEqual([0, expect.stringMatching(/No answer differs\.\n$/)]);
  expect(stdout).toContain('200 requests, ');
  expect(stdout).toContain('100 % compared');
  const saved = readFileSync(join(folder, 'requests.ndjson'), 'utf8');
  expect(saved.trimEnd().split('\n')).toHaveLength(200);
  expect(saved).not.toContain(token);
  for (const name of ['differences.ndjson', 'replayed.ndjson'])
    expect(readFileSync(join(folder, name), 'utf8')).toBe('');
});

test('6: the new side is served with the old one behind it', async () => {
  const [command = ''] = codeBlocks(TEXT.split(/^## /m).find((text) => text.startsWith('6.')) ?? '', 'text');
  const options = `${command.trim()} --listen \${PROXY#http://} --admin \${ADMIN#http://}`;
  proxy = spawn('bash', ['-c', `exec ${options}`], { cwd: folder, env });
  const up = async () => (await fetch(`${env.ADMIN}/readyz`).catch(() => undefined))?.status === 200;
  for (let nth = 0; nth < 200 && !(await up()); nth += 1) await sleep(100);
  const [{ email_address }] = people as [(typeof people)[number]];
  expect((await send(env.PROXY + LEASES, { token, body: { email_address } })).status).toBe(200);
  await ended(proxy);
  proxy = undefined;
});

test('7: a request is explained', async () => {
  const explained = await run(commandsOf('7.')[0]!);
  expect(JSON.parse(explained.stdout)).toMatchObject({ variables: { lease: {} } });
});

test('the page names every rule and every metric', () => {
  const named = codeSpans(TEXT);
  const metrics = [...new Tally().text({ in_flight: 0, waiting: 0, lines_lost: 0 }).matchAll(/^# TYPE (\S+)/gm)].map(
    ([, name]) => name,
  );
  expect(named).toEqual(expect.arrayContaining([...RULES, ...metrics]));
});
