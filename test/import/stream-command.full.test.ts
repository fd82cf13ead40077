/** `leasegate import -` and the example that follows Debezium’s events, each in processes of its own. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { leasegate } from '../cli/leasegate';
import { debianProgram, INSTALL_LIMIT_MS } from '../support/debian-program';
import { eachTest, type ImportCase } from './import-case';

// A test starts the program several times, on a machine that may be busy.
jest.setTimeout(120_000);

const ROOT = join(__dirname, '..', '..');

let world: ImportCase;
let folder: string;
eachTest((empty) => (world = empty));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leasegate-stream-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const environment = () => ({ PATH: process.env.PATH, DATABASE_URL: world.database.url });
const args = () => ['import', '-', '--rejects', world.rejects];
const group = (identifier: string) =>
  `${JSON.stringify({ kind: 'group', position: identifier, record: { identifier } })}\n`;

/** A stream whose input stays open. */
class OpenStream {
  readonly child: ChildProcess = spawn(join(ROOT, 'bin', 'leasegate'), args(), { env: environment(), stdio: 'pipe' });
  readonly #ended = once(this.child, 'close') as Promise<[number | null]>;
  stderr = '';
  stdout = '';

  constructor() {
    this.child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (this.stderr += chunk));
    this.child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (this.stdout += chunk));
  }

  write(text: string): void {
    this.child.stdin?.write(text);
  }

  async acknowledged(position: string): Promise<void> {
    while (!this.stdout.includes(`"position":"${position}"`)) await once(this.child.stdout!, 'data');
  }

  async ended(): Promise<number | null> {
    return (await this.#ended)[0];
  }
}

test('it ends when standard output is closed', async () => {
  const stream = new OpenStream();
  stream.write(group('north'));
  await stream.acknowledged('north');
  stream.child.stdout?.destroy();
  stream.write(group('south'));
  expect(await stream.ended()).toBe(0);
  expect(stream.stderr).toContain('Ended, because standard output was closed: ');
  expect(await world.identifiers('groups')).toEqual(['north', 'south']);
});

test('after it is killed, another one goes on behind the position that was acknowledged last', async () => {
  const identifiers = Array.from({ length: 60 }, (_, index) => `g${index}`);
  const changes = (from: number, to?: number) => identifiers.slice(from, to).map(group).join('');
  const killed = new OpenStream();
  killed.write(changes(0, 30));
  await killed.acknowledged('g29');
  killed.write(changes(30));
  killed.child.kill('SIGKILL');
  await killed.ended();
  const positions = [...killed.stdout.matchAll(/"position":"g(\d+)".*\n/g)].map(([, position]) => Number(position));
  const { status } = await leasegate(args(), environment() as Record<string, string>, changes(positions.at(-1)! + 1));
  expect(status).toBe(0);
  expect(await world.identifiers('groups')).toEqual(identifiers);
});

describe('examples/debezium', () => {
  beforeAll(() => debianProgram('jq'), INSTALL_LIMIT_MS);

  const events = join(ROOT, 'examples', 'debezium', 'events.ndjson');

  /** In place of kcat: prints the events from the offset that follows `-o`. */
  const KCAT = `#!/bin/sh
while [ "$1" != -o ]; do shift; done
[ "$2" = beginning ] && from=0 || from=$2
exec jq -c --argjson from "$from" 'select(.offset >= $from)' "$EVENTS"
`;

  async function follow(): Promise<void> {
    writeFileSync(join(folder, 'kcat'), KCAT, { mode: 0o755 });
    const path = [folder, join(ROOT, 'bin'), process.env.PATH].join(':');
    const env = {
      ...environment(),
      PATH: path,
      EVENTS: join(folder, 'events'),
      BROKERS: 'localhost:9092',
      TOPIC: 'property',
    };
    await promisify(execFile)(join(ROOT, 'examples', 'debezium', 'follow.sh'), { cwd: folder, env });
  }

  test('follow.sh stores what the events say, and goes on at the offset that it kept', async () => {
    const lines = readFileSync(events, 'utf8').trimEnd().split('\n');
    writeFileSync(join(folder, 'events'), lines.slice(0, 9).join('\n'));
    await follow();
    expect(readFileSync(join(folder, 'offset'), 'utf8')).toBe('109\n');
    expect(await world.leases()).toEqual({ 31: 'company-1 11 21,22', 32: 'company-1 12 23' });

    writeFileSync(join(folder, 'events'), lines.join('\n'));
    await follow();
    expect(readFileSync(join(folder, 'offset'), 'utf8')).toBe('118\n');
    expect(await world.leases()).toEqual({ 31: 'company-1 11 21' });
    const { groups, units, tenants, leases } = await world.everything();
    expect(groups).toMatchObject([{ identifier: 'company-1', external_ref: 'G-1' }]);
    expect(units).toMatchObject([{ identifier: '11', external_ref: 'U-11', unit_number: '2B', city: 'York' }]);
    expect(tenants).toMatchObject([{ identifier: '21', email_address: 'ada@example.com', active: 1 }]);
    expect(leases).toMatchObject([
      {
        identifier: '31',
        start_date: '2025-02-01',
        end_date: '2026-01-31',
        move_in_date: '2025-03-01',
        is_furnished: 1,
        minimum_days_notice: 60,
        deposit: 1200,
        rent: 1010,
      },
    ]);
  });

  test.each([
    [
      'the id of a record',
      (line: string) => line.replaceAll(String.raw`\"id\": 31`, String.raw`\"id\": 9007199254740993`),
    ],
    ['a tenant of a lease', (line: string) => line.replaceAll('21', '9007199254740993')],
  ])('%s above 2^53 is exact with jq 1.7, and ends it with an older jq', async (_, change) => {
    const lines = readFileSync(events, 'utf8').trimEnd().split('\n').map(change);
    expect(lines.join('')).toContain('9007199254740993');
    writeFileSync(join(folder, 'events'), lines.slice(0, 9).join('\n'));
    const { stdout } = await promisify(execFile)('jq', ['--version']);
    if (/^jq-1\.[0-6]\b/.test(stdout)) {
      await expect(follow()).rejects.toThrow('An event has an integer above 2^53, which this jq rounds');
    } else {
      await follow();
      expect(JSON.stringify(await world.leases())).toContain('9007199254740993');
    }
    expect(JSON.stringify(await world.leases())).not.toContain('9007199254740992');
  });

  test('an event that empties a table ends it', async () => {
    const lines = readFileSync(events, 'utf8').replace(String.raw`\"op\": \"r\"`, String.raw`\"op\": \"t\"`);
    writeFileSync(join(folder, 'events'), lines);
    await expect(follow()).rejects.toThrow('An event t of contracts is not handled.');
  });
});
