/** Whatever bytes either side sends, the proxy answers or closes each request, keeps no slot, and goes on. */

import { comparisonOf, notCompared } from '../../cutover/compare/compare-answers';
import type { OutputFile } from '../../cutover/output-file';
import { Comparisons } from '../../cutover/proxy/comparisons';
import { HOSTILE, isSteady, SILENCES, STATUSES } from './hostile-answers';
import { until } from '../support/until';
import { send } from './client';
import { compared, startProxy, type TestProxy } from './proxies';
import { answerText, GOOD, type RawService, startRawService } from './raw-service';

jest.setTimeout(300_000);

const good = (socket: { write(bytes: Buffer): unknown }): void => void socket.write(answerText(GOOD));
/** A clock on which every pause is over when it is read again. */
let minutes = 0;
const monotonicNow = () => (minutes += 1) * 60_000;

let old: RawService;
let ours: RawService;
let proxy: TestProxy;

/** The status of the answer, or how the request ended. */
const ask = (url: string): Promise<number | undefined | 'closed'> =>
  send(url)
    .then(({ status }) => status)
    .catch(() => 'closed');

async function start(options: Partial<Parameters<typeof startProxy>[0]> = {}): Promise<void> {
  old = await startRawService(good);
  ours = await startRawService(good);
  proxy = await startProxy({ old: old.url, new: ours.url, timeoutMs: 2_500, ...options });
}

async function expectWell(): Promise<void> {
  for (const service of [old, ours]) service.answers(good);
  await until(() => proxy.proxy.inFlight() === 0, 'the end of every request');
  expect(await ask(proxy.url)).toBe(200);
  expect(proxy.proxy.inFlight()).toBe(0);
}

const expectAsBefore = (outcomes: readonly (readonly [name: string, ...unknown[]])[]): void =>
  expect(outcomes.filter(([name]) => isSteady(name)).map((each) => each.join(': '))).toMatchSnapshot();

test('from the side that is served', async () => {
  await start({ compare: 0 });
  const statuses = new Map<string, number | undefined | 'closed'>();
  for (const [name, answer] of HOSTILE) {
    old.answers(answer);
    statuses.set(name, await ask(proxy.url));
  }
  expect(statuses.size).toBe(HOSTILE.length);
  for (const status of statuses.values()) expect(status === 'closed' || Number(status) >= 200).toBe(true);
  // What HTTP allows is passed on, and the rest is the proxy's own answer.
  for (const status of STATUSES)
    expect([status, statuses.get(`status ${status}`)]).toEqual([status, status < 200 ? 502 : status]);
  expectAsBefore([...statuses]);
  await expectWell();
});

test('silence after each byte of the side that is served', async () => {
  await start({ compare: 0 });
  let nth = 0;
  old.answers((socket) => SILENCES[nth++ % SILENCES.length]![1](socket));
  const statuses = await Promise.all(SILENCES.map(() => ask(proxy.url)));
  expect(statuses.every((status) => status === 504 || status === 'closed')).toBe(true);
  await expectWell();
});

test('from the side that is compared: every caller gets the served answer, and every comparison ends', async () => {
  // No pause, so that each answer is read.
  await start({ monotonicNow });
  const all = [...HOSTILE, ...SILENCES.filter((_, index) => index % 60 === 0)];
  const counts = jest.spyOn(proxy.proxy.tally, 'compared');
  const results: [name: string, outcome: string, reason?: string][] = [];
  for (const [name, answer] of all) {
    ours.answers(answer);
    expect(await ask(proxy.url)).toBe(200);
    await compared(proxy, results.length + 1);
    const { outcome, reason = '' } = counts.mock.lastCall![2];
    results.push([name, outcome, reason]);
  }
  // This is the good answer and something behind it.
  expect(results.filter(([, outcome]) => outcome === 'same').map(([name]) => name)).toEqual(['two answers']);
  expectAsBefore(results);
  await expectWell();
  await compared(proxy, all.length + 1);
});

test('from both sides, with the old one behind the new one', async () => {
  await start({ serve: 'new', fallback: true, monotonicNow });
  for (const [, answer] of HOSTILE.filter((_, index) => index % 3 === 0)) {
    old.answers(answer);
    ours.answers(answer);
    await ask(proxy.url);
  }
  await expectWell();
});

test('a value that is nested deeply is described in the file of differences, and the proxy goes on', async () => {
  const lines: unknown[] = [];
  const write = (line: unknown): unknown => lines.push(line);
  await start({ differences: { write } as unknown as OutputFile });
  const deep = `${'['.repeat(9_000)}1${']'.repeat(9_000)}`;
  ours.answers((socket) =>
    socket.write(answerText(`{"leases":[{"identifier":"l-1","rent":900.5,"x":${deep}}],"last_id":-1}`)),
  );
  for (const nth of [1, 2]) {
    expect(await ask(proxy.url)).toBe(200);
    await compared(proxy, nth);
  }
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatchObject({ path: '$.leases[*].x', old: 'absent', new: 'list of 1' });
});

test('a side is not asked for ten seconds after four failures in a row, and an answer begins their count anew', async () => {
  let [now, asked] = [0, 0];
  let last: string | undefined;
  const comparisons = new Comparisons(() => now);
  const askedAfter = async (...reasons: readonly (string | undefined)[]): Promise<number> => {
    for (const reason of reasons) {
      const result = reason === undefined ? comparisonOf([], []) : notCompared(reason);
      const run = async () => ((asked += 1), result);
      comparisons.offer({ run, bytes: 0, done: (result) => (last = result.reason) });
      await until(() => comparisons.pending === 0, 'the result');
    }
    return asked;
  };
  const failures = ['new_timeout', 'old_unavailable', 'new_no_answer'];
  expect(await askedAfter(...failures, undefined, ...failures, 'both_refused', ...failures, 'new_bad_answer')).toBe(12);
  expect([await askedAfter(undefined, undefined), last]).toEqual([12, 'paused']);
  now = 9_999;
  expect(await askedAfter(undefined)).toBe(12);
  now = 10_000;
  expect(await askedAfter('new_timeout', undefined)).toBe(13);
  now = 20_000;
  expect(await askedAfter(undefined, undefined)).toBe(15);
});

test.each([
  [501, 0],
  [3, 32 * 1024 * 1024],
])('of %d comparisons with %d bytes each, one too many for the queue is not made', async (count, bytes) => {
  const reasons: (string | undefined)[] = [];
  const comparisons = new Comparisons(() => 0);
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const offer = (size: number) =>
    comparisons.offer({
      run: () => ended.then(() => comparisonOf([], [])),
      bytes: size,
      done: ({ reason }) => void reasons.push(reason),
    });
  for (let running = 0; running < 4; running += 1) offer(0);
  for (let nth = 0; nth < count; nth += 1) offer(bytes);
  expect([comparisons.pending, reasons]).toEqual([3 + count, ['queue_full']]);
  end();
  await until(() => comparisons.pending === 0, 'the results');
  offer(bytes);
  expect(comparisons.pending).toBe(1);
});
