/** Which host of the database a request reads (decision 47). */

import { Database } from '../../src/db/database';
import { Hosts } from '../../src/db/hosts';
import { ServiceError } from '../../src/errors';
import type { HostState } from '../../src/observer';
import { fittingSchema, stubDatabase } from './stub-database';

/** What each host says of itself: its position, or how it fails. */
interface Said {
  position?: string | null;
  nodeState?: string | null;
  away?: boolean;
  silent?: boolean;
  /** It answers in the sessions that it has, and refuses new ones. */
  full?: boolean;
  misfit?: boolean;
  /** Milliseconds until it says its position. */
  takes?: number;
}

let said: Said[];
let now: number;
let hosts: Hosts;
let states: Map<number, HostState>;
let asked: string[];

beforeEach(() => jest.useFakeTimers());
afterEach(async () => {
  const closed = hosts.close();
  await jest.advanceTimersByTimeAsync(2_000);
  await closed;
  jest.useRealTimers();
});

function open(...first: Said[]): void {
  [said, now, states, asked] = [first, 0, new Map(), []];
  const connections = first.map((_, index) => {
    const db = stubDatabase((statement) => {
      asked.push(`${index + 1}: ${statement}`);
      const { away, silent, misfit, takes = 0, position = null, nodeState = null } = said[index] ?? {};
      if (away) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
      if (silent) return new Promise(() => undefined);
      if (misfit && statement.includes('kysely_migration')) return [];
      const schema = fittingSchema(statement);
      if (schema === undefined) now += takes;
      return schema ?? [{ position, nodeState }];
    });
    const sessions = stubDatabase((statement) => {
      asked.push(`${index + 1}, in a new session: ${statement}`);
      if (said[index]?.full) throw new ServiceError('serviceUnavailable', { cause: { errno: 1040 } });
      return [];
    });
    return { database: new Database(db, () => now), checks: db, sessions };
  });
  hosts = new Hosts(connections, {
    maxLagMs: 5_000,
    now: () => now,
    observer: { hostChecked: (state) => states.set(state.host, state) },
  });
}

/** Lets a round of checks end, some time after the last one. */
async function round(after = 500): Promise<void> {
  now += after;
  await jest.advanceTimersByTimeAsync(500);
}

const problems = () => [...states.values()].map(({ problem }) => problem);
const at = (position: string): Said => ({ position });

test('the first host is read while it is healthy, and the next one as soon as it is not', async () => {
  open(at('0-1-7'), at('0-1-7'), at('0-1-7'));
  await round();
  expect([hosts.numberInUse, problems()]).toEqual([1, [null, null, null]]);
  said[0] = { away: true };
  await round();
  expect([hosts.numberInUse, hosts.inUse === hosts.at(2)]).toEqual([2, true]);
  said[1] = { silent: true };
  await round();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(hosts.numberInUse).toBe(3);
  said[0] = at('0-1-7');
  said[1] = at('0-1-7');
  await round();
  await round();
  expect([hosts.numberInUse, problems()]).toEqual([1, [null, null, null]]);
});

test('each round asks each host for its position, and every second one opens a session', async () => {
  open(at('0-1-7'), at('0-1-7'));
  await jest.advanceTimersByTimeAsync(0);
  for (let time = 0; time < 3; time += 1) {
    asked.push('next round');
    await round();
  }
  expect(asked).toMatchSnapshot();
});

test('a host that is further behind than permitted does not take over, even when the first one is lost', async () => {
  open(at('0-1-7'), at('0-1-7'));
  await round();
  said[0] = at('0-1-8');
  await round(5_000);
  expect(problems()).toEqual([null, null]);
  await round(1_000);
  expect(problems()).toEqual([null, 'is too far behind the host in use']);
  said[0] = { away: true };
  for (let time = 0; time < 20; time += 1) await round();
  expect(hosts.numberInUse).toBe(1);
  said[1] = at('0-1-8');
  await round();
  expect(hosts.numberInUse).toBe(2);
});

test('a lag counts from the start of the check that saw its beginning', async () => {
  open({ ...at('0-1-7'), takes: 4_000 }, at('0-1-7'));
  await jest.advanceTimersByTimeAsync(0);
  said[0] = at('0-1-8');
  await round(1_001);
  expect(problems()).toEqual([null, 'is too far behind the host in use']);
});

test('a host that was up to date when the first one was lost is read for as long as that is away', async () => {
  open(at('0-1-7'), at('0-1-7'));
  await round();
  said[0] = { away: true };
  for (let time = 0; time < 100; time += 1) await round();
  expect([hosts.numberInUse, states.get(2)?.problem]).toEqual([2, null]);
});

test('a host that comes back without what was read meanwhile is not read', async () => {
  open(at('0-1-7'), at('0-1-7'));
  await round();
  said[0] = { away: true };
  await round();
  said = [at('0-1-7'), at('0-2-9')];
  await round(10_000);
  await round(10_000);
  expect([hosts.numberInUse, states.get(1)?.problem]).toEqual([2, 'is too far behind the host in use']);
  said[0] = at('0-2-9');
  await round();
  expect(hosts.numberInUse).toBe(1);
});

test('a host that comes back at once is not read if the next one had more than it', async () => {
  open(at('0-1-7'), at('0-1-7'));
  await round();
  said = [{ away: true }, at('0-2-9')];
  await round();
  said[0] = at('0-1-7');
  await round();
  expect([hosts.numberInUse, states.get(1)?.problem]).toEqual([2, 'is too far behind the host in use']);
});

test.each<[string, Said, string]>([
  ['without the schema', { misfit: true }, 'cannot be read: the schema lacks'],
  ['without GTIDs', {}, 'has an unknown lag'],
  ['that answers, but refuses new sessions', { position: '0-1-7', full: true }, 'has no connection left'],
  [
    'that is a Galera node and not synced',
    { position: '0-1-7', nodeState: '2' },
    'is a Galera node that is not synced',
  ],
])('a host %s is not read', async (_name, other, problem) => {
  open(at('0-1-7'), other);
  await round();
  expect([states.get(2)?.problem, hosts.problems.join()].every((said) => said?.includes(problem))).toBe(true);
  said[0] = { away: true };
  await round();
  expect(hosts.numberInUse).toBe(1);
});

test('a Galera node that is synced needs no GTIDs', async () => {
  open({ nodeState: '4' }, { nodeState: '4' });
  await round();
  said[0] = { nodeState: '2' };
  await round();
  expect([hosts.numberInUse, problems()]).toEqual([2, ['is a Galera node that is not synced', null]]);
});

const [A, B] = ['3e11fa47-71ca-11e1-9e33-c80aa9429562', '4f22fb58-71ca-11e1-9e33-c80aa9429562'];

test.each([
  ['a later one', '0-1-8', '0-1-7', true],
  ['an earlier one', '0-1-6', '0-1-7', false],
  ['the same of another server, after a fail-over', '0-2-9', '0-1-7', true],
  ['one domain of two', '0-1-7', '0-1-7,1-1-1', false],
  ['more domains', '0-1-7,1-1-1', '0-1-7', true],
  ['none', 'NULL', '0-1-7', false],
  ['MySQL: all', `${A}:1-9`, `${A}:1-7`, true],
  ['MySQL: one less', `${A}:1-6`, `${A}:1-7`, false],
  ['MySQL: a gap', `${A}:1-3:5-9`, `${A}:1-7`, false],
  ['MySQL: another source', `${B}:1-9`, `${A}:1-7`, false],
  ['MySQL: each range of several', `${A}:1-3:7-9`, `${A}:2-3:8`, true],
  ['MySQL: one range of several', `${A}:1-3:7-9`, `${A}:5:2-3`, false],
  ['MySQL: two sources, in lines', `${A}:1-9,\n${B}:1-2`, `${B}:1-2`, true],
  ['MySQL: another tag', `${A}:1-9:blue:1-2`, `${A}:green:1`, false],
  ['MySQL: a tag beside none', `${A}:1-9:blue:1-2:4`, `${A}:1-9:blue:4`, true],
])('%s: a host at %s is read instead of one at %s: %s', async (_name, position, ofFirst, isRead) => {
  open(at(ofFirst), at(position));
  await round();
  said[0] = { away: true };
  await round();
  expect(hosts.numberInUse).toBe(isRead ? 2 : 1);
});
