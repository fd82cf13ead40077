import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';

import { EarlyRefusals } from '../../src/http/error-responses';
import { DATABASE_AWAY, startTestGateway } from '../support/gateway';
import { LEASES, everyGroup, send } from './client';
import { until } from '../support/until';

/** Decision 43: refusals that take no slot may not take the processor from callers who are served. */

/** A gateway that serves a caller, so that refusals are held. Time stands still until the test moves it. */
async function busyGateway() {
  const time = { clock: 0 };
  const gateway = await startTestGateway({
    databaseUrl: DATABASE_AWAY,
    idleGraceMs: 200,
    monotonicNow: () => time.clock,
  });
  const token = await everyGroup();
  expect((await send(gateway.url + LEASES, { token, body: { identifier: 'x', 'after-id': -1 } })).status).toBe(200);
  const post = `POST ${LEASES} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n`;
  /** Each sends fifty requests without a token and one of the caller, ahead of their answers. */
  const clients = [1, 2, 3].map(() => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    const client = { answered: '', closed: once(socket, 'close') };
    socket.on('data', (chunk) => (client.answered += chunk.toString()));
    socket.write(`${post}\r\n`.repeat(50) + `${post}Authorization: Bearer ${token}\r\n\r\n`);
    return client;
  });
  const types = () => clients.map(({ answered }) => [...answered.matchAll(/"type":"(\w+)"/g)].map(([, type]) => type));
  return {
    gateway,
    time,
    types,
    /** A caller is never behind them. */
    askAsCaller: async () => expect((await send(gateway.url + LEASES, { token, body: {} })).status).toBe(400),
    answered: (count: number) => until(() => types().flat().length >= count, `${count} are answered`),
    stop: async () => {
      await gateway.close();
      await Promise.all(clients.map(({ closed }) => closed));
    },
  };
}

const ALL = [...Array<string>(50).fill('missing_authorization'), 'no_tenant_information'];

test('a hundred are answered at once, then five hundred a second, and none later than after a second', async () => {
  const { time, types, askAsCaller, answered, stop } = await busyGateway();
  await answered(100);
  await askAsCaller();
  expect(types().flat()).toHaveLength(100);
  time.clock = 20;
  await answered(110);
  await askAsCaller();
  expect(types().flat()).toHaveLength(110);
  time.clock = 1_020;
  await answered(153);
  expect(types()).toEqual([ALL, ALL, ALL]);
  await stop();
});

test('requests pipelined behind a delayed one are answered, and none is lost when the gateway stops', async () => {
  const { types, answered, stop } = await busyGateway();
  await answered(100);
  await stop();
  expect(types()).toEqual([ALL, ALL, ALL]);
});

test('no more than 2,000 are delayed; the others are answered at once', () => {
  const refusals = new EarlyRefusals(
    () => true,
    () => 0,
  );
  const socket = { pause: () => undefined, resume: () => undefined };
  let answers = 0;
  const answersAfter = (count: number): number => {
    for (let nth = 0; nth < count; nth += 1)
      refusals.answer({ req: { socket } } as unknown as ServerResponse, () => (answers += 1));
    return answers;
  };
  expect([answersAfter(100), answersAfter(2_000), answersAfter(3)]).toEqual([100, 100, 103]);
  refusals.releaseAll();
  expect(answers).toBe(2_103);
});
