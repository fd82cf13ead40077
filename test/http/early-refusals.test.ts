import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type Socket, connect } from 'node:net';

import { admission } from '../../src/http/admission';
import { EarlyRefusals } from '../../src/http/error-responses';
import { startTestGateway } from '../support/gateway';
import { LEASES, everyGroup, send } from './client';

/** Decision 43: refusals that take no slot may not take the processor from callers who are served. */

describe('with a clock of the test', () => {
  let clock: number;
  let busy: boolean;
  let refusals: EarlyRefusals;
  let told: string[];

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
    [clock, busy, told] = [0, true, []];
    refusals = new EarlyRefusals(
      () => busy,
      () => clock,
    );
  });
  afterEach(() => jest.useRealTimers());

  const refuse = (name: string, count = 1): void => {
    const socket = { pause: () => told.push(`${name} paused`), resume: () => told.push(`${name} resumed`) };
    const response = { req: { socket: socket as unknown as Socket } } as unknown as ServerResponse;
    for (let nth = 0; nth < count; nth += 1) refusals.answer(response, () => told.push(name));
  };
  const pass = (ms: number): void => {
    for (let passed = 0; passed < ms; passed += 20) {
      clock += 20;
      jest.advanceTimersByTime(20);
    }
  };

  test('a hundred are answered at once, then five hundred a second, in order', () => {
    refuse('first', 100);
    expect(told).toEqual(Array(100).fill('first'));
    refuse('a');
    // The budget has grown, but `a` comes first.
    clock += 10;
    refuse('b', 19);
    expect(told.slice(100)).toEqual(['a paused', ...Array<string>(19).fill('b paused')]);
    clock -= 10;
    pass(20);
    const b = Array.from({ length: 9 }, () => ['b', 'b resumed']).flat();
    expect(told.slice(120)).toEqual(['a', 'a resumed', ...b]);
    pass(20);
    expect(told.slice(140)).toEqual(Array.from({ length: 10 }, () => ['b', 'b resumed']).flat());
  });

  test('none is delayed for more than a second', () => {
    refuse('first', 100);
    refuse('many', 1_000);
    pass(980);
    expect(told.filter((one) => one === 'many')).toHaveLength(490);
    pass(20);
    expect(told.filter((one) => one === 'many')).toHaveLength(1_000);
    pass(200);
    refuse('last', 100);
    expect(told.slice(-100)).toEqual(Array(100).fill('last'));
  });

  test('no more than 2,000 are delayed; the others are answered at once', () => {
    refuse('first', 100);
    refuse('held', 2_000);
    expect(told.includes('held')).toBe(false);
    refuse('beyond', 3);
    expect(told.filter((one) => one === 'beyond')).toHaveLength(3);
  });

  test('a caller is served for a second after each request with a valid token', () => {
    const { acquire, isBusy } = admission({
      maxRequestsInFlight: 8,
      maxEventLoopDelayMs: 1_000,
      databaseConnectTimeoutMs: 1_000,
      connections: 2,
      eventLoop: { delay: () => 0 },
      monotonicNow: () => clock,
      observer: {},
    });
    const busyAfter = (callerKey: string | null | undefined, ms: number): boolean => {
      const response = Object.assign(new EventEmitter(), { req: { socket: new EventEmitter() } });
      void acquire(response as unknown as ServerResponse, callerKey);
      clock += ms;
      return isBusy();
    };
    expect([busyAfter(undefined, 0), busyAfter(null, 999), busyAfter('ann', 1_000)]).toEqual([false, true, false]);
  });

  test('none is delayed while no caller is served, or once the gateway stops', () => {
    busy = false;
    refuse('idle', 500);
    expect(told).toEqual(Array(500).fill('idle'));
    busy = true;
    refuse('first', 100);
    refuse('held', 5);
    refusals.releaseAll();
    expect(told.filter((one) => one === 'held')).toHaveLength(5);
    refuse('end', 500);
    expect(told.slice(-500)).toEqual(Array(500).fill('end'));
  });
});

test('a refusal of a caller is not delayed; requests pipelined behind a delayed one are answered, and none is lost when the gateway stops', async () => {
  const gateway = await startTestGateway({
    databaseUrl: 'mysql://root@127.0.0.1:1/none',
    idleGraceMs: 200,
    monotonicNow: () => 0,
  });
  const token = await everyGroup();
  // A caller is served, so that refusals are held.
  expect((await send(gateway.url + LEASES, { token, body: { identifier: 'x', 'after-id': -1 } })).status).toBe(200);
  const post = `POST ${LEASES} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n`;
  const clients = [1, 2, 3].map(() => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    const client = { answered: '', closed: once(socket, 'close') };
    socket.on('data', (chunk) => (client.answered += chunk.toString()));
    socket.write(`${post}\r\n`.repeat(50) + `${post}Authorization: Bearer ${token}\r\n\r\n`);
    return client;
  });
  const types = () => clients.map(({ answered }) => [...answered.matchAll(/"type":"(\w+)"/g)].map(([, type]) => type));
  while (types().flat().length < 100) await new Promise(setImmediate);
  // A caller is never behind them.
  expect((await send(gateway.url + LEASES, { token, body: {} })).status).toBe(400);
  await gateway.close();
  await Promise.all(clients.map(({ closed }) => closed));
  const own = [...Array<string>(50).fill('missing_authorization'), 'no_tenant_information'];
  expect(types()).toEqual([own, own, own]);
});
