/** The commands of docs/use/moving.md run as they are written, on an old service and a gateway with the same records. */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { RULES } from '../../cutover/compare/compare-values';
import { Tally } from '../../cutover/compare/tally';
import { freePort } from '../../tools/local-server/free-port';
import { seedDatabase } from '../../ingest/seed/seed';
import { LEASES, send, TENANTS } from '../http/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { signToken } from '../support/tokens';
import { until } from '../support/until';
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
let at: Readonly<Record<string, string>>;
let people: readonly { readonly email_address: string; readonly phone_number: string }[];
/** Runs every command of the page, one after the other. */
let shell: ChildProcess;
let printed = '';

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
  at = {
    OLD: old.url,
    NEW: gateway.url,
    PROXY: `http://127.0.0.1:${await freePort()}`,
    ADMIN: `http://127.0.0.1:${await freePort()}`,
  };
  const path = `${join(__dirname, '..', '..', 'bin')}:${process.env.PATH ?? ''}`;
  shell = spawn('bash', { cwd: folder, env: { PATH: path }, stdio: 'pipe', detached: true });
  for (const output of [shell.stdout, shell.stderr])
    output?.setEncoding('utf8').on('data', (text: string) => (printed += text));
});
afterAll(async () => {
  // With the proxy, if it is still there.
  if (shell?.pid !== undefined) process.kill(-shell.pid, 'SIGKILL');
  await gateway?.close();
  await old?.close();
  await database?.drop();
  rmSync(folder, { recursive: true });
});

/** @returns the exit status of the commands, and what was printed meanwhile */
async function run(commands: string): Promise<{ readonly status: number; readonly output: string }> {
  printed = '';
  shell.stdin?.write(`${commands}\necho "ended with $?"\n`);
  const [end = '', status] = await until(() => /ended with (\d+)\n/.exec(printed), `the end of ${commands}`);
  return { status: Number(status), output: printed.replace(end, '') };
}

const isUp = () => until(async () => (await fetch(`${at.ADMIN}/readyz`).catch(() => undefined))?.status === 200);

test('the variables of the commands come first and may have other values, and the old side qualifies', async () => {
  const [variables = '', conformance = ''] = commandsOf('# Moving');
  expect([...variables.matchAll(/^([A-Z]+)=/gm)].map(([, name]) => name)).toEqual(Object.keys(at));
  const others = variables.replace(/^([A-Z]+)=\S+/gm, (_, name: string) => `${name}=${at[name]}`);
  expect((await run(others)).status).toBe(0);
  expect(await run(conformance)).toMatchObject({ status: 0, output: expect.stringContaining('0 broken') as string });
});

test('2: both sides are tested, and no habit differs', async () => {
  const commands = commandsOf('2.')[0]!;
  expect(commands).toMatch(/^diff /m);
  expect((await run(commands)).status).toBe(0);
});

test('3 to 5: requests by e-mail and phone are served, compared, saved and replayed, and the caller is ready', async () => {
  await run(commandsOf('3.')[0]!);
  await isUp();
  const [ready = ''] = commandsOf('5.');
  expect(await run(ready)).toMatchObject({ status: 1, output: expect.stringContaining('Not ready: keep') as string });

  for (let nth = 0; nth < 100; nth += 1) {
    const { email_address, phone_number } = people[nth % people.length]!;
    const body = nth % 2 === 0 ? { email_address } : { phone_number };
    expect((await send(at.PROXY + LEASES, { token, body })).status).toBe(200);
    await send(at.PROXY + TENANTS, { token, body: {} });
  }
  const { output } = await until(async () => {
    const judged = await run(ready);
    return judged.status === 0 && judged;
  }, 'the caller is ready');
  expect(output).toMatch(/^ready {6}billing: 200 comparisons[^]*^Ready: serve the new/m);

  const replayed = await run(commandsOf('4.')[0]!);
  expect([replayed.status, replayed.output]).toEqual([0, expect.stringMatching(/No answer differs\.\n$/)]);
  expect(replayed.output).toContain('200 requests, 100 % compared');
  const saved = readFileSync(join(folder, 'requests.ndjson'), 'utf8');
  expect(saved.trimEnd().split('\n')).toHaveLength(200);
  expect(saved).not.toContain(token);
  for (const name of ['differences.ndjson', 'replayed.ndjson'])
    expect(readFileSync(join(folder, name), 'utf8')).toBe('');
});

test('6: the new side is served at the same address, with the old one behind it, and the callers keep their names', async () => {
  const { output } = await run(commandsOf('6.')[0]!);
  expect(output).toContain('Requests: 200 answered.\nSaved: 200.\n');
  await isUp();
  const [{ email_address }] = people as [(typeof people)[number]];
  expect((await send(at.PROXY + LEASES, { token, body: { email_address } })).status).toBe(200);
  const counts = () => fetch(`${at.ADMIN}/comparisons`).then((answer) => answer.text());
  await until(async () => (await counts()).includes('"billing"'), 'the caller is named');
  expect(JSON.parse(await counts())).toMatchObject({ serve: 'new', served: [{ labels: { ending: 'answered' } }] });
});

test('7: a request is explained', async () => {
  const explained = await run(commandsOf('7.')[0]!);
  expect(JSON.parse(explained.output)).toMatchObject({ variables: { lease: {} } });
});

test('the page names every rule and every metric', () => {
  const named = codeSpans(TEXT);
  const metrics = [...new Tally().text({ in_flight: 0, waiting: 0, lines_lost: 0 }).matchAll(/^# TYPE (\S+)/gm)].map(
    ([, name]) => name,
  );
  expect(named).toEqual(expect.arrayContaining([...RULES, ...metrics]));
});
