import { Outage } from '../../src/db/replicas/outage';
import { Replica } from '../../src/db/replicas/replica';
import { parsePosition } from '../../src/db/replicas/replication-position';
import { stubDatabase } from './stub-database';

/** Decision 79: which replica is read while the primary is away, and when the primary is read again. */

const STALE_MS = 300_000;
const BEHIND = 'is too far behind the primary';

let now: number;
let replicas: [Replica, Replica, Replica];
let outage: Outage;

const create = (staleMs: number) => new Outage(replicas, { staleMs, now: () => now });

beforeEach(() => {
  now = 1_000_000;
  const db = stubDatabase(() => []);
  replicas = [1, 2, 3].map((number) => new Replica(number, { lookups: db, checks: db })) as typeof replicas;
  outage = create(STALE_MS);
});

/** What each replica has applied, at the same time. Null for one that cannot be read. */
function applied(...positions: (string | null)[]): void {
  for (const [index, position] of positions.entries()) {
    if (position === null) replicas[index]!.markUnreachable('does not answer');
    else replicas[index]!.update(BEHIND, now, parsePosition(position));
  }
}

function loses(position: string): void {
  outage.primaryAnswered(parsePosition(position));
  outage.primaryFailed();
  outage.primaryFailed();
}

const chosen = () => outage.fallback()?.number;

test('it begins with two checks in a row without an answer', () => {
  applied('0-1-7', '0-1-7', '0-1-7');
  outage.primaryAnswered(parsePosition('0-1-7'));
  for (let time = 0; time < 3; time += 1) {
    outage.primaryFailed();
    expect([chosen(), outage.isCovered, outage.state.isAway]).toEqual([undefined, true, false]);
    outage.primaryAnswered(parsePosition('0-1-7'));
    expect(outage.isCovered).toBe(false);
  }
  outage.primaryFailed();
  outage.primaryFailed();
  expect([chosen(), outage.isCovered]).toEqual([1, true]);
  now += 12_000;
  expect(outage.state).toEqual({ isAway: true, replica: 1, staleSeconds: 12 });
});

describe('the most advanced replica is read', () => {
  test.each([
    ['MariaDB', '0-1-100', ['0-1-98', '0-1-100', '0-1-99'], 2],
    ['MySQL', 'a:1-100', ['a:1-98', 'a:1-99', 'a:1-100'], 3],
    ['MySQL, with a gap', 'a:1-100', ['a:1-50:60-100', 'a:1-99', 'a:1-98'], 2],
    ['several sources', '0-1-100,1-1-50', ['0-1-100,1-1-40', '0-1-99,1-1-50', '0-1-90,1-1-49'], 2],
    ['among equals the first', '0-1-100', ['0-1-99', '0-1-100', '0-1-100'], 2],
    ['transactions of its own do not count', 'a:1-100', ['a:1-99,b:1-5', 'a:1-100', 'a:1-98,c:1-50'], 2],
  ])('%s', (_case, primary, positions, expected) => {
    applied(...positions);
    loses(primary);
    expect(chosen()).toBe(expected);
  });

  test('and one that cannot be read is not, however far it was', () => {
    applied('0-1-8', '0-1-9', '0-1-7');
    replicas[1].update('lacks a table');
    loses('0-1-9');
    expect(chosen()).toBe(1);
    applied(null);
    // It lacks what was shown from the first.
    expect(chosen()).toBeUndefined();
    applied(null, null, '0-1-8');
    expect(chosen()).toBe(3);
  });

  test('and a later one only if it has everything that was shown before', () => {
    applied('a:1-50:60-99', null, 'a:1-80');
    loses('a:1-100');
    expect(chosen()).toBe(1);
    applied('a:1-50:60-99', 'a:1-98', 'a:1-80');
    expect(chosen()).toBe(1);
    applied('a:1-50:60-99', 'a:1-98', 'a:1-99');
    expect(chosen()).toBe(3);
    applied(null, 'a:1-98', null);
    expect([chosen(), outage.state]).toEqual([undefined, { isAway: true, replica: null, staleSeconds: null }]);
  });
});

test('a replica is read until its data is as old as permitted', () => {
  applied('0-1-7');
  loses('0-1-7');
  now += STALE_MS - 1;
  expect(chosen()).toBe(1);
  now += 1;
  expect([chosen(), outage.isCovered]).toEqual([undefined, false]);
  outage = create(0);
  applied('0-1-7');
  loses('0-1-7');
  expect([chosen(), outage.isCovered]).toEqual([undefined, false]);
});

test('a replica whose age is unknown is never read', () => {
  replicas[0].update(BEHIND, undefined, parsePosition('0-1-7'));
  loses('0-1-7');
  expect(chosen()).toBeUndefined();
});

describe('the primary is read again', () => {
  beforeEach(() => {
    applied('0-1-7', '0-1-9', '0-1-8');
    loses('0-1-10');
    expect(chosen()).toBe(2);
  });

  test('as soon as it has what was shown', () => {
    expect(outage.primaryAnswered(parsePosition('0-1-8'))).toBe(false);
    expect(chosen()).toBe(2);
    expect(outage.primaryAnswered(parsePosition('0-2-9'))).toBe(true);
    expect([chosen(), outage.state.isAway]).toEqual([undefined, false]);
    // What was shown no longer counts in the next outage.
    applied('0-1-7', null, null);
    loses('0-2-9');
    expect(chosen()).toBe(1);
  });

  test('whatever it has once no replica is recent enough', () => {
    now += STALE_MS;
    expect(outage.primaryAnswered(parsePosition('0-1-8'))).toBe(true);
  });

  test('if it does not number its transactions', () => {
    expect(outage.primaryAnswered(null)).toBe(true);
  });
});
