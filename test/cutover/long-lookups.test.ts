/** Lookups of several pages, which the proxy compares as a whole, and what it keeps of their results. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { outputFile } from '../../cutover/output-file';
import { until } from '../support/until';
import { send, TENANTS } from './client';
import { outcomes, startProxy, type TestProxy } from './proxies';
import { type Answer, json, type Service, startService } from './service';

const folder = mkdtempSync(join(tmpdir(), 'leasegate-long-'));

let old: Service;
let ours: Service;
let proxy: TestProxy | undefined;

afterEach(async () => {
  await proxy?.close();
  await old.close();
  await ours.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const isFirst = (body: string): boolean => !body.includes('after-id');
const tenants = (...identifiers: string[]) => identifiers.map((identifier) => ({ identifier }));
const FIRST = { tenants: tenants('t-1', 't-2'), last_id: 2 };
const SECOND = { tenants: tenants('t-3'), last_id: -1 };
const PAGE = { title: 'Sign in' };
const FAILED = json({ error: { type: 'internal', message: '' } }, 500);

const pages =
  (first: object, second: object, type = 'application/json'): Answer =>
  (response, { body }) => {
    response.setHeader('Content-Type', isFirst(body) ? 'application/json' : type);
    response.end(JSON.stringify(isFirst(body) ? first : second));
  };

async function start(left: Answer, right: Answer, options: Partial<Parameters<typeof startProxy>[0]> = {}) {
  old = await startService(left);
  ours = await startService(right);
  proxy = await startProxy({ old: old.url, new: ours.url, ...options });
  let count = 0;
  return async (cursor?: number, token = 'a'): Promise<void> => {
    const body = cursor === undefined ? {} : { 'after-id': String(cursor) };
    const headers = { Authorization: `Bearer ${token}` };
    expect((await send(proxy!.url, { path: TENANTS, body, headers })).status).toBe(200);
    count += 1;
    await until(() => Object.values(outcomes(proxy!.proxy)).reduce((sum, each) => sum + each, 0) === count);
  };
}

const kinds = () => proxy!.proxy.tally.counts.differences.map(({ labels }) => labels.kind);
const reasons = () => proxy!.proxy.tally.counts.not_compared.map(({ labels }) => labels.reason);

const WHOLE = { tenants: tenants('t-1', 't-2', 't-3'), last_id: 3 };

const [TWO, NULLED] = [pages(WHOLE, { tenants: [], last_id: -1 }), pages(WHOLE, { tenants: null, last_id: -1 })];
const TEXTS = pages({ ...FIRST, last_id: '2' }, { ...SECOND, last_id: '-1' });
const MISSING = ['missing_record $.tenants[*]', 'more_follows $.last_id'];

test.each<[string, Answer, readonly string[], Answer?]>([
  ['last_id is a text', TEXTS, ['type $.last_id']],
  ['a further page has another media type', pages(FIRST, SECOND, 'text/html'), ['media_type $']],
  ['a further page has one more field', pages(FIRST, { ...SECOND, total: 3 }), ['missing_value $.total']],
  ['the list of a further page is null', NULLED, ['missing_value $.tenants'], TWO],
  ['records of the last page are missing', pages(FIRST, { tenants: [], last_id: -1 }), MISSING],
])('it is a difference when %s', async (_what, right, expected, ...[left = pages(FIRST, SECOND)]) => {
  const ask = await start(left, right);
  await ask();
  expect([outcomes(proxy!.proxy), kinds()]).toEqual([{ different: 1 }, expected]);
});

test('further pages that are none on either side are no agreement', async () => {
  const ask = await start(pages(FIRST, PAGE), pages(FIRST, PAGE));
  await ask();
  expect(reasons()).toEqual(['no_answer_of_the_contract']);
});

test('a side that answers with pages at the second try alone is not compared', async () => {
  const ask = await start(pages(FIRST, SECOND), (response, got) =>
    (ours.got.length === 1 ? FAILED : pages(FIRST, SECOND))(response, got),
  );
  await ask();
  expect([outcomes(proxy!.proxy), reasons()]).toEqual([{ not_compared: 1 }, ['pages_come_and_go']]);
});

test('a result counts for a further page, and has lines for the request that was compared alone', async () => {
  const differences = outputFile(join(folder, 'differences'))!;
  const changed = { ...SECOND, tenants: [{ identifier: 't-3', active: true }] };
  let now = 0;
  const ask = await start(pages(FIRST, SECOND), pages(FIRST, changed), { differences, monotonicNow: () => now });
  await ask();
  const asked = ours.got.length;
  await ask(2);
  expect(ours.got).toHaveLength(asked);
  expect(outcomes(proxy!.proxy)).toEqual({ different: 2 });
  await differences.close();
  const lines = readFileSync(join(folder, 'differences'), 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ kind: 'missing_value', records: ['t-3'], new: true }),
  ]);
  now = 10 * 60_000;
  await ask(2);
  expect(ours.got.length).toBeGreaterThan(asked);
});

test('the result of one caller does not count for the same page of another', async () => {
  const ask = await start(pages(FIRST, SECOND), pages(FIRST, SECOND));
  await ask();
  const asked = ours.got.length;
  await ask(2, 'other');
  expect(ours.got.length).toBeGreaterThan(asked);
  expect(ours.got.at(-1)!.headers.authorization).toBe('Bearer other');
});

test('a lookup of too many pages is not read again', async () => {
  const ask = await start(pages(FIRST, { ...SECOND, last_id: 3 }), pages(FIRST, { ...SECOND, last_id: 3 }), {
    maxPages: 2,
  });
  await ask();
  const asked = ours.got.length;
  await ask();
  expect([ours.got.length, reasons()]).toEqual([asked, ['too_many_pages']]);
});
