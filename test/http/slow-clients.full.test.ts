/** A thousand clients that are slow in every way, beside one that is not. */

import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { startTestGateway } from '../support/gateway';
import { everyGroup, json, LEASES, send, sendGraphQL } from './client';
import { exchange } from './raw';

const EACH = 250;

test('each of them is answered with 408 or closed, and the other client is always served', async () => {
  const gateway = await startTestGateway({ databaseUrl: 'mysql://root@127.0.0.1:1/none', sealed: false });
  const port = Number(new URL(gateway.url).port);
  const token = await everyGroup();
  const post = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n`;
  const kinds: Record<string, string> = {
    'says nothing': '',
    'sends its head slowly': `POST ${LEASES} HTTP/1.1\r\nHost: x\r\nA: `,
    'sends its REST body slowly': post(LEASES),
    'sends its GraphQL body slowly': post('/graphql'),
  };
  const slow = Object.entries(kinds).flatMap(([kind, begun]) =>
    Array.from({ length: EACH }, () => new SlowClient(kind, connect(port, '127.0.0.1'), begun)),
  );

  // No database is needed: the cursor says that there were no more.
  const body = { identifier: 'x', 'after-id': -1 };
  let served = 0;
  while (slow.some(({ closed }) => !closed)) {
    const answer = await send(gateway.url + LEASES, { token, body });
    expect([answer.status, json(answer)]).toEqual([200, { leases: [], last_id: -1 }]);
    expect((await sendGraphQL(gateway.url, { token, body: { query: '{ __typename }' } })).status).toBe(200);
    served += 2;
    for (const client of slow) client.drip();
    await sleep(100);
  }
  expect(served).toBeGreaterThan(20);
  for (const kind of Object.keys(kinds)) {
    const said = slow.filter((client) => client.kind === kind).map(({ text }) => text);
    expect(said.filter((text) => !/^HTTP\/1\.1 408 [^]*"type":"request_timeout"/.test(text))).toEqual([]);
  }
  await gateway.close();
}, 60_000);

test.each(['url', 'adminUrl'] as const)('a head may take 5 seconds: %s', async (listener) => {
  const gateway = await startTestGateway({ databaseUrl: 'mysql://root@127.0.0.1:1/none' });
  const started = Date.now();
  const answers = await exchange(gateway[listener], [`POST ${LEASES} HTTP/1.1\r\n`]);
  expect(Date.now() - started).toBeGreaterThan(4_500);
  expect(answers.map(({ status }) => status)).toEqual([408]);
  await gateway.close();
});

class SlowClient {
  text = '';
  closed = false;

  constructor(
    readonly kind: string,
    private readonly socket: Socket,
    private readonly begun: string,
  ) {
    socket.on('data', (said) => (this.text += said.toString()));
    socket.on('error', () => undefined).on('close', () => (this.closed = true));
    if (begun !== '') socket.write(begun);
  }

  drip(): void {
    if (this.begun !== '' && this.socket.writable) this.socket.write(' ');
  }
}
