/** Decision 38: a body comes in a bounded number of parts, whether it is read or not. */

import { connect } from 'node:net';

import type { ServiceError } from '../../src/errors';
import { jsonBodyReader } from '../../src/http/bodies';
import { createHttpServer, MAX_PARTS } from '../../src/http/http-server';
import { listening } from '../../src/server/server';
import { gatewayWithoutDatabase } from '../support/gateway';
import { LEASES, everyGroup } from './client';
import { type RawAnswer, exchange } from './raw';
import { until } from '../support/until';

const END = '0\r\n\r\n';
const CHUNK = '1\r\n \r\n';
/** More than a connection is read for at a time. */
const ENDLESS = CHUNK.repeat(40_000);
const SECOND = `GET /openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;

const chunked = (path: string, lines: readonly string[] = [], method = 'POST'): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: x', 'Transfer-Encoding: chunked', ...lines, '', ''].join('\r\n');
const JSON_TYPE = 'Content-Type: application/json';

const typeOf = ({ body }: RawAnswer): string | undefined => /"type":"(\w+)"/.exec(body)?.[1];

describe('by the gateway', () => {
  const gateway = gatewayWithoutDatabase();
  let authorization: string;

  beforeAll(async () => {
    authorization = `Authorization: Bearer ${await everyGroup()}`;
  });

  test.each<[string, 'url' | 'adminUrl', () => string, number, string | undefined]>([
    ['REST', 'url', () => chunked(LEASES, [JSON_TYPE, authorization]), 413, 'payload_too_large'],
    ['GraphQL', 'url', () => chunked('/graphql', [JSON_TYPE, authorization]), 413, 'payload_too_large'],
    ['GraphQL without a token', 'url', () => chunked('/graphql', [JSON_TYPE]), 401, 'missing_authorization'],
    ['another media type', 'url', () => chunked('/graphql'), 415, 'unsupported_media_type'],
    ['no token', 'url', () => chunked(LEASES, [JSON_TYPE]), 400, 'missing_authorization'],
    ['no endpoint', 'url', () => chunked('/nothing'), 404, 'unknown_endpoint'],
    ['another method', 'url', () => chunked(LEASES, [], 'PUT'), 405, 'method_not_allowed'],
    ['a GET', 'url', () => chunked('/status', [], 'GET'), 200, undefined],
    ['the admin port', 'adminUrl', () => chunked('/livez'), 405, 'method_not_allowed'],
    ['a GET of the admin port', 'adminUrl', () => chunked('/livez', [], 'GET'), 200, undefined],
  ])(
    '%s: too many parts are answered once, and the connection closes',
    async (_title, listener, head, status, type) => {
      // Nothing tells the gateway that the body has ended, nor does its client close the connection.
      const answers = await exchange(gateway[listener], [head() + ENDLESS]);
      expect(answers.map((answer) => [answer.status, typeOf(answer)])).toEqual([[status, type]]);
    },
  );

  test.each<[string, () => string]>([
    ['read', () => chunked(LEASES, [JSON_TYPE, authorization])],
    ['unread', () => chunked('/nothing')],
  ])('what follows too many parts on the connection is no request: %s', async (_title, head) => {
    const answers = await exchange(gateway.url, [head() + ENDLESS + END + SECOND]);
    expect(answers).toHaveLength(1);
  });

  test.each([
    ['2,048 chunks of 64 bytes', 64, 2_048],
    // A chunk on the border of two reads comes in two parts.
    ['nearly as many chunks as there may be', 4, MAX_PARTS - 20],
  ])('a body in %s is read to its end, and the connection goes on', async (_title, size, count) => {
    const chunk = `${size.toString(16)}\r\n${' '.repeat(size)}\r\n`;
    const query = '{"query":"{__typename}"}';
    const body = chunk.repeat(count - 1) + `${query.length.toString(16)}\r\n${query}\r\n${END}`;
    const answers = await exchange(gateway.url, [chunked('/graphql', [JSON_TYPE, authorization]) + body + SECOND]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toContain('"__typename":"Query"');
  });

  test('an unread body that ends in time leaves its connection open', async () => {
    const head = chunked('/nothing');
    const answers = await exchange(gateway.url, [head, CHUNK.repeat(MAX_PARTS - 1_000), END, head + END, SECOND], 50);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 200]);
  });
});

test('a body that is cut short before it is read is refused, and never treated as complete', async () => {
  const read = jsonBodyReader(1_000_000, (_response, sent) => sent);
  const outcomes: string[] = [];
  const server = createHttpServer({}, (request, response) => {
    const readLate = async (): Promise<void> => {
      // What it keeps is read up to its own limit, and the rest when the parser has dropped it.
      await until(() => response.getHeader('Connection') === 'close');
      outcomes.push(
        await read(request, response).then(
          () => 'read',
          ({ reason }: ServiceError) => reason,
        ),
      );
      response.end();
    };
    void readLate();
  });
  const url = await listening(server, '127.0.0.1', 0, 'none');
  await exchange(url, [`${chunked('/', [JSON_TYPE])}2\r\n{}\r\n${CHUNK.repeat(MAX_PARTS)}${END}`]);
  expect(outcomes).toEqual(['payloadTooLarge']);
  server.close();
});

test('a bounded number of bytes is read from a client that never stops sending', async () => {
  let bytesRead = 0;
  const server = createHttpServer({}, (_request, response) => response.end('x'));
  server.once('connection', (socket) => socket.once('close', () => (bytesRead = socket.bytesRead)));
  const url = await listening(server, '127.0.0.1', 0, 'none');
  const client = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  client.on('data', (said) => (text += said.toString())).on('error', () => undefined);
  client.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1${'0'.repeat(12)}\r\n\r\n`);
  const megabyte = Buffer.alloc(1_000_000);
  const sendOn = () => {
    while (client.writable && client.write(megabyte));
  };
  client.on('drain', sendOn);
  sendOn();
  await new Promise((resolve) => client.once('close', resolve));
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
  await until(() => bytesRead > 0);
  // 32 MiB that are parsed, and 500 reads of 64 kB at most that are not.
  expect(bytesRead).toBeGreaterThan(32 * 1024 * 1024);
  expect(bytesRead).toBeLessThan(66 * 1024 * 1024);
  server.close();
});
