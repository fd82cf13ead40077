import { Database, type DatabaseOptions } from '../../src/db/database';
import type { Fallback } from '../../src/db/replicas/replicas';
import { Session } from '../../src/lookups/session';
import type { Caller } from '../../src/model/caller';
import { stubDatabase } from './stub-database';

/** Decision 79: what a request reads while the primary is away, and that all of it comes from one snapshot of one replica. */

/** The statements on the replica, by what they begin with or read. */
let ran: string[];
let onPrimary: string[];
let failures: number;
let isLost: boolean;
let token: { subject: string; revoked_at: number | null; group_grant: string; group_id: number | null } | null;
let db: Database;

const WORDS = [
  'isolation level repeatable read',
  'begin',
  'rollback',
  'opaque_tokens',
  'caller_groups',
  'groups',
  'leases',
];

beforeEach(() => {
  [ran, onPrimary, failures, isLost] = [[], [], 0, false];
  token = { subject: 'ann', revoked_at: null, group_grant: 'listed', group_id: 5 };
  const replica = stubDatabase((statement) => {
    const word = WORDS.find((one) => statement.includes(one)) ?? statement;
    if (isLost) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    ran.push(word);
    if (word === 'opaque_tokens') return token === null ? [] : [{ id: 7, expires_at: null, ...token }];
    if (word === 'caller_groups') return [{ all_groups: 0, group_id: 5 }];
    return word === 'groups' ? [{ id: 5 }] : [];
  });
  const fallback: Fallback = { db: replica, staleSeconds: 12, failed: () => void (failures += 1) };
  const replicas = { fallback: () => fallback, close: async () => undefined };
  const primary = stubDatabase((statement) => onPrimary.push(statement));
  db = new Database(primary, () => 0, {
    scopesForMs: 30_000,
    replicas: replicas as unknown as DatabaseOptions['replicas'],
  });
});
afterEach(() => expect(onPrimary).toEqual([]));

const caller = (given: Partial<Caller>): Caller => ({
  subject: 'ann',
  token: { kind: 'jwt', id: null },
  tokenExpiresAt: null,
  groups: { kind: 'memberships', subject: 'ann' },
  ...given,
});
const OPAQUE = caller({ token: { kind: 'opaque', id: '7' }, groups: { kind: 'all' } });

async function readLeases(session: Session) {
  const records = await session.records({ isContinuation: true });
  await records!.leases().select('l.id').execute();
}

test('the groups and all records are read in one transaction, which ends with the request', async () => {
  const session = new Session(db, caller({}));
  await readLeases(session);
  await (await session.records({ isContinuation: false }))!.inSnapshot(async (records) => {
    await records.leases().select('l.id').execute();
  });
  await (await session.access()).selectFrom('groups').select('id').execute();
  expect(await session.end()).toBe(12);
  expect(ran).toEqual([
    'isolation level repeatable read',
    'begin',
    'caller_groups',
    'leases',
    'leases',
    'groups',
    'rollback',
  ]);
});

test('the groups are not remembered: the next request reads them with its records', async () => {
  for (const _request of [1, 2]) {
    const session = new Session(db, caller({}));
    await readLeases(session);
    await session.end();
  }
  expect(ran.filter((word) => word === 'caller_groups')).toHaveLength(2);
});

test('a request that reads nothing begins nothing', async () => {
  expect(await new Session(db, caller({})).end()).toBeUndefined();
  expect(ran).toEqual([]);
});

describe('an opaque token', () => {
  test('counts as it is in the snapshot, whatever was remembered of it', async () => {
    const session = new Session(db, OPAQUE);
    expect(await session.scope()).toMatchObject({ isAll: false, listed: [5] });
    expect(ran.slice(2)).toEqual(['opaque_tokens']);
  });

  test('that is revoked there is refused, for the whole operation', async () => {
    token!.revoked_at = 1;
    await expect(new Session(db, OPAQUE).scope()).rejects.toMatchObject({
      reason: 'invalidAuthorization',
      refusesAll: true,
    });
  });

  test.each([
    ['is not there', null],
    ['is another one there', { subject: 'ben', revoked_at: null, group_grant: 'all', group_id: null }],
  ])('that %s is unavailable, and not invalid', async (_case, found) => {
    token = found;
    await expect(new Session(db, OPAQUE).scope()).rejects.toMatchObject({ reason: 'serviceUnavailable' });
  });

  test('is looked up on the replica, and nobody can say whether one that is not there exists', async () => {
    expect(await db.opaqueToken(Buffer.alloc(32))).toMatchObject({ id: 7, groups: { kind: 'stored', groupIds: [5] } });
    token = null;
    expect(await db.opaqueToken(Buffer.alloc(32))).toBeUndefined();
  });
});

test('a replica on which no snapshot can begin is rechecked', async () => {
  isLost = true;
  const session = new Session(db, caller({}));
  await expect(session.scope()).rejects.toThrow('away');
  expect([failures, await session.end()]).toEqual([1, undefined]);
});

test('the connection is given back even if it is lost', async () => {
  const session = new Session(db, caller({}));
  await readLeases(session);
  isLost = true;
  expect(await session.end()).toBe(12);
});
