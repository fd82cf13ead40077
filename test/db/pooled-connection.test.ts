import {
  type ConnectionOwner,
  type Done,
  type Opened,
  PooledConnection,
  type ServerConnection,
} from '../../src/db/pool/connections';
import { ServiceError } from '../../src/errors';

/** What a caller of the pool gets for a statement: its time limit, one repetition of a lost read, and failures that stay. */

interface Asked {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly limitMs: number | undefined;
  readonly done: Done;
}

class Stub {
  isOpen = true;
  readonly thread: ServerConnection['thread'];
  readonly asked: Asked[] = [];

  constructor(id: number) {
    this.thread = { server: 'one', id };
  }

  ask(sql: string, parameters: readonly unknown[], limitMs: number | undefined, done: Done): void {
    this.asked.push({ sql, parameters, limitMs, done });
  }

  cut(): void {
    this.isOpen = false;
  }
}

const LOST = Object.assign(new Error('gone'), { code: 'PROTOCOL_CONNECTION_LOST' });
const REFUSED = Object.assign(new Error('syntax'), { errno: 1064 });
const TIMEOUT = new ServiceError('timeout');

let now: number;
let limitMs: number | undefined;
let budget: boolean;
let events: unknown[];
let renewal: Opened;
let first: Stub;
let pooled: PooledConnection;

beforeEach(() => {
  [now, limitMs, budget, events] = [5_000, 1_000, true, []];
  first = new Stub(1);
  const owner: ConnectionOwner = {
    get limitMs() {
      return limitMs;
    },
    timeoutMs: 900,
    monotonicNow: () => now,
    answered: (result) => events.push(['answered', result]),
    lost: () => events.push('lost'),
    mayRetry: () => budget,
    renew: (_pooled, opened) => (renewal = opened),
    abandon: ({ id }) => events.push(['abandoned', id]),
    takeBack: (back) => events.push(['back', back === pooled]),
  };
  pooled = new PooledConnection(owner, first as unknown as ServerConnection);
});

/** @returns what the caller gets */
function query(sql = 'select 1'): unknown[] {
  const got: unknown[] = [];
  const run = pooled.query as unknown as (sql: string, parameters: readonly unknown[], done: Done) => void;
  run(sql, [7], (error, result) => got.push(error ?? result));
  return got;
}

test('it is held from lending to release', () => {
  expect([pooled.lend(0).held, events]).toEqual([true, []]);
  pooled.release();
  expect([pooled.held, events]).toEqual([false, [['back', true]]]);
});

test('the wait for the connection counts towards the limit of the first statement, up to half of it', () => {
  for (const [waited, expected] of [
    [0, 1_000],
    [300, 700],
    [500, 500],
    [900, 500],
  ] as const) {
    pooled.lend(waited);
    query();
    query();
    expect(first.asked.splice(0).map((asked) => asked.limitMs)).toEqual([expected, 1_000]);
  }
  limitMs = undefined;
  pooled.lend(900);
  query();
  expect(first.asked.map((asked) => asked.limitMs)).toEqual([undefined]);
});

test('an answered statement gives its result', () => {
  pooled.lend(0);
  const got = query('select ?');
  expect(first.asked).toMatchObject([{ sql: 'select ?', parameters: [7] }]);
  first.asked[0]!.done(null, ['row']);
  expect([got, events]).toEqual([[['row']], [['answered', ['row']]]]);
});

describe('a first statement that is lost with its connection', () => {
  const second = () => new Stub(2);
  const open = (stub: Stub) => renewal(null, stub as unknown as ServerConnection);

  test('is sent again on a new one, with the time that is left', () => {
    pooled.lend(0);
    const got = query('select ?');
    now += 400;
    first.asked[0]!.done(LOST);
    expect([first.isOpen, got, events]).toEqual([false, [], ['lost']]);
    now += 100;
    const other = second();
    open(other);
    expect(other.asked).toMatchObject([{ sql: 'select ?', parameters: [7], limitMs: 500 }]);
    other.asked[0]!.done(null, 'rows');
    expect([got, events]).toEqual([['rows'], ['lost', ['answered', 'rows']]]);
  });

  test('has no limit again if it had none', () => {
    limitMs = undefined;
    pooled.lend(0);
    query();
    first.asked[0]!.done(LOST);
    const other = second();
    open(other);
    expect(other.asked.map((asked) => asked.limitMs)).toEqual([undefined]);
  });

  test.each([
    ['no connection could be opened', 0, undefined],
    ['no time is left', 1_000, 2],
  ])('fails if %s', (_name, passed, id) => {
    pooled.lend(0);
    const got = query();
    now += passed;
    first.asked[0]!.done(LOST);
    const other = id === undefined ? undefined : new Stub(id);
    renewal(other === undefined ? LOST : null, other as unknown as ServerConnection | undefined);
    expect(got).toEqual([expect.objectContaining({ reason: 'serviceUnavailable', cause: LOST })]);
    expect(other?.asked ?? []).toEqual([]);
  });

  test('fails if it fails again, and its thread is abandoned after a timeout', () => {
    for (const [failure, reason, abandoned] of [
      [LOST, 'serviceUnavailable', []],
      [TIMEOUT, 'timeout', [['abandoned', 2]]],
    ] as const) {
      pooled.lend(0);
      const got = query();
      first.asked.at(-1)!.done(LOST);
      const other = second();
      open(other);
      events = [];
      other.asked[0]!.done(failure);
      expect([got.length, (got[0] as ServiceError).reason ?? 'timeout', events]).toEqual([1, reason, abandoned]);
    }
  });

  test('is not sent again without a budget', () => {
    budget = false;
    pooled.lend(0);
    const got = query();
    first.asked[0]!.done(LOST);
    expect(got).toEqual([expect.objectContaining({ reason: 'serviceUnavailable' })]);
  });
});

test('a later statement that is lost is not sent again, since the session had a state', () => {
  pooled.lend(0);
  query();
  first.asked[0]!.done(null, []);
  const got = query();
  first.asked[1]!.done(LOST);
  expect(got).toEqual([expect.objectContaining({ reason: 'serviceUnavailable' })]);
});

test('after a failure that closed the connection every statement fails in the same way, until it is lent again', () => {
  pooled.lend(0);
  query();
  first.asked[0]!.done(null, []);
  const [lost] = [query()];
  first.asked[1]!.done(LOST);
  expect([query('rollback'), first.asked.length]).toEqual([lost, 2]);
  pooled.lend(0);
  query();
  expect(first.asked).toHaveLength(3);
});

test('a failure that leaves the connection open is that of its statement alone', () => {
  pooled.lend(0);
  const got = query();
  first.asked[0]!.done(REFUSED);
  expect([got, events, first.isOpen]).toEqual([[REFUSED], [], true]);
  query('rollback');
  expect(first.asked).toHaveLength(2);
});

test('a statement that exceeds its limit abandons its thread', () => {
  pooled.lend(0);
  const got = query();
  first.asked[0]!.done(TIMEOUT);
  expect(got).toMatchObject([{ reason: 'timeout', message: expect.stringContaining('900 ms') }]);
  expect(events).toEqual([['abandoned', 1]]);
});
