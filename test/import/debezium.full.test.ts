/** examples/debezium: what jq makes of the messages of Debezium’s connectors, and what follow.sh stores of a topic. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { debianProgram, INSTALL_LIMIT_MS } from '../support/debian-program';
import { until } from '../support/until';
import { caseForEachTest } from './import-case';

jest.setTimeout(120_000);

const ROOT = join(__dirname, '..', '..');
const EXAMPLE = join(ROOT, 'examples', 'debezium');
const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trimEnd().split('\n');
const EVENTS = linesOf(join(EXAMPLE, 'events.ndjson'));

let jq: string;
let kcat: string;
beforeAll(async () => {
  jq = await debianProgram('jq');
  kcat = await debianProgram('kcat');
}, INSTALL_LIMIT_MS);

const run = (program: string, args: readonly string[], input = '', options: object = {}) =>
  new Promise<{ readonly status: unknown; readonly stdout: string; readonly stderr: string }>((resolve) => {
    const child = execFile(program, args, options, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : error.code, stdout: String(stdout), stderr: String(stderr) }),
    );
    child.stdin?.on('error', () => undefined).end(input);
  });

type Line = Readonly<Record<string, unknown>>;

/** What jq makes of a message whose offset is 7: a line or the text of an error. */
async function converted(payload: string | null, key: string | null = null): Promise<Line | string> {
  const message = JSON.stringify({ offset: 7, key, payload });
  const { stdout, stderr } = await run(jq, ['-n', '-c', '-f', join(EXAMPLE, 'leasegate.jq')], message);
  return stdout === '' ? stderr.trim().replace(/^jq: error \(.*?\): /, '') : (JSON.parse(stdout) as Line);
}

/** An event of a row that the example has, with one value changed, and with the type of its column if there is one. */
function created(table: string, column: string, value = 'undefined', type?: string): string {
  const sample = EVENTS.map((line) => JSON.parse((JSON.parse(line) as { payload: string }).payload) as Line);
  const { after, ...event } = sample.find((each) => (each.source as Line | undefined)?.table === table)!;
  const { [column]: _, ...others } = after as Line;
  const row = JSON.stringify(others).slice(0, -1) + (value === '' ? '}' : `,"${column}":${value}}`);
  const payload = `${JSON.stringify(event).slice(0, -1)},"after":${row}}`;
  const fields = [{ field: column, name: type, parameters: { scale: '4' } }];
  const schema = { type: 'struct', fields: [{ type: 'struct', field: 'after', fields }], name: 'pm.Envelope' };
  return type === undefined ? payload : `{"schema":${JSON.stringify(schema)},"payload":${payload}}`;
}

test('each form of a value is read, or an error with its offset, table and column', async () => {
  const fields = { active: 'active', email: 'email_address', company_id: 'group', property_id: 'unit_id' };
  const names: Line = { ...fields, starts_on: 'start_date', rent: 'rent', person_ids: 'tenants' };
  const got: unknown[] = [];
  const expected: unknown[] = [];
  for (const line of linesOf(join(__dirname, 'debezium', 'values.txt'))) {
    const [, table = '', column = '', value, type, stored = ''] =
      /^(\w+)\.(\w+) (.*?) ?(?:as (\S+) )?-> (.*)$/.exec(line) ?? [];
    const isRead = /^(?:["[\d-]|(?:true|false|null)$)/.test(stored);
    const result = await converted(created(table, column, value, type));
    got.push([line, typeof result === 'string' ? result : (result.record as Line)[String(names[column])]]);
    expected.push([line, isRead ? (JSON.parse(stored) as unknown) : `Offset 7: property.${table}: ${stored}`]);
  }
  expect(got).toEqual(expected);
});

test.each([
  ['companies', 'id', '9007199254740993'],
  ['contracts', 'person_ids', '"[9007199254740993]"'],
])('%s.%s: an integer above 2^53 is exact with jq 1.7, and an error with an older one', async (...column) => {
  const isOld = /^jq-1\.[0-6]\b/.test((await run(jq, ['--version'])).stdout);
  const result = JSON.stringify(await converted(created(...column)));
  expect(result).toContain(isOld ? 'which this jq rounds: use jq 1.7 or newer' : '9007199254740993');
});

const MESSAGES = linesOf(join(__dirname, 'debezium', 'messages.ndjson')).map((line) => JSON.parse(line) as Line);

test.each(MESSAGES)('$title', async ({ key, event, becomes }) => {
  const [payload, keyText] = [event, key].map((value) => (value === null ? null : JSON.stringify(value)));
  const expected = typeof becomes === 'string' ? `Offset 7: ${becomes}` : { position: '7', ...(becomes as Line) };
  expect(await converted(payload!, keyText)).toEqual(expected);
});

describe('follow.sh', () => {
  const world = caseForEachTest();
  let folder: string;
  let broker: ChildProcess;
  let address: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'leasegate-debezium-'));
    mkdirSync(join(folder, 'bin'));
    // The library of kcat has a broker for tests.
    const args = ['-P', '-X', 'test.mock.num.brokers=1', '-X', 'debug=mock', '-b', 'none', '-t', 'property'];
    broker = spawn(kcat, args, { stdio: ['pipe', 'ignore', 'pipe'] });
    let said = '';
    broker.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
    address = await until(() => /bootstrap\.servers=(\S+:\d+)/.exec(said)?.[1], 'the broker tells its address');
  });
  afterEach(() => {
    // After any other signal it still waits for the end of its input, and Jest for it.
    broker.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  async function send(lines: readonly string[]): Promise<void> {
    const messages = lines.map((line) => JSON.parse(line) as Readonly<Record<string, string | null>>);
    const input = messages.map(({ key, payload }) => `${key ?? ''}\t${payload ?? ''}\n`).join('');
    const args = ['-P', '-b', address, '-t', 'property', '-p', '0', '-K', '\t', '-Z'];
    expect(await run(kcat, args, input)).toMatchObject({ status: 0 });
  }

  /** @param option `-e` lets kcat end after the last message. Otherwise it waits for the next. */
  async function follow(option = '') {
    writeFileSync(join(folder, 'bin', 'kcat'), `#!/bin/sh\nexec ${kcat} ${option} "$@"\n`, { mode: 0o755 });
    const path = [join(folder, 'bin'), join(ROOT, 'bin'), process.env.PATH].join(':');
    const env = { PATH: path, DATABASE_URL: world.database.url, BROKERS: address, TOPIC: 'property' };
    return run(join(EXAMPLE, 'follow.sh'), [], '', { cwd: folder, env });
  }

  const offset = () => readFileSync(join(folder, 'offset'), 'utf8');

  test('it stores what the messages say, and goes on at the offset that it kept', async () => {
    await send(EVENTS.slice(0, 9));
    expect(await follow('-e')).toMatchObject({ status: 0 });
    expect(offset()).toBe('9\n');
    expect(await world.leases()).toEqual({ 31: 'company-1 11 21,22', 32: 'company-1 12 23' });

    await send(EVENTS.slice(9));
    const { status, stderr } = await follow('-e');
    expect([status, offset()]).toEqual([0, `${EVENTS.length}\n`]);
    expect(stderr).toContain(': 1 inserted, 2 updated, 0 unchanged, 4 deleted, 0 refused, 11 skipped.');
    expect(await world.leases()).toEqual({ 31: 'company-1 11 21' });
    const { groups, units, tenants, leases } = await world.everything();
    expect(groups).toMatchObject([{ identifier: 'company-1', external_ref: 'G-1' }]);
    expect(units).toMatchObject([{ identifier: '11', external_ref: 'U-11', unit_number: '2B', city: 'York' }]);
    expect(tenants).toMatchObject([{ email_address: 'ada@example.com', last_name: 'Byrne', active: 1 }, { active: 1 }]);
    const terms = { is_furnished: 1, minimum_days_notice: 60, deposit: 1200, rent: 1010 };
    const dates = { start_date: '2025-02-01', end_date: '2026-01-31', move_in_date: '2025-03-01' };
    expect(leases).toMatchObject([{ identifier: '31', ...dates, ...terms }]);
  });

  test('it ends at an unknown form while kcat waits for a message, and what comes before is stored', async () => {
    await send([...EVENTS.slice(1, 3), EVENTS[3]!.replace(String.raw`\"active\": 0`, String.raw`\"active\": 2`)]);
    const { status, stderr } = await follow();
    expect(stderr).toContain('Offset 2: property.persons: active is not a boolean');
    expect([status, offset(), await world.identifiers('tenants')]).toEqual([5, '2\n', ['21']]);
  });

  test('it ends if its next message is gone', async () => {
    await send(EVENTS.slice(1, 3));
    writeFileSync(join(folder, 'offset'), '500\n');
    const { status, stderr } = await follow();
    expect(stderr).toContain('Offset out of range');
    expect([status, offset(), await world.identifiers('groups')]).toEqual([1, '500\n', []]);
  });
});
