/**
 * A tape of many requests, replayed with and without noise: the noise is removed, and nothing else. `npm run test:replay`
 * does so with 10,000 requests.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { valueHash } from '../../src/comparison/differences';
import { readTape } from '../../src/replay/read-tape';
import { replay } from '../../src/replay/replay';
import type { Report, Result } from '../../src/replay/report';
import { type Ask, createSide } from '../../src/replay/side';
import { createRandom } from '../../tools/seed/random';
import { record, serve, type Serving } from '../cli/leasegate';
import { signToken, TEST_SECRET } from '../support/tokens';
import { flickering, lagging } from './noise';
import { createSides, type Lookup, meaningOf, readAll, SEEDS, type Sides } from './two-gateways';

const REQUESTS = Number(process.env.REPLAY_REQUESTS ?? 300);

jest.setTimeout(120_000 + REQUESTS * 200);

let folder: string;
let tape: string;
let sides: Sides;
let left: Serving;
let right: Serving;
let token: string;
/** Each with the lines of the tape that are its pages. */
const chains: { readonly lookup: Lookup; readonly lines: readonly number[] }[] = [];
let lines = 0;

const say = (what: string, began: number): void => {
  if (process.env.REPLAY_REQUESTS)
    process.stderr.write(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leasegate-replay-'));
  tape = join(folder, 'tape');
  sides = await createSides({ leases: Math.max(500, REQUESTS / 4), groups: 5 });
  const env = { AUTH_JWT_SECRET: TEST_SECRET };
  left = await serve({ ...env, DATABASE_URL: sides.left.url });
  right = await serve({ ...env, DATABASE_URL: sides.right.url });
  token = await signToken({ groups: '*', expiresIn: 36_000 });
  const began = performance.now();
  const recorder = await record(['--to', left.url, '--tape', tape, '--keep-values']);
  for (const lookup of sides.lookups(REQUESTS, 2)) {
    if (lines >= REQUESTS) break;
    const pages = await readAll(recorder.url, token, lookup);
    chains.push({ lookup, lines: pages.map(() => (lines += 1)) });
  }
  await recorder.end();
  say(`${lines} requests recorded`, began);
});

afterAll(async () => {
  await Promise.all([left, right].map((gateway) => gateway?.end()));
  await Promise.all([sides?.left.drop(), sides?.right.drop()]);
  rmSync(folder, { recursive: true, force: true });
});

interface Replayed {
  readonly report: Report;
  /** The kind, path and record of each difference, by the first line of a result. */
  readonly found: ReadonlyMap<number, string>;
  /** The rules that removed a difference. */
  readonly removed: ReadonlyMap<string, number>;
}

async function replayed(asks: { readonly left: Ask; readonly right: Ask }): Promise<Replayed> {
  const results: Result[] = [];
  const began = performance.now();
  const report = await replay({
    requests: readTape(tape),
    ask: asks,
    defaultTokens: { left: token, right: token },
    tokens: new Map(),
    values: new Map(),
    comparison: { hash: valueHash('key') },
    maxRequests: Infinity,
    maxSeconds: Infinity,
    concurrency: 4,
    againAfterMs: 0,
    sleep: () => Promise.resolve(),
    monotonicNow: () => performance.now(),
    onResult: (line, _request, result) => (results[line] = result),
  });
  say(
    `replayed with ${JSON.stringify({ ...report, differences: report.differences.length, ignoredDifferences: report.ignoredDifferences.length })}`,
    began,
  );
  const found = new Map<number, string>();
  const removed = new Map<string, number>();
  for (const { lines: own } of chains) {
    const all = own.map((line) => results[line]!);
    const differences = all.flatMap((result) => (result.outcome === 'different' ? result.differences : []));
    found.set(
      own[0]!,
      [...new Set(differences.map(({ kind, path, record = '' }) => `${kind} ${path} ${record}`))].toSorted().join('\n'),
    );
    for (const result of all) {
      if (!('ignored' in result)) continue;
      for (const { rule, difference } of result.ignored)
        if (difference !== undefined) removed.set(rule, (removed.get(rule) ?? 0) + 1);
    }
  }
  return { report, found, removed };
}

it('finds what was seeded, explains it, and removes nothing but noise', async () => {
  const [leftSide, rightSide] = [left, right].map(({ url }) =>
    createSide({ url: new URL(url), timeoutMs: 30_000, pace: () => Promise.resolve(), sleep: () => Promise.resolve() }),
  ) as [Ask, Ask];
  const quiet = await replayed({ left: leftSide, right: rightSide });
  const noise = { left: flickering(leftSide, createRandom(3)), right: lagging(rightSide, createRandom(4)) };
  const noisy = await replayed({ left: noise.left.ask, right: noise.right.ask });

  const kinds = ({ report }: Replayed): string[] =>
    report.differences.map(({ operation, kind, path }) => `${operation} ${kind} ${path}`);
  const missed = SEEDS.filter(({ found }) => found.some((one) => !kinds(quiet).includes(one)));
  expect(missed).toEqual([]);

  // Without noise, a result is different if and only if its records are.
  const wrong: Lookup[] = [];
  for (const { lookup, lines: own } of chains) {
    const [one, other] = [await readAll(left.url, token, lookup), await readAll(right.url, token, lookup)];
    if ((meaningOf(one) !== meaningOf(other)) !== (quiet.found.get(own[0]!) !== '')) wrong.push(lookup);
  }
  expect(wrong).toEqual([]);
  expect([...quiet.removed.keys()]).toEqual(['paging-ids']);

  // With noise, each result has the same differences as without.
  expect(noisy.found).toEqual(quiet.found);
  expect([...noisy.removed.keys()].toSorted()).toEqual(['left-differs-from-itself', 'not-repeated', 'paging-ids']);
  say(
    `${noise.left.count()} flickering and ${noise.right.count()} lagging answers; removed ${JSON.stringify([...noisy.removed])}`,
    performance.now(),
  );
});
