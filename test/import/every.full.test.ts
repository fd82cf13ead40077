/** `leasegate import --every`, as its own process on a source that changes. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ForeignSource, stored, writeQueries } from './foreign-source';
import { ImportCase } from './import-case';
import { until } from '../support/until';

// It starts the program several times, on a machine that may be busy.
jest.setTimeout(120_000);

let source: ForeignSource;
let world: ImportCase;
beforeAll(async () => {
  source = await ForeignSource.create();
  await source.fill(3_000);
  world = await ImportCase.create();
});
afterAll(async () => {
  await world.end();
  await source.end();
});

const queries = () => join(world.folder, 'queries');
const environment = (url: string) => ({
  PATH: process.env.PATH,
  DATABASE_URL: world.database.url,
  IMPORT_METRICS_PORT: '0',
  SOURCE_DATABASE_PASSWORD: new URL(url).password,
});

/** The URL without its password. */
function openUrl(): string {
  const url = new URL(source.url);
  url.password = '';
  return url.href;
}

const started: ChildProcess[] = [];
afterEach(() => started.forEach((child) => child.kill('SIGKILL')));

class Running {
  #output = '';
  readonly #child;

  constructor(...options: string[]) {
    const args = ['import', queries(), '--from', openUrl(), '--rejects', world.rejects, '--json', ...options];
    this.#child = spawn(join(__dirname, '../../bin/leasegate'), args, {
      env: environment(source.url),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(this.#child);
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => (this.#output += chunk));
  }

  get output(): string {
    return this.#output;
  }

  /** The first line for which `found` is true. */
  async line(found: (status: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> {
    const look = () => {
      const lines = this.#output.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'));
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>).find(found);
    };
    return until(look, () => `it printed more than\n${this.#output}`);
  }

  async end(): Promise<number | null> {
    const ended = once(this.#child, 'close') as Promise<[number | null]>;
    this.#child.kill('SIGTERM');
    return (await ended)[0];
  }
}

const rows = (status: Record<string, unknown>, kind: string) =>
  (status.kinds as Record<string, Record<string, number>>)[kind];

test('rounds bring every change; a source that fails changes nothing; SIGTERM ends it', async () => {
  writeQueries(queries());
  const running = new Running('--every', '1s', '--prune');
  const { metrics } = await running.line(({ metrics: url }) => url !== undefined);
  await running.line((status) => status.complete === true);
  expect(await stored(world)).toEqual(await source.expected());

  await source.run(
    "update persons set surname = 'Changed' where id = 1; delete from contract_persons where contract_id = 2; delete from contracts where id = 2",
  );
  const changed = await running.line((status) => status.kinds !== undefined && rows(status, 'leases')!.pruned === 1);
  expect(changed).toMatchObject({ complete: true, recent: false });
  expect(rows(changed, 'tenants')).toMatchObject({ updated: 1, unchanged: 2_999 });
  expect(await stored(world)).toEqual(await source.expected());

  const before = await stored(world);
  await source.run('rename table contracts to elsewhere');
  // On MySQL, a round that reads during the rename fails by a deadlock (1213), and the next one by the missing table.
  const failed = await running.line(({ failed: why }) => typeof why === 'string' && !why.includes('1213'));
  expect(failed.failed).toMatch(/^leases.sql: Table '.*contracts' doesn't exist$/);
  expect(failed.dataAgeSeconds).toEqual(expect.any(Number));
  expect(await stored(world)).toEqual(before);
  await source.run('rename table elsewhere to contracts; update contracts set notice = 90 where id = 3');
  await running.line((status) => status.kinds !== undefined && rows(status, 'leases')!.updated === 1);
  expect(await stored(world)).toEqual(await source.expected());

  const text = await (await fetch(metrics as string)).text();
  expect(text).toMatch(/^leasegate_import_data_age_seconds [\d.]+$/m);
  expect(text).toMatch(/^leasegate_import_rounds_total\{outcome="failed"\} [1-9]/m);
  expect(text).toMatch(/^leasegate_import_records_total\{kind="leases",result="pruned"\} 1$/m);
  // On a busy machine, a round may take longer than its three intervals.
  const ready = async () => (await fetch((metrics as string).replace('metrics', 'readyz'))).status;
  await until(async () => (await ready()) === 200);
  expect(await running.end()).toBe(0);
  expect(running.output).toContain('"stopped":true');
  const { password } = new URL(source.url);
  if (password !== '') expect(running.output).not.toContain(password);
});

test('SIGTERM during a round leaves complete batches, and the next round brings the rest', async () => {
  await source.run("update persons set forename = concat(forename, 'x')");
  const running = new Running('--every', '1h');
  await running.line(({ metrics }) => metrics !== undefined);
  for (
    const end = Date.now() + 30_000;
    !(await stored(world)).some((text) => /Zoë\d+x/.test(text)) && Date.now() < end;
  );
  expect(await running.end()).toBe(0);
  const next = new Running('--every', '1h', '--prune');
  await next.line((status) => status.complete === true);
  expect(await stored(world)).toEqual(await source.expected());
  expect(await next.end()).toBe(0);
});

test('--since reads recent changes between complete rounds', async () => {
  const leases = ['leases.sql', 'tenants.sql', 'units.sql'];

  for (const name of leases) {
    const path = join(queries(), name);
    writeFileSync(path, readFileSync(path, 'utf8').replace('SELECT', 'SELECT updated_at,'));
  }
  const running = new Running('--every', '1s', '--since', 'updated_at', '--full-every', '1d');
  await running.line(({ round }) => round === 2);
  await source.run("update persons set surname = 'Recent' where id = 7");
  const recent = await running.line((status) => status.recent === true && rows(status, 'tenants')?.updated === 1);
  expect(rows(recent, 'groups')).toMatchObject({ read: 3 });
  expect(await stored(world)).toEqual(await source.expected());
  expect(await running.end()).toBe(0);
});
