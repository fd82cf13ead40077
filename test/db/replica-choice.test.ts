import type { DatabaseConnection } from 'kysely';

import { Replica } from '../../src/db/replicas/replica';
import { leastBusy, ReplicaFirst } from '../../src/db/replicas/replicas';
import { ServiceError } from '../../src/errors';
import { stubDatabase } from './stub-database';

/** Decision 69: which replica a request reads, and what its failure means. */

const HELD_UNTIL = 1_000;
let replicas: Replica[];

beforeEach(() => {
  replicas = [1, 2, 3].map((number) => {
    const db = stubDatabase(() => []);
    const replica = new Replica(number, { lookups: db, checks: db });
    replica.update(null, HELD_UNTIL);
    return replica;
  });
});

/** The numbers of the replicas that are chosen in so many rounds. */
const chosen = (turns: number, needed = HELD_UNTIL) =>
  Array.from({ length: turns }, (_, turn) => leastBusy(replicas, needed, turn)?.number);

/** Statements that run until they are told to end. */
async function occupy(replica: Replica, count: number): Promise<(() => Promise<unknown>)[]> {
  const ends = Array.from({ length: count }, () => {
    let end: () => void;
    const working = new Promise<void>((resolve) => (end = resolve));
    const reading = replica.provideConnection(() => working);
    return () => {
      end();
      return reading;
    };
  });
  await new Promise((resolve) => setImmediate(resolve));
  return ends;
}

test('the replica with the fewest statements in flight is chosen', async () => {
  const [first, second, third] = replicas as [Replica, Replica, Replica];
  const ends = [...(await occupy(first, 3)), ...(await occupy(second, 1)), ...(await occupy(third, 2))];
  expect(replicas.map(({ inFlight }) => inFlight)).toEqual([3, 1, 2]);
  expect(chosen(6)).toEqual([2, 2, 2, 2, 2, 2]);
  second.update('is too far behind the primary');
  expect(chosen(4)).toEqual([3, 3, 3, 3]);
  for (const end of ends) await end();
  expect(replicas.map(({ inFlight }) => inFlight)).toEqual([0, 0, 0]);
});

test('replicas that are equally busy are chosen in rotation', async () => {
  expect(chosen(6)).toEqual([1, 2, 3, 1, 2, 3]);
  const ends = await occupy(replicas[1]!, 1);
  expect(chosen(6)).toEqual([1, 3, 1, 3, 1, 3]);
  for (const end of ends) await end();
});

test('a replica that is not up to date enough is not chosen', () => {
  replicas[0]!.update(null, HELD_UNTIL + 1);
  expect(chosen(3, HELD_UNTIL + 1)).toEqual([1, 1, 1]);
  expect(chosen(3, HELD_UNTIL + 2)).toEqual([undefined, undefined, undefined]);
  expect(chosen(3, Infinity)).toEqual([undefined, undefined, undefined]);
});

test('a statement is no longer in flight, however it ends', async () => {
  const [replica] = replicas as [Replica];
  await expect(replica.provideConnection(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(replica.inFlight).toBe(0);
  const silent = replica.provideConnection(() => new Promise(() => undefined));
  expect(replica.inFlight).toBe(1);
  replica.markUnreachable('does not answer');
  await expect(silent).rejects.toMatchObject({ reason: 'serviceUnavailable' });
  expect(replica.inFlight).toBe(0);
});

describe('a request that begins on a replica', () => {
  /** Where each statement ran. */
  let ran: string[];
  let failed: number[];
  let request: ReplicaFirst;

  beforeEach(() => {
    [ran, failed] = [[], []];
    const primary = stubDatabase(() => ran.push('primary'));
    const lookups = stubDatabase(() => ran.push('replica'));
    const replica = new Replica(1, { lookups, checks: lookups });
    request = new ReplicaFirst(primary, replica, ({ number }) => failed.push(number));
  });

  const read = async (failure?: unknown) =>
    request.provideConnection(async (connection: DatabaseConnection) => {
      await connection.executeQuery({ sql: 'select 1', parameters: [] } as never);
      if (failure !== undefined && ran.at(-1) === 'replica') throw failure;
    });

  test('stays on it', async () => {
    await read();
    await read();
    expect([ran, failed]).toEqual([['replica', 'replica'], []]);
  });

  test('continues on the primary after a failure and never goes back; the replica is rechecked once', async () => {
    const failure = new ServiceError('serviceUnavailable');
    await Promise.all([read(failure), read(failure)]);
    await read();
    expect(ran.toSorted()).toEqual(['primary', 'primary', 'primary', 'replica', 'replica']);
    expect(failed).toEqual([1]);
  });

  test('has the replica rechecked when its first statement fails there', async () => {
    await read(new ServiceError('serviceUnavailable'));
    expect([ran, failed]).toEqual([['replica', 'primary'], [1]]);
  });

  test('does not retry a statement that timed out, and has no replica rechecked', async () => {
    await expect(read(new ServiceError('timeout'))).rejects.toMatchObject({ reason: 'timeout' });
    expect([ran, failed]).toEqual([['replica'], []]);
  });

  test('reads from the primary if asked to', async () => {
    request.usePrimary();
    await read();
    expect([ran, failed]).toEqual([['primary'], []]);
  });
});
