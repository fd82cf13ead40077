/** Answers that a server should never give. Each is written to a connection that has sent a whole request. */

import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { MUCH } from '../support/amount';
import { type Answering, answerText, GOOD } from './raw-service';

type Hostile = readonly [name: string, answer: Answering];

const written =
  (text: string | Buffer, end = true): Answering =>
  (socket) => {
    socket.write(typeof text === 'string' ? Buffer.from(text, 'latin1') : text);
    if (end) socket.end();
  };

const texts = (all: Readonly<Record<string, string | Buffer>>): Hostile[] =>
  Object.entries(all).map(([name, text]) => [name, written(text)]);

/** In `npm test` a few of them, in `npm run test:random` all. */
const some = <Item>(all: readonly Item[], isOneOfFew: (item: Item, index: number) => boolean): readonly Item[] =>
  MUCH ? all : all.filter(isOneOfFew);

/** Writes again and again until the connection is closed, many parts at once. */
const endlessly =
  (first: string, part: string): Answering =>
  (socket: Socket) => {
    socket.write(Buffer.from(first, 'latin1'));
    const parts = Buffer.from(part.repeat(Math.ceil(0x4000 / part.length)), 'latin1');
    const more = (): void => {
      while (!socket.destroyed && socket.write(parts));
    };
    socket.on('drain', more);
    more();
  };

const whole = answerText(GOOD).toString('latin1');
const head = (lines: string, status = '200 OK'): string => `HTTP/1.1 ${status}\r\n${lines}\r\n`;
const chunked = head('Transfer-Encoding: chunked\r\n');

const upgrades = Object.entries({
  '101 with Upgrade': head('Connection: Upgrade\r\nUpgrade: websocket\r\n', '101 Switching Protocols'),
  '101 without Upgrade': head('', '101 Switching Protocols'),
  '101 with a body': head('Content-Length: 5\r\nUpgrade: x\r\n', '101 OK') + 'hello',
  '200 with Upgrade': head('Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 2\r\n') + '{}',
}).flatMap(([name, text]): Hostile[] => [
  [name, written(text)],
  [`${name}, left open`, written(text, false)],
]);

const FEW_CODES = [0, 9, 10, 13, 27, 32, 58, 127, 128, 255];
const characters = some([...Array(256).keys()], (code) => FEW_CODES.includes(code))
  .map((code) => [code, String.fromCharCode(code)] as const)
  .flatMap(([code, character]): Hostile[] => [
    [`byte ${code} in the reason phrase`, written(head('Content-Length: 2\r\n', `400 bad ${character} value`) + '{}')],
    [`byte ${code} in a header`, written(head(`X-Value: a${character}b\r\nContent-Length: 2\r\n`) + '{}')],
  ]);

const FEW_STATUSES = [0, 1, 99, 100, 101, 102, 103, 199, 200, 201, 204, 205, 206, 304, 400, 503, 599, 600, 999];
export const STATUSES = some([...Array(1000).keys()], (status) => FEW_STATUSES.includes(status));

const statuses = STATUSES.map((status): Hostile => {
  const line = `${String(status).padStart(3, '0')} Any`;
  return [`status ${status}`, written(head('Content-Length: 2\r\nSet-Cookie: a=b\r\n', line) + '{}')];
});

const lengths = texts({
  'Transfer-Encoding with Content-Length':
    head('Transfer-Encoding: chunked\r\nContent-Length: 3\r\n') + '2\r\n{}\r\n0\r\n\r\n',
  'two different lengths': head('Content-Length: 2\r\nContent-Length: 3\r\n') + '{}',
  'a negative length': head('Content-Length: -2\r\n') + '{}',
  'a length of 2^64': head('Content-Length: 18446744073709551616\r\n') + '{}',
  'a shorter length': head('Content-Length: 1\r\n') + '{}',
  'no length': head('') + '{}',
  'a chunk of bad size': `${chunked}zz\r\n{}\r\n0\r\n\r\n`,
  'a chunk of huge size': `${chunked}ffffffffffffffff\r\n{}`,
  'chunks that break off': `${chunked}2\r\n{}\r\n`,
});

const endless: readonly Hostile[] = [
  ['endless headers', endlessly('HTTP/1.1 200 OK\r\n', 'X-More: value\r\n')],
  ['an endless reason phrase', endlessly('HTTP/1.1 200 ', 'very ')],
  ['endless chunks', endlessly(chunked, `4000\r\n${'x'.repeat(0x4000)}\r\n`)],
  ['a storm of 103', endlessly('', 'HTTP/1.1 103 Wait\r\n\r\n')],
  ['endless bytes that are no HTTP', endlessly('', 'nothing')],
  ['a storm of 100', endlessly('', 'HTTP/1.1 100 Wait\r\n\r\n')],
  ['a header of 100 kB', written(head(`X-Long: ${'x'.repeat(100_000)}\r\nContent-Length: 2\r\n`) + '{}')],
];

const coded = (coding: string, body: string | Buffer): Buffer =>
  answerText(body, { headers: `Content-Encoding: ${coding}\r\n` });
const bomb = Buffer.alloc(64 * 1024 * 1024);

const bodies: readonly Hostile[] = [
  ...texts({
    'a gzip bomb': coded('gzip', gzipSync(bomb)),
    'a deflate bomb': coded('deflate', deflateSync(bomb)),
    'a brotli bomb': coded('br', brotliCompressSync(bomb)),
    'a body of 17 MB': answerText(bomb.subarray(0, 17 * 1024 * 1024)),
    'gzip that breaks off': coded('gzip', gzipSync(GOOD).subarray(0, 20)),
    'gzip with more behind it': coded('gzip', Buffer.concat([gzipSync(GOOD), Buffer.from('more')])),
    'two codings': coded('gzip, br', GOOD),
    'lone surrogates': answerText(String.raw`{"leases":[{"identifier":"\ud800"}],"last_id":-1}`),
    'deeply nested JSON': answerText(`${'['.repeat(100_000)}${']'.repeat(100_000)}`),
    'a deeply nested field': answerText(`{"a":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`),
    'fields of prototypes': answerText('{"__proto__":{"leases":[]},"constructor":1,"last_id":{}}'),
    'a cursor of 400 digits': answerText(`{"leases":[],"last_id":${'9'.repeat(400)}}`),
    'a cursor that never ends': answerText('{"leases":[],"last_id":7}'),
    'an empty answer': '',
    'header names of objects': head('__proto__: a\r\ntoString: b\r\nContent-Length: 2\r\n') + '{}',
    'Connection that names Content-Length': head('Connection: content-length\r\nContent-Length: 2\r\n') + '{}',
  }),
  ['two answers', written(whole + whole, false)],
];

/** A good answer that ends, or stops, before each of its bytes. */
const parts = [...whole].map((_, index) => whole.slice(0, index));
const resets = parts.map((part): Hostile => [
  `a reset after ${part.length} bytes`,
  (socket) => {
    socket.write(Buffer.from(part, 'latin1'));
    setImmediate(() => socket.resetAndDestroy());
  },
]);
export const SILENCES = parts.map((part): Hostile => [`silence after ${part.length} bytes`, written(part, false)]);

/** Those that end by themselves, or soon. */
export const HOSTILE: readonly Hostile[] = [
  ...[...upgrades, ...characters, ...statuses, ...lengths, ...bodies],
  ...some(endless, (_, index) => index % 3 === 0),
  ...some(resets, (_, index) => index % 16 === 0),
];

/** Whether `npm test` sends it too, and it does not depend on how fast parts are read. */
export function isSteady(name: string): boolean {
  const [, kind, code] = /^(byte|status) (\d+)/.exec(name) ?? [];
  if (kind) return (kind === 'byte' ? FEW_CODES : FEW_STATUSES).includes(Number(code));
  return !/endless|storm|reset|deep|chunk/.test(name);
}
