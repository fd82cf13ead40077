/** What old services answer: encodings that are read as browsers read them, and answers that prove nothing. */

import { writeFileSync } from 'node:fs';
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib';

import { outputFile } from '../../cutover/output-file';
import { send } from './client';
import { compared, startProxy } from './proxies';
import { cutover, keepWhatIsSeen, newFolder } from './scene';
import { type Answer, json, startService } from './service';

const path = newFolder();
keepWhatIsSeen();
let files = 0;

writeFileSync(path('tokens'), '{"billing":{"old":"a","new":"b"}}');

/** Whether `ready` and `replay` are green after two requests through a proxy, what was counted, and what the caller got. */
async function judged(left: Answer, right: Answer) {
  const [old, ours] = [await startService(left), await startService(right)];
  const tape = path(String((files += 1)));
  const save = outputFile(tape);
  const proxy = await startProxy({ old: old.url, new: ours.url, save, tokens: new Map([['billing', { old: 'a' }]]) });
  const command = (...args: readonly string[]) => cutover('cutover', ...args, '--min-compared', '1');
  const got = await send(proxy.url);
  await send(proxy.url);
  await compared(proxy, 2);
  await save?.close();
  const ready = await command('ready', '--admin', proxy.adminUrl, '--min-comparisons', '1');
  const sides = ['--old', old.url, '--new', ours.url, '--again-after', '0', '--tokens', path('tokens')];
  const replay = await command('replay', tape, ...sides);
  return { got, statuses: [ready.status, replay.status] };
}

const GOOD = { leases: [{ identifier: 'l-1', unit_number: 'Zoë €5' }], last_id: -1 };
const TEXT = JSON.stringify(GOOD);
const LATIN = Buffer.from(TEXT.replace('€', '\x80'), 'latin1');
const FIVE = [gzipSync, gzipSync, gzipSync, gzipSync].reduce((bytes, code) => code(bytes), brotliCompressSync(LATIN));
const UTF_16 = Buffer.from(`\ufeff${TEXT}`, 'utf16le');

const typed = (bytes: Buffer, type = 'application/json', coding = 'identity', status = 200): Answer => {
  const headers = { 'Content-Type': type, 'Content-Encoding': coding, 'Retry-After': '0.001' };
  return (response) => response.writeHead(status, headers).end(bytes);
};

test.each<[string, Buffer, string?, string?]>([
  ['UTF-8', Buffer.from(TEXT)],
  ['ISO-8859-1', LATIN, 'application/json; charset=ISO-8859-1'],
  ['UTF-16 with its mark', UTF_16, 'application/json; charset=iso-8859-1'],
  ['x-gzip', gzipSync(TEXT), undefined, 'x-gzip'],
  ['raw deflate', deflateRawSync(TEXT), undefined, 'deflate'],
  ['five codings', FIVE, 'application/json; charset=latin1', 'br, gzip, GZIP, x-gzip, gzip'],
])('an old service in %s is passed on as it is, and compared', async (_what, bytes, ...[type, coding]) => {
  const { got, statuses } = await judged(typed(bytes, type, coding), json(GOOD));
  expect([got.bytes, statuses]).toEqual([bytes, [0, 0]]);
  const other = json({ ...GOOD, leases: [{ identifier: 'l-1', unit_number: 'Zoe €5' }] });
  expect((await judged(typed(bytes, type, coding), other)).statuses).toEqual([1, 1]);
});

test('ISO-8859-1 that is not declared is another value, and two unreadable answers are no agreement', async () => {
  for (const right of [json(GOOD), typed(LATIN)]) expect((await judged(typed(LATIN), right)).statuses).toEqual([1, 1]);
});

const PAGE = '<!doctype html><title>Sign in</title>';
const HTML = 'text/html';

/** `LIST` is the name of the list that was asked for. */
test.each<[string, number, string, string?]>([
  ['nothing', 204, ''],
  ['no such page', 404, PAGE, HTML],
  ['a login page', 200, PAGE, HTML],
  ['a bare list', 200, '[]'],
  ['an empty object', 200, '{}'],
  ['an internal error', 500, PAGE, HTML],
  ['maintenance', 503, PAGE, HTML],
  ['a login of a proxy', 401, PAGE, HTML],
  ['too many requests', 429, ''],
  ['a byte order mark before an empty list', 200, '\ufeff{"LIST":[],"last_id":-1}'],
  ['an envelope around the list', 200, '{"data":{"LIST":[{"identifier":"l-1"}],"last_id":-1}}'],
  ['an object of records', 200, '{"LIST":{"l-1":{"identifier":"l-1"}},"last_id":-1}'],
  ['a list of texts', 200, '{"LIST":["l-1"],"last_id":-1}'],
  ['no last_id', 200, '{"LIST":[{"identifier":"l-1"}]}'],
  ['last_id as a text', 200, '{"LIST":[{"identifier":"l-1"}],"last_id":"-1"}'],
  ['records without an identifier', 200, '{"LIST":[{}],"last_id":-1}'],
  ['always an empty list', 200, '{"LIST":[],"last_id":-1}'],
  ['an error as a success', 200, '{"error":{"type":"not_found","message":"m"}}'],
  ['an error of another form', 400, '{"error":"invalid"}'],
  ['an error as a redirection', 302, '{"error":{"type":"found","message":"m"}}'],
  ['an error without a message', 404, '{"error":{"type":"not_found"}}'],
  ['an error whose type is no code', 404, '{"error":{"type":"not found","message":"m"}}'],
  ['always an error', 404, '{"error":{"type":"not_found","message":"m"}}'],
])('%s is green nowhere', async (_what, status, body, ...[type]) => {
  const answer: Answer = (response, got) => {
    const list = got.url.includes('tenants') ? 'tenants' : 'leases';
    typed(Buffer.from(body.replaceAll('LIST', list)), type, undefined, status)(response, got);
  };
  const good = json(GOOD);
  for (const left of [answer, good])
    for (const right of left === good ? [answer] : [answer, good])
      expect((await judged(left, right)).statuses).toEqual([1, 1]);
  const { url, got } = await startService(answer);
  expect((await cutover('conformance', '--base-url', url, '--token', 't')).status).toBe(1);
  // They are many, and kept elsewhere.
  got.length = 0;
});
