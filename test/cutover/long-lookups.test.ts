/** Lookups of several pages, which the proxy compares as a whole, and what it keeps of their results. */

import { readFileSync } from 'node:fs';

import { outputFile } from '../../cutover/output-file';
import { startOracleServer, TOKENS, type Twist } from '../conformance/oracle-server';
import { until } from '../support/until';
import { send, TENANTS } from './client';
import { compared, outcomes, reasons, startProxy, type TestProxy } from './proxies';
import { keepWhatIsSeen, newFolder, see } from './scene';
import { type Answer, json, type Service, startService } from './service';

const path = newFolder();
keepWhatIsSeen();

let old: Service;
let ours: Service;
let proxy: TestProxy;

const isFirst = (body: string): boolean => !body.includes('after-id');
const tenants = (...identifiers: string[]) => identifiers.map((identifier) => ({ identifier }));
const FIRST = { tenants: tenants('t-1', 't-2'), last_id: 2 };
const SECOND = { tenants: tenants('t-3'), last_id: -1 };
const FAILED = json({ error: { type: 'internal', message: '' } }, 500);

const pages =
  (first: object, second: object, type = 'application/json', status = 200): Answer =>
  (response, { body }) => {
    const isSecond = !isFirst(body);
    response.writeHead(isSecond ? status : 200, { 'Content-Type': isSecond ? type : 'application/json' });
    response.end(JSON.stringify(isSecond ? second : first));
  };

async function start(left: Answer, right: Answer, options: Partial<Parameters<typeof startProxy>[0]> = {}) {
  old = await startService(left);
  ours = await startService(right);
  proxy = await startProxy({ old: old.url, new: ours.url, ...options });
  let count = 0;
  return async (cursor?: number, token = 'a'): Promise<void> => {
    const body = cursor === undefined ? {} : { 'after-id': String(cursor) };
    const headers = { Authorization: `Bearer ${token}` };
    expect((await send(proxy.url, { path: TENANTS, body, headers })).status).toBe(200);
    await compared(proxy, (count += 1));
  };
}

const kinds = () => proxy.proxy.tally.counts.differences.map(({ labels }) => labels.kind);

const EMPTY = { tenants: [], last_id: -1 };
const refused = (type: string, status = 400): Answer =>
  pages(FIRST, { error: { type, message: '' } }, undefined, status);

test.each<[string, Answer, string?]>([
  ['has another media type', pages(FIRST, SECOND, 'text/html'), 'media_type $'],
  ['has one more field', pages(FIRST, { ...SECOND, total: 3 }), 'missing_value $.total'],
  ['has no record', pages(FIRST, EMPTY), 'missing_record $.tenants[*]'],
  ['is another success', pages(FIRST, SECOND, undefined, 201)],
  ['ends without last_id', pages(FIRST, { tenants: SECOND.tenants })],
  ['comes again', pages(FIRST, { ...SECOND, last_id: 2 })],
  ['is refused', refused('bad_cursor')],
  ['is not found', refused('not_found', 404), 'missing_record $.tenants[*]'],
  ['is refused for now', refused('overloaded', 503)],
])('when a further page %s, both sides were asked for it', async (_what, answer, ...[kind]) => {
  for (const sides of [[pages(FIRST, SECOND), answer] as const, [answer, pages(FIRST, SECOND)] as const]) {
    const ask = await start(...sides);
    await ask();
    const wereAsked = () => [old, ours].every(({ got }) => got.some(({ body }) => !isFirst(body)));
    await until(wereAsked, 'the further page');
    expect(kinds().slice(0, 1)).toEqual(kind === undefined ? [] : [kind]);
  }
});

test('each side may divide its pages and order its records in its own way, but none may lack a record', async () => {
  old = await startOracleServer({ pageSize: 10 });
  const twists: Twist[] = [
    (ask, next) => {
      const reply = next(ask);
      return { ...reply, records: reply.records.slice(lacking).toReversed() };
    },
  ];
  let lacking = 0;
  ours = await startOracleServer({ pageSize: 7, twists });
  proxy = await startProxy({ old: old.url, new: ours.url });
  const headers = { Authorization: `Bearer ${TOKENS.other}` };
  const ask = async (after: number, count: number): Promise<number> => {
    const { bytes } = await send(proxy.url, { path: TENANTS, headers, body: { 'after-id': String(after) } });
    await compared(proxy, count);
    return (JSON.parse(bytes.toString()) as { last_id: number }).last_id;
  };
  let count = 0;
  for (let after = 1; after !== -1;) after = await ask(after, (count += 1));
  expect([count, outcomes(proxy)]).toEqual([4, { ignored: 4 }]);
  lacking = 1;
  await ask(1, 5);
  expect([outcomes(proxy), kinds()]).toEqual([{ ignored: 4, different: 1 }, ['missing_record $.tenants[*]']]);
});

test('a side that answers with pages at the second try alone is not compared', async () => {
  const ask = await start(pages(FIRST, SECOND), (response, got) =>
    (ours.got.length === 1 ? FAILED : pages(FIRST, SECOND))(response, got),
  );
  await ask();
  expect([outcomes(proxy), reasons(proxy)]).toEqual([{ not_compared: 1 }, ['pages_come_and_go']]);
});

test('a result counts for a further page, and has lines for the request that was compared alone', async () => {
  const differences = outputFile(path('differences'))!;
  const changed = { ...SECOND, tenants: [{ identifier: 't-3', active: true }] };
  let now = 0;
  const ask = await start(pages(FIRST, SECOND), pages(FIRST, changed), { differences, monotonicNow: () => now });
  await ask();
  const asked = ours.got.length;
  await ask(2);
  expect(ours.got).toHaveLength(asked);
  expect(outcomes(proxy)).toEqual({ different: 2 });
  await differences.close();
  see(readFileSync(path('differences'), 'utf8'));
  now = 10 * 60_000;
  await ask(2);
  expect(ours.got.length).toBeGreaterThan(asked);
});

test('the result of one caller does not count for the same page of another', async () => {
  const tokens = new Map([['reports', { old: 'other', new: 'another' }]]);
  const ask = await start(pages(FIRST, SECOND), pages(FIRST, SECOND), { tokens });
  await ask();
  await ask(2, 'other');
  expect(ours.got.at(-1)!.headers.authorization).toBe('Bearer another');
});

test('a lookup of too many pages is not read again', async () => {
  const ask = await start(pages(FIRST, { ...SECOND, last_id: 3 }), pages(FIRST, { ...SECOND, last_id: 3 }), {
    maxPages: 2,
  });
  await ask();
  const asked = ours.got.length;
  await ask();
  expect([ours.got.length, reasons(proxy)]).toEqual([asked, ['too_many_pages']]);
});
