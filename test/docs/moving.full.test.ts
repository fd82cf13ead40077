/** The commands of docs/use/moving.md run as they are written, on an old service and on gateways with the same records. */

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '../../tools/local-server/free-port';
import { insertHousehold } from '../db/household';
import { LEASES, send } from '../http/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { signToken } from '../support/tokens';
import { codeBlocks } from './markdown';
import { readText } from './repository';

jest.setTimeout(180_000);

const TEXT = readText('docs/use/moving.md');
const AUDIT_KEY = 'k'.repeat(32);

/** The commands of the section whose title begins like this. */
const commandsOf = (title: string): string[] =>
  codeBlocks(TEXT.split(/^## /m).find((text) => text.startsWith(title)) ?? '', 'sh');

const folder = mkdtempSync(join(tmpdir(), 'leasegate-moving-'));
let database: TestDatabase;
let old: TestGateway;
let gateway: TestGateway;
let shadow: TestGateway;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
  const start = (env: Record<string, string>) => startTestGateway({ databaseUrl: database.url, env });
  old = await start({});
  gateway = await start({ REST_EXPLAIN: 'on', REST_USAGE: 'on', AUDIT_KEY });
  shadow = await start({ LEGACY_URL: old.url, LEGACY_MODE: 'shadow', AUDIT_KEY });
  token = await signToken({ subject: 'billing', groups: ['north'] });
  for (const side of ['old', 'new']) writeFileSync(join(folder, `${side}.token`), token);
});
afterAll(async () => {
  await shadow?.close();
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

function run(commands: string, admin = gateway): Promise<Ran> {
  const env = {
    PATH: `${join(__dirname, '..', '..', 'bin')}:${process.env.PATH ?? ''}`,
    OLD: old.url,
    NEW: gateway.url,
    ADMIN: admin.adminUrl,
  };
  return new Promise((resolve) => {
    execFile('bash', ['-c', commands], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

const BODY = '{"identifier":"north-tenant"}';

test('the variables of the commands are explained first', () => {
  const [variables = ''] = commandsOf('# Moving');
  expect([...variables.matchAll(/^([A-Z]+)=/gm)].map(([, name]) => name)).toEqual(['OLD', 'NEW', 'ADMIN']);
});

test('1: the profiles of both sides are compared', async () => {
  const [profile = '', compare = ''] = commandsOf('1.');
  const { status, stderr } = await run(profile);
  expect([status, stderr]).toEqual([0, expect.any(String)]);
  expect(readFileSync(join(folder, 'old-report.html'), 'utf8')).toContain('<!doctype html>');
  expect(await run(compare)).toMatchObject({ status: 0 });
});

test('3: recorded requests are replayed, and no answer differs', async () => {
  const [record = '', replay = ''] = commandsOf('3.');
  const port = String(await freePort());
  const [url, type] = [`http://127.0.0.1:${port}${LEASES}`, 'Content-Type: application/json'];
  const ask = `curl -s -f ${url} -H "Authorization: Bearer $(cat old.token)" -H '${type}' -d '${BODY}'`;
  const callers = `for n in $(seq 100); do ${ask} && break; sleep 0.1; done; ${ask}`;
  const recorded = await run(record.replace('127.0.0.1:4010', `127.0.0.1:${port}`).replace(/^# .*$/m, callers));
  expect(recorded).toMatchObject({ status: 0 });
  expect(readFileSync(join(folder, 'tape.ndjson'), 'utf8').trim().split('\n')).toHaveLength(2);
  expect(await run(replay)).toMatchObject({ status: 0 });
  expect(JSON.parse(readFileSync(join(folder, 'replay.json'), 'utf8'))).toMatchObject({ same: 2, different: 0 });
});

test('5: in shadow mode the callers are ready once enough answers have been the same', async () => {
  const [cutover = ''] = commandsOf('5.');
  expect(await run(cutover, shadow)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('Not ready') as string,
  });
  for (let nth = 0; nth < 120; nth += 1) await send(shadow.url + LEASES, { token, body: BODY });
  let judged = await run(cutover, shadow);
  for (let nth = 0; nth < 50 && judged.status !== 0; nth += 1) {
    await sleep(200);
    judged = await run(cutover, shadow);
  }
  expect(judged).toMatchObject({ status: 0, stdout: expect.stringContaining('Ready for') as string });
});

test('6: a request is explained, and its caller is listed', async () => {
  const [explain = '', usage = ''] = commandsOf('6.');
  const explained = await run(explain);
  expect(JSON.parse(explained.stdout)).toMatchObject({ variables: { lease: {} } });
  const { status, stdout } = await run(usage);
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^caller [0-9a-f]{32}: \d+ of \w+ \(/m)]);
});
