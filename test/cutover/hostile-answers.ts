/** Answers that a server should never give. Each is written to a connection that has sent a whole request. */

import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { MUCH } from '../support/amount';
import { type Answering, answerText, GOOD } from './raw-service';

export interface Hostile {
  readonly name: string;
  readonly answer: Answering;
}

const bytes =
  (text: string | Buffer, end = true): Answering =>
  (socket) => {
    socket.write(typeof text === 'string' ? Buffer.from(text, 'latin1') : text);
    if (end) socket.end();
  };

/** In `npm test` a few of them, in `npm run test:random` all. */
const some = <Item>(all: readonly Item[], few: readonly Item[]): readonly Item[] => (MUCH ? all : few);
const everyNth = <Item>(all: readonly Item[], nth: number): readonly Item[] =>
  some(
    all,
    all.filter((_, index) => index % nth === 0),
  );

/** Writes again and again until the connection is closed, many parts at once. */
function endlessly(socket: Socket, first: string, part: string): void {
  socket.write(Buffer.from(first, 'latin1'));
  const parts = Buffer.from(part.repeat(Math.ceil(0x4000 / part.length)), 'latin1');
  const more = (): void => {
    while (!socket.destroyed && socket.write(parts));
  };
  socket.on('drain', more);
  more();
}

const whole = answerText(GOOD).toString('latin1');
const head = (lines: string, status = '200 OK'): string => `HTTP/1.1 ${status}\r\n${lines}\r\n`;

const upgrades: Hostile[] = [
  ['101 with Upgrade', head('Connection: Upgrade\r\nUpgrade: websocket\r\n', '101 Switching Protocols')],
  ['101 without Upgrade', head('', '101 Switching Protocols')],
  ['101 with a body', head('Content-Length: 5\r\nUpgrade: x\r\n', '101 OK') + 'hello'],
  ['200 with Upgrade', head('Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 2\r\n') + '{}'],
].flatMap(([name = '', text = '']) => [
  { name, answer: bytes(text) },
  { name: `${name}, left open`, answer: bytes(text, false) },
]);

const BYTES = some([...Array(256).keys()], [0, 9, 10, 13, 27, 32, 58, 127, 128, 255]);

const reasons: Hostile[] = BYTES.map((code) => ({
  name: `byte ${code} in the reason phrase`,
  answer: bytes(`HTTP/1.1 400 bad ${String.fromCharCode(code)} value\r\nContent-Length: 2\r\n\r\n{}`),
}));

const headerBytes: Hostile[] = BYTES.map((code) => ({
  name: `byte ${code} in a header`,
  answer: bytes(`HTTP/1.1 200 OK\r\nX-Value: a${String.fromCharCode(code)}b\r\nContent-Length: 2\r\n\r\n{}`),
}));

export const STATUSES = some(
  [...Array(1000).keys()],
  [0, 1, 99, 100, 101, 102, 103, 199, 200, 201, 204, 205, 206, 304, 400, 503, 599, 600, 999],
);

const statuses: Hostile[] = STATUSES.map((status) => ({
  name: `status ${status}`,
  answer: bytes(`HTTP/1.1 ${String(status).padStart(3, '0')} Any\r\nContent-Length: 2\r\nSet-Cookie: a=b\r\n\r\n{}`),
}));

const lengths: Hostile[] = [
  [
    'Transfer-Encoding with Content-Length',
    'Transfer-Encoding: chunked\r\nContent-Length: 3\r\n',
    '2\r\n{}\r\n0\r\n\r\n',
  ],
  [
    'Content-Length with Transfer-Encoding',
    'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n',
    '2\r\n{}\r\n0\r\n\r\n',
  ],
  ['two equal lengths', 'Content-Length: 2\r\nContent-Length: 2\r\n', '{}'],
  ['two different lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n', '{}'],
  ['a list of lengths', 'Content-Length: 2, 3\r\n', '{}'],
  ['a negative length', 'Content-Length: -2\r\n', '{}'],
  ['a length in words', 'Content-Length: two\r\n', '{}'],
  ['a length of 2^64', 'Content-Length: 18446744073709551616\r\n', '{}'],
  ['a longer length', 'Content-Length: 200\r\n', '{}'],
  ['a shorter length', 'Content-Length: 1\r\n', '{}'],
  ['no length', '', '{}'],
  ['an unknown transfer coding', 'Transfer-Encoding: xyz\r\n', '{}'],
  ['a chunk of bad size', 'Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'],
  ['a chunk of huge size', 'Transfer-Encoding: chunked\r\n', 'ffffffffffffffff\r\n{}'],
  ['chunks that break off', 'Transfer-Encoding: chunked\r\n', '2\r\n{}\r\n'],
  ['chunk extensions', 'Transfer-Encoding: chunked\r\n', `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`],
  ['trailers', 'Transfer-Encoding: chunked\r\nTrailer: X-A\r\n', '2\r\n{}\r\n0\r\nX-A: b\r\n\r\n'],
].map(([name = '', lines = '', body = '']) => ({ name, answer: bytes(head(lines) + body) }));

const endless: readonly Hostile[] = [
  { name: 'endless headers', answer: (socket) => endlessly(socket, 'HTTP/1.1 200 OK\r\n', 'X-More: value\r\n') },
  { name: 'an endless header', answer: (socket) => endlessly(socket, 'HTTP/1.1 200 OK\r\nX-More: ', 'value') },
  { name: 'an endless reason phrase', answer: (socket) => endlessly(socket, 'HTTP/1.1 200 ', 'very ') },
  { name: 'an endless body', answer: (socket) => endlessly(socket, head(''), 'x'.repeat(16_384)) },
  {
    name: 'endless chunks',
    answer: (socket) => endlessly(socket, head('Transfer-Encoding: chunked\r\n'), `4000\r\n${'x'.repeat(0x4000)}\r\n`),
  },
  { name: 'endless bytes that are no HTTP', answer: (socket) => endlessly(socket, '', 'nothing') },
  ...[103, 100, 102, 199].map((status) => ({
    name: `a storm of ${status}`,
    answer: (socket: Socket) => endlessly(socket, '', `HTTP/1.1 ${status} Wait\r\n\r\n`),
  })),
  { name: 'many 103 before the answer', answer: bytes(`${'HTTP/1.1 103 Hints\r\n\r\n'.repeat(200)}${whole}`) },
  { name: 'a header of 100 kB', answer: bytes(head(`X-Long: ${'x'.repeat(100_000)}\r\nContent-Length: 2\r\n`) + '{}') },
  { name: '3,000 headers', answer: bytes(head(`${'X: y\r\n'.repeat(3_000)}Content-Length: 2\r\n`) + '{}') },
];

const bomb = Buffer.alloc(64 * 1024 * 1024);
const coded = (name: string, coding: string, body: Buffer): Hostile => ({
  name,
  answer: bytes(answerText(body, { headers: `Content-Encoding: ${coding}\r\n` })),
});

const bodies: Hostile[] = [
  coded('a gzip bomb', 'gzip', gzipSync(bomb)),
  coded('a deflate bomb', 'deflate', deflateSync(bomb)),
  coded('a brotli bomb', 'br', brotliCompressSync(bomb)),
  coded('gzip that is none', 'gzip', Buffer.from(GOOD)),
  coded('gzip that breaks off', 'gzip', gzipSync(GOOD).subarray(0, 20)),
  coded('gzip with more behind it', 'gzip', Buffer.concat([gzipSync(GOOD), Buffer.from('more')])),
  coded('two codings', 'gzip, br', Buffer.from(GOOD)),
  { name: 'invalid UTF-8', answer: bytes(answerText(Buffer.from([0x7b, 0xff, 0xfe, 0xc3, 0x28, 0x7d]))) },
  { name: 'lone surrogates', answer: bytes(answerText('{"leases":[{"identifier":"\\ud800"}],"last_id":-1}')) },
  { name: 'UTF-16', answer: bytes(answerText(Buffer.from(GOOD, 'utf16le'))) },
  { name: 'deeply nested JSON', answer: bytes(answerText(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)) },
  { name: 'a deeply nested field', answer: bytes(answerText(`{"a":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`)) },
  {
    name: 'fields of prototypes',
    answer: bytes(answerText('{"__proto__":{"leases":[]},"constructor":1,"last_id":{}}')),
  },
  { name: 'a cursor of 400 digits', answer: bytes(answerText(`{"leases":[],"last_id":${'9'.repeat(400)}}`)) },
  { name: 'a cursor that never ends', answer: bytes(answerText('{"leases":[],"last_id":7}')) },
  { name: 'nothing', answer: (socket) => socket.destroy() },
  { name: 'an empty answer', answer: bytes('') },
  { name: 'HTTP/0.9', answer: bytes('<html>hello</html>') },
  { name: 'HTTP/2', answer: bytes('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n') },
  { name: 'two answers', answer: bytes(whole + whole, false) },
  {
    name: 'header names of objects',
    answer: bytes(head('__proto__: a\r\ntoString: b\r\nContent-Length: 2\r\n') + '{}'),
  },
  {
    name: 'Connection that names Content-Length',
    answer: bytes(head('Connection: content-length\r\nContent-Length: 2\r\n') + '{}'),
  },
];

/** A good answer that ends, or stops, before each of its bytes. */
const cuts = [...whole].map((_, index) => index);
const resets: Hostile[] = cuts.map((index) => ({
  name: `a reset after ${index} bytes`,
  answer: (socket) => {
    socket.write(Buffer.from(whole.slice(0, index), 'latin1'));
    setImmediate(() => socket.resetAndDestroy());
  },
}));
export const SILENCES: readonly Hostile[] = cuts.map((index) => ({
  name: `silence after ${index} bytes`,
  answer: bytes(whole.slice(0, index), false),
}));

/** Those that end by themselves, or soon. */
export const HOSTILE: readonly Hostile[] = [
  ...upgrades,
  ...reasons,
  ...headerBytes,
  ...statuses,
  ...lengths,
  ...everyNth(endless, 3),
  ...bodies,
  ...everyNth(resets, 16),
];
