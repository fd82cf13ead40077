import type { OutageState } from '../../src/db/replicas/outage';
import { Replica, ReplicaChecks, replicaProblems, type ReplicaState } from '../../src/db/replicas/replica';
import { fittingSchema, stubDatabase } from './stub-database';

/** Decision 69: the reported lag of a replica, second by second, and its recovery after failures. */

const MAX_LAG_MS = 2_000;

/** A server that the test controls. */
class Server {
  /** The last of its transactions. */
  position: number | null = 1;
  answersAfterMs = 0;
  isAway = false;
  lacksTables = false;
  schemaLooks = 0;

  readonly db = stubDatabase(async (statement) => {
    if (this.answersAfterMs > 0) await new Promise((resolve) => setTimeout(resolve, this.answersAfterMs));
    if (this.isAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    if (statement.includes('gtid')) return [{ position: this.position === null ? null : `0-1-${this.position}` }];
    if (statement.includes('order by')) this.schemaLooks += 1;
    if (this.lacksTables && statement.includes('order by')) return [];
    return fittingSchema(statement) ?? [];
  });
}

let primary: Server;
let copy: Server;
let replica: Replica;
let checks: ReplicaChecks;
let states: ReplicaState[];
let outages: OutageState[];

beforeEach(() => {
  jest.useFakeTimers();
  [primary, copy, states, outages] = [new Server(), new Server(), [], []];
  replica = new Replica(1, { lookups: copy.db, checks: copy.db });
  checks = checksWith(0);
});

const checksWith = (staleMs: number) =>
  new ReplicaChecks([replica], {
    primary: primary.db,
    maxLagMs: MAX_LAG_MS,
    staleMs,
    now: () => performance.now(),
    onState: (state) => states.push(state),
    onOutage: (state) => outages.push(state),
  });

afterEach(async () => {
  await checks.stop();
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

/** @returns what was reported meanwhile: the lag, and the problem if there is one */
async function pass(ms: number): Promise<(number | string | null)[][]> {
  states.length = 0;
  await jest.advanceTimersByTimeAsync(ms);
  return states.map(({ lagSeconds, problem, healthy }) => {
    expect(healthy).toBe(problem === null);
    return problem === null ? [lagSeconds] : [lagSeconds, problem];
  });
}

async function begin(): Promise<(number | string | null)[][]> {
  void checks.start();
  return pass(0);
}

const BEHIND = 'is too far behind the primary';
const SILENT = 'does not answer';
const UNFIT = expect.stringContaining('the schema lacks 0001-groups');

test('a replica has what the primary had when it was queried, not when the answer arrived', async () => {
  primary.answersAfterMs = 300;
  expect(await begin()).toEqual([]);
  expect(await pass(300)).toEqual([[0.3]]);
  expect([replica.serves(0), replica.serves(1)]).toEqual([true, false]);
  primary.position = copy.position = 2;
  expect(await pass(1_300)).toEqual([[0.3]]);
  expect([replica.serves(1_300), replica.serves(1_301)]).toEqual([true, false]);
});

test('the lag of a replica that stops applying grows by the second; it is read while the lag is permitted, and again later', async () => {
  expect(await begin()).toEqual([[0]]);
  const lags = [];
  for (let second = 1; second <= 6; second += 1) {
    primary.position = second + 1;
    lags.push(...(await pass(1_000)));
  }
  expect(lags).toEqual([[1], [2], [3, BEHIND], [4, BEHIND], [5, BEHIND], [6, BEHIND]]);
  copy.position = 6;
  expect(await pass(1_000)).toEqual([[2]]);
  copy.position = primary.position;
  expect(await pass(1_000)).toEqual([[0]]);
});

test('while nothing is written the lag is 0', async () => {
  await begin();
  expect(await pass(10_000)).toEqual(Array.from({ length: 10 }, () => [0]));
});

test('without the primary the lag grows, and the replica is read again as soon as the primary is back, twice', async () => {
  await begin();
  for (let outage = 0; outage < 2; outage += 1) {
    primary.isAway = true;
    expect(await pass(4_000)).toEqual([[1], [2], [3, BEHIND], [4, BEHIND]]);
    primary.isAway = false;
    expect(await pass(1_000)).toEqual([[0]]);
  }
});

describe('with a time for which a replica may stand in for the primary', () => {
  beforeEach(() => (checks = checksWith(6_000)));

  /** What was reported meanwhile: the age of what is read, or whether the primary is read. */
  async function passes(ms: number): Promise<unknown[]> {
    outages.length = 0;
    await pass(ms);
    return outages.map(({ isAway, staleSeconds }) => staleSeconds ?? (isAway ? 'nothing is read' : 'primary'));
  }

  test('the replica counts as read while it stands in, until its data is too old', async () => {
    await begin();
    primary.isAway = true;
    expect(await passes(7_000)).toEqual(['primary', 2, 3, 4, 5, 'nothing is read', 'nothing is read']);
    expect(states.map(({ problem }) => problem)).toEqual([null, null, null, null, null, BEHIND, BEHIND]);
    primary.isAway = false;
    expect(await passes(1_000)).toEqual(['primary']);
  });

  test('a replica that was behind stands in, with its true age', async () => {
    await begin();
    for (let second = 1; second <= 4; second += 1) {
      primary.position = second + 1;
      await pass(1_000);
    }
    primary.isAway = true;
    expect(await passes(3_000)).toEqual(['primary', 'nothing is read', 'nothing is read']);
    // It goes on to apply what it had received.
    copy.position = 4;
    expect(await passes(2_000)).toEqual([5, 'nothing is read']);
  });

  test('a primary that comes back without what was shown is not read until that is too old', async () => {
    await begin();
    primary.position = copy.position = 2;
    await pass(1_000);
    [primary.isAway, copy.position] = [true, 3];
    expect(await passes(2_000)).toEqual(['primary', 2]);
    primary.isAway = false;
    expect(await passes(4_000)).toEqual([3, 4, 5, 'primary']);
  });

  test('a replica that fails is not read until it has been checked', async () => {
    await begin();
    primary.isAway = true;
    await pass(2_000);
    checks.suspect(replica);
    expect(checks.outage.fallback()).toBeUndefined();
    await pass(0);
    expect(checks.outage.fallback()).toBe(replica);
  });
});

test('a schema that fits is trusted for a minute, but not beyond a failure', async () => {
  await begin();
  await pass(59_000);
  expect(copy.schemaLooks).toBe(1);
  await pass(1_000);
  expect(copy.schemaLooks).toBe(2);
  copy.isAway = true;
  expect(await pass(1_000)).toEqual([[1, SILENT]]);
  [copy.isAway, copy.lacksTables] = [false, true];
  expect(await pass(2_000)).toEqual([
    [2, UNFIT],
    [3, UNFIT],
  ]);
  copy.lacksTables = false;
  expect(await pass(2_000)).toEqual([[0], [0]]);
  expect(copy.schemaLooks).toBe(5);
});

test('a replica that failed a lookup is not read until it has been checked, with its schema, which happens at once', async () => {
  await begin();
  copy.lacksTables = true;
  checks.suspect(replica);
  expect(replica.problem).toBe('has failed a lookup');
  checks.suspect(replica);
  expect(await pass(0)).toEqual([[0, UNFIT]]);
  copy.lacksTables = false;
  checks.suspect(replica);
  expect(await pass(0)).toEqual([[0]]);
  expect(copy.schemaLooks).toBe(3);
});

test('a replica that does not answer within a second is not read, and its lookups in flight fail', async () => {
  await begin();
  for (let time = 0; time < 2; time += 1) {
    const reading = replica.provideConnection(() => new Promise(() => undefined)).catch((error: unknown) => error);
    await pass(0);
    expect(replica.inFlight).toBe(1);
    copy.answersAfterMs = 1_500;
    expect((await pass(1_999)).slice(1)).toEqual([]);
    expect(replica.inFlight).toBe(1);
    expect(await pass(1)).toEqual([[2, SILENT]]);
    expect(await reading).toMatchObject({ name: 'ServiceError', reason: 'serviceUnavailable' });
    expect(replica.inFlight).toBe(0);
    copy.answersAfterMs = 0;
    expect(await pass(1_000)).toEqual([[0]]);
  }
});

test('between checks there is one timer', async () => {
  await begin();
  for (let second = 0; second < 5; second += 1) {
    expect(jest.getTimerCount()).toBe(1);
    await pass(1_000);
  }
});

test('a replica that was never reached has no lag, and serves nobody', async () => {
  expect([replica.problem, replica.upToDateAt, replica.serves(-1e9)]).toEqual([
    'has not been checked yet',
    -Infinity,
    false,
  ]);
  copy.isAway = true;
  expect(await begin()).toEqual([[null, SILENT]]);
  copy.isAway = false;
  expect(await pass(1_000)).toEqual([[0]]);
});

test('a lag that cannot be measured is a problem for as long as that lasts', async () => {
  primary.position = null;
  expect(await begin()).toEqual([[null, 'has an unknown lag: the primary has no binary log with GTIDs']]);
  primary.position = 1;
  expect(await pass(1_000)).toEqual([[0]]);
  copy.position = null;
  expect(await pass(1_000)).toEqual([[1, 'has an unknown lag: it has no GTID of the primary']]);
  copy.position = 1;
  expect(await pass(1_000)).toEqual([[0]]);
});

test('after it was stopped nothing is checked', async () => {
  primary.answersAfterMs = 300;
  await begin();
  await checks.stop();
  expect(await pass(5_000)).toEqual([]);
  checks.suspect(replica);
  expect([await pass(5_000), replica.problem]).toEqual([[], 'has failed a lookup']);
  expect(copy.schemaLooks).toBe(0);
});

test('the permanent problems of a replica: its schema, and a lag that is unknown', async () => {
  const problems = () => replicaProblems(copy.db, primary.db);
  expect(await problems()).toEqual([]);
  copy.lacksTables = true;
  expect(await problems()).toEqual([UNFIT]);
  copy.position = null;
  expect(await problems()).toEqual([UNFIT, 'has an unknown lag: it has no GTID of the primary']);
  [copy.lacksTables, primary.position] = [false, null];
  expect(await problems()).toEqual(['has an unknown lag: the primary has no binary log with GTIDs']);
});
