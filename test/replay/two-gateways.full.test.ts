/** `leasegate record` and `leasegate replay` with two real gateways whose records differ in known places. */

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Report, Result } from '../../src/replay/report';
import type { TapedRequest } from '../../src/replay/tape';
import { type Ended, leasegate, record } from '../cli/leasegate';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { signToken } from '../support/tokens';
import { createSides, type Lookup, meaningOf, readAll, SEEDS, type Sides } from './two-gateways';

jest.setTimeout(120_000);

const KEY = 'the key of a tape, which is long enough';

let folder: string;
let sides: Sides;
let left: TestGateway;
let right: TestGateway;
let token: string;
/** Each with the lines of the tape that are its pages. */
const recordedLookups: { lookup: Lookup; lines: number[] }[] = [];
let recorded: Ended;
/** For people. */
let printed = '';

const inFolder = (name: string): string => join(folder, name);
const textOf = (name: string): string => readFileSync(inFolder(name), 'utf8');
const linesOf = <Line>(name: string): Line[] =>
  textOf(name)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leasegate-replay-'));
  sides = await createSides({ leases: 500, groups: 3 });
  left = await startTestGateway({ databaseUrl: sides.left.url, sealed: false });
  right = await startTestGateway({ databaseUrl: sides.right.url, sealed: false });
  token = await signToken({ groups: '*', subject: 'jane@secret.example' });
  writeFileSync(inFolder('key'), KEY);
  writeFileSync(inFolder('token'), token);
  writeFileSync(inFolder('values'), sides.personal.join('\n'));
  const recorder = await record(['--to', left.url, '--tape', inFolder('tape'), '--key', inFolder('key')]);
  let line = 0;
  for (const lookup of sides.lookups(100, 1)) {
    const pages = await readAll(recorder.url, token, lookup);
    recordedLookups.push({ lookup, lines: pages.map(() => (line += 1)) });
  }
  recorded = await recorder.end();
});

afterAll(async () => {
  await Promise.all([left, right].map((gateway) => gateway?.close()));
  await Promise.all([sides?.left.drop(), sides?.right.drop()]);
  rmSync(folder, { recursive: true, force: true });
});

const replayed = (others: readonly string[], rightUrl = right.url): Promise<Ended> =>
  leasegate([
    ...['replay', '--tape', inFolder('tape'), '--left', left.url, '--right', rightUrl],
    ...['--left-token', `@${inFolder('token')}`, '--right-token', `@${inFolder('token')}`],
    ...['--again-after', '0', '--results', inFolder('results'), ...others],
  ]);

it('records every request, for one account alone', () => {
  const tape = linesOf<TapedRequest>('tape');
  expect(recorded).toMatchObject({
    status: 0,
    stdout: `${tape.length} requests recorded, 0 others passed on, 0 without an answer, 0 lines lost.\n`,
  });
  expect(tape.length).toBe(recordedLookups.at(-1)!.lines.at(-1));
  expect(tape.length).toBeGreaterThan(recordedLookups.length);
  expect(statSync(inFolder('tape')).mode & 0o777).toBe(0o600);
  expect(new Set(tape.map(({ caller }) => caller)).size).toBe(1);
});

it('finds every seeded difference, and no other', async () => {
  const values = ['--values', inFolder('values'), '--key', inFolder('key')];
  const { status, stdout } = await replayed(['--json', inFolder('report'), '--junit', inFolder('junit'), ...values]);
  expect(status).toBe(1);
  printed = stdout;
  const report = JSON.parse(textOf('report')) as Report;
  const found = report.differences.map(({ operation, kind, path }) => `${operation} ${kind} ${path}`);
  const missed = SEEDS.flatMap(({ name, found: expected }) =>
    expected.filter((one) => !found.includes(one)).map((one) => `${name}: ${one}`),
  );
  expect(missed).toEqual([]);
  // Both remove nothing: a record that is missing on a page moves where it ends.
  expect(Object.keys(report.ignoredBy).toSorted()).toEqual(['page-boundaries', 'paging-ids']);
  expect(report.ignoredDifferences.map(({ kind }) => kind)).toEqual(['paging_id']);

  const results = linesOf<Result & { line: number }>('results');
  const different = new Set(results.filter(({ outcome }) => outcome === 'different').map(({ line }) => line));
  const wrong: Lookup[] = [];
  for (const { lookup, lines } of recordedLookups) {
    const [own, other] = [await readAll(left.url, token, lookup), await readAll(right.url, token, lookup)];
    if ((meaningOf(own) !== meaningOf(other)) !== lines.some((line) => different.has(line))) wrong.push(lookup);
  }
  expect(wrong).toEqual([]);
  expect(textOf('junit')).toContain(`failures="${report.differences.length}"`);
});

it('finds nothing between a gateway and itself', async () => {
  const { status, stdout } = await replayed(['--max-requests', '100'], left.url);
  expect(stdout).toMatch(/^ {2}different {5}0$/m);
  expect(status).toBe(0);
});

it('has nothing personal, no identifier and no token in a tape or a report', () => {
  const tape = textOf('tape');
  const { stdout, stderr } = recorded;
  for (const value of [...sides.personal, token, 'jane@secret.example'])
    expect(tape + stdout + stderr).not.toContain(value);
  expect(printed).toContain('missing_record at $.leases[*] of find-for-tenant');
  const reports = [printed, ...['results', 'junit', 'report'].map(textOf)].join('\n');
  const identifiers = recordedLookups
    .flatMap(({ lookup: { body } }) => Object.values(body))
    .filter((value) => String(value).length > 4);
  for (const value of [...sides.personal, token, ...identifiers]) expect(reports).not.toContain(String(value));
});

it.each([
  ['a tape that exists', () => ['record', '--to', left.url, '--tape', inFolder('tape')], 'exists already'],
  [
    'a key that is too short',
    () => ['record', '--to', left.url, '--tape', inFolder('new'), '--key', inFolder('short')],
    'at least 32 bytes',
  ],
  [
    'a file of tokens that is none',
    () => ['record', '--to', left.url, '--tape', inFolder('new'), '--tokens', inFolder('key')],
    'is not JSON',
  ],
  [
    'a port in use',
    () => ['record', '--to', left.url, '--tape', inFolder('new'), '--listen', new URL(left.url).port],
    'EADDRINUSE',
  ],
  [
    'a tape that is none',
    () => ['replay', '--tape', inFolder('key'), '--left', left.url, '--right', left.url],
    'Line 1 of the tape is not JSON',
  ],
  ['no tape', () => ['replay', '--tape', inFolder('new'), '--left', left.url, '--right', left.url], 'ENOENT'],
])('refuses %s', async (_what, args, message) => {
  writeFileSync(inFolder('short'), 'too short');
  const { status, stderr } = await leasegate(args());
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
  expect(stderr).not.toContain(KEY);
});

it('fails when nothing was compared', async () => {
  const { status, stdout, stderr } = await replayed(['--max-requests', '5'], 'http://127.0.0.1:1');
  expect([status, stderr]).toEqual([1, expect.stringContaining('No answer was compared.')]);
  expect(stdout).toContain('right_no_answer 5');
});
