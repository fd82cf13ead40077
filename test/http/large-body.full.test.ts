import { once } from 'node:events';
import { connect } from 'node:net';

import { startTestGateway, type TestGateway } from '../support/gateway';
import { everyGroup, LEASES, send } from './client';

let gateway: TestGateway;
let token: string;

beforeAll(async () => {
  gateway = await startTestGateway({ databaseUrl: 'mysql://root@127.0.0.1:1/none' });
  token = await everyGroup();
});

afterAll(() => gateway.close());

const CHUNK = Buffer.from(`1000\r\n${' '.repeat(0x1000)}\r\n`);

describe.each([
  ['a length', 'Content-Length: 1000000000', Buffer.from('{')],
  ['chunks', 'Transfer-Encoding: chunked', Buffer.concat(Array<Buffer>(40).fill(CHUNK))],
])('a slow body whose %s shows that it is too large', (_title, header, begun) => {
  test.each([
    ['application/json', 413, 'payload_too_large'],
    ['text/plain', 415, 'unsupported_media_type'],
  ])('%s is answered %d at once', async (type, status, word) => {
    const client = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    let text = '';
    client.on('data', (said) => (text += said.toString())).on('error', () => undefined);
    const head = `POST ${LEASES} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\n`;
    client.write(`${head}${header}\r\n\r\n`);
    client.write(begun);
    const drip = setInterval(() => client.write(header.includes('chunked') ? '1\r\n \r\n' : ' '), 100);

    const started = Date.now();
    await once(client, 'data');
    // Not when the ten seconds for a body are over.
    expect(Date.now() - started).toBeLessThan(9_000);
    expect(text).toContain(`HTTP/1.1 ${status} `);
    expect(text).toContain(word);
    if (status === 413) {
      expect(text).toMatch(/^connection: close\r$/im);
      if (!client.closed) await once(client, 'close');
    }
    clearInterval(drip);
    client.destroy();
  });
});

test.each([65_537, 1_000_000, 30_000_000])(
  'a client that sends all its %d bytes at once receives the 413',
  async (size) => {
    for (let round = 0; round < 5; round += 1) {
      const answer = await send(gateway.url + LEASES, { token, body: Buffer.alloc(size, ' ') });
      expect(answer.status).toBe(413);
    }
  },
);

test('a client that never stops sending receives the 413', async () => {
  const flood = Buffer.concat(Array<Buffer>(16).fill(CHUNK));
  const one = async () => {
    const client = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    let text = '';
    client.on('data', (said) => (text += said.toString())).on('error', () => undefined);
    client.write(`POST ${LEASES} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`);
    client.write('Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n');
    const sendOn = () => {
      while (client.writable && client.write(flood));
    };
    client.on('drain', sendOn);
    sendOn();
    // The end may also arrive as an error.
    await new Promise((resolve) => client.once('close', resolve));
    return text;
  };
  for (let round = 0; round < 4; round += 1)
    for (const text of await Promise.all([one(), one(), one()])) expect(text).toContain('HTTP/1.1 413 ');
});
