import { Connector } from '../../src/db/pool/connector';
import { poolEventCounts } from './pool-event-counts';
import { StubServer } from './stub-server';

/** Decision 62: the pauses between attempts to connect. */

let now: number;
let server: StubServer;
let counts: ReturnType<typeof poolEventCounts>['counts'];
let connector: Connector;

beforeEach(() => {
  now = 0;
  server = new StubServer();
  const pool = poolEventCounts();
  counts = pool.counts;
  connector = new Connector(server.open, () => now, pool.observer);
});

/** Tries once. @returns whether there was an attempt, and the pause after it */
function attempt(answer: 'accept' | 'refuse'): { attempted: boolean; pauseLeft: number } {
  connector.connect(() => undefined);
  const attempted = server.attempts === 1;
  if (attempted) server[answer]();
  return { attempted, pauseLeft: connector.pauseLeft };
}

const outage = () => {
  const pauses = [];
  for (let failures = 0; failures < 6; failures += 1) {
    pauses.push(attempt('refuse').pauseLeft);
    now += connector.pauseLeft;
  }
  return pauses;
};

test('each outage begins with two attempts without a pause, then pauses double up to a quarter of a second', () => {
  expect(outage()).toEqual([0, 50, 100, 200, 250, 250]);
  expect(connector.isFailing).toBe(true);
  expect(attempt('accept')).toEqual({ attempted: true, pauseLeft: 0 });
  expect(connector.isFailing).toBe(false);
  expect(outage()).toEqual([0, 50, 100, 200, 250, 250]);
});

test('after a successful connection, a single failure causes no pause', () => {
  for (let time = 0; time < 3; time += 1) {
    expect(attempt('refuse')).toEqual({ attempted: true, pauseLeft: 0 });
    expect([connector.isFailing, attempt('accept')]).toEqual([false, { attempted: true, pauseLeft: 0 }]);
  }
});

test('a connection that succeeds during a pause ends the pause', () => {
  for (let time = 0; time < 3; time += 1) connector.connect(() => undefined);
  server.refuse();
  server.refuse();
  expect(connector.pauseLeft).toBe(50);
  server.accept();
  expect([connector.pauseLeft, attempt('accept').attempted]).toEqual([0, true]);
});

test('during a pause callers get the last failure at once, without an attempt', () => {
  attempt('refuse');
  attempt('refuse');
  let told: unknown;
  connector.connect((error) => (told = error));
  expect([told, server.attempts]).toEqual([expect.objectContaining({ code: 'ECONNREFUSED' }), 0]);
  expect(counts).toMatchObject({ connected: 0, refused: 2 });
});

test('cancelling ends pending attempts only, and no open connection', () => {
  const used = [1, 2].map(() => {
    connector.connect(() => undefined);
    return server.accept();
  });
  connector.connect(() => undefined);
  expect(server.attempts).toBe(1);
  connector.cancelAll();
  expect([server.attempts, used.map(({ isOpen }) => isOpen)]).toEqual([0, [true, true]]);
});
