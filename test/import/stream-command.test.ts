/** `leasegate import -` in the process of the test: how long a change waits, what is said at the end, and the exit status. */

import { PassThrough } from 'node:stream';

import { importCommand } from '../../ingest/cli/import';
import type { Acknowledgement } from '../../ingest/import/stream/import-stream';
import { until } from '../support/until';
import { caseForEachTest } from './import-case';
import { at, bytesOf, group, tenant, unit } from './stream-case';

// Each stream listens until the process ends.
process.stdout.setMaxListeners(20);

const world = caseForEachTest();
let end: (() => Promise<unknown>) | undefined;
afterEach(async () => {
  await end?.();
  jest.restoreAllMocks();
  process.exitCode = undefined;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.removeAllListeners(signal);
});

function start(...options: readonly string[]) {
  const [input, said, acknowledged] = [new PassThrough(), [] as string[], [] as Acknowledgement[]];
  jest.spyOn(process, 'stdin', 'get').mockReturnValue(input as unknown as typeof process.stdin);
  jest.spyOn(console, 'error').mockImplementation((line: string) => void said.push(line));
  jest.spyOn(process.stdout, 'write').mockImplementation((line, written) => {
    acknowledged.push(JSON.parse(String(line)) as Acknowledgement);
    (written as unknown as () => void)();
    return true;
  });
  const args = ['-', '--rejects', world.rejects, ...options];
  const ended = importCommand({ DATABASE_URL: world.database.url }).parseAsync(args, { from: 'user' });
  end = () => (input.end(), ended);
  return { input, said, acknowledged, end };
}

const NORTH = [at('1', group('north')), at('2', unit('u', 'nowhere'))];
/** The position, how many changes wait, and how many were refused. */
const steps = (acknowledged: readonly Acknowledgement[]) =>
  acknowledged.map(({ position, waiting, refused }) => [position, waiting, refused]);

test.each([
  [['--late-seconds', '100'], 100],
  [[], 60],
])('%j: a change waits for %d seconds without input', async (options, seconds) => {
  let later = 0;
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + later);
  const { input, acknowledged } = start(...options);
  input.write(bytesOf(NORTH));
  await until(() => acknowledged.length === 1);
  later += (seconds - 10) * 1000;
  input.write(bytesOf([at('3', tenant('ann'))]));
  await until(() => acknowledged.length === 2);
  later += 20_000;
  await until(() => acknowledged.length === 3);
  expect(steps(acknowledged).join(' ')).toBe('1,1,0 1,1,0 3,0,1');
});

test.each([
  [['--late-lines', '30'], 30],
  [[], 10_000],
])('%j: a change waits for %d further lines', async (options, lines) => {
  for (const [last, expected] of [
    [[at('3', tenant('t3')), at('4', tenant('t4'))], '1,1,0 4,0,1'],
    [[at('3', tenant('t3'))], '1,1,0 1,1,1'],
  ] as const) {
    const { input, acknowledged, end: ended } = start(...options);
    input.write(bytesOf(NORTH));
    await until(() => acknowledged.length === 1);
    // Empty lines count as lines.
    input.write(bytesOf([...Array<string>(lines - 2).fill(''), ...last]));
    await ended();
    expect(steps(acknowledged).join(' ')).toBe(expected);
  }
});

test('each stream adds its refused changes to the file, says what it did and why it ended, and has status 1', async () => {
  for (const inserted of [1, 0]) {
    process.exitCode = undefined;
    const { input, said, end: ended } = start();
    input.write(bytesOf([...NORTH, at('3', unit('v', 'nowhere')), { kind: 'group' }]));
    await ended();
    expect(process.exitCode).toBe(1);
    expect(said).toEqual([
      'standard input:4: must have either `record` or `delete`',
      'standard input:2: unit: `group` does not exist',
      'standard input: 1 more like line 2: unit: `group` does not exist',
      `Ended, because the input ended: ${inserted} inserted, 0 updated, ${1 - inserted} unchanged, 0 deleted, 3 refused, 0 skipped.`,
      `The refused changes are in ${world.rejects}, with their content.`,
    ]);
  }
  expect(world.rejected()).toHaveLength(6);
});

test.each([
  ['of SIGTERM', () => process.emit('SIGTERM', 'SIGTERM')],
  ['standard output was closed', () => process.stdout.emit('close')],
  ['standard output was closed', () => process.stdout.emit('error', new Error('broken pipe'))],
])('a stream ends, because %s, the last line says so, and the status is 0', async (reason, cause) => {
  const { input, said, acknowledged } = start();
  input.write(bytesOf([at('1', group('north'))]));
  await until(() => acknowledged.length === 1);
  cause();
  await until(() => said.length === 1);
  expect(said).toEqual([
    `Ended, because ${reason}: 1 inserted, 0 updated, 0 unchanged, 0 deleted, 0 refused, 0 skipped.`,
  ]);
  expect(process.exitCode).toBeUndefined();
});
