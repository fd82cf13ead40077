import { Database, type DatabaseOptions } from '../../src/db/database';
import type { GroupScope } from '../../src/db/visibility';
import type { GroupGrant } from '../../src/model/caller';
import { fittingSchema, stubDatabase } from './stub-database';

/** How long the scope of a grant and the schema check are kept, and what happens after an outage. */

const LISTED: GroupGrant = { kind: 'listed', identifiers: ['north'] };
const MEMBER: GroupGrant = { kind: 'memberships', subject: 'ann' };

let now: number;
let isAway: boolean;
/** Milliseconds until an answer. */
let answersAfter: number;
let scopesRead: number;
let looks: number;
let isMigrated: boolean;

beforeEach(() => {
  [now, isAway, answersAfter, scopesRead, looks, isMigrated] = [0, false, 0, 0, 0, true];
});

function open(options: DatabaseOptions = { scopesForMs: 30_000 }): Database {
  const kysely = stubDatabase((statement) => {
    // A schema check without an answer ends with its first statement.
    if (statement.includes(isAway ? 'limit 0' : 'order by')) looks += 1;
    if (isAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    if (!isMigrated && statement.includes('kysely_migration')) return [];
    now += answersAfter;
    const schema = fittingSchema(statement);
    if (schema !== undefined) return schema;
    scopesRead += 1;
    return statement.includes('callers') ? [{ all_groups: 0, group_id: scopesRead }] : [{ id: scopesRead }];
  });
  return new Database(kysely, () => now, options);
}

const groups = (scope: Promise<GroupScope>) => scope.then(({ listed }) => listed);

describe.each([
  ['listed groups', LISTED],
  ['memberships', MEMBER],
])('a caller with %s', (_kind, grant) => {
  test('is served directly after each outage, and its scope is kept again', async () => {
    const db = open();
    for (const outage of [1, 2]) {
      isAway = true;
      await expect(db.scopeOf(grant)).rejects.toThrow('away');
      await expect(db.scopeOf(grant)).rejects.toThrow('away');
      isAway = false;
      expect([await groups(db.scopeOf(grant)), await groups(db.scopeOf(grant))]).toEqual([[outage], [outage]]);
      now += 29_999;
      expect([await groups(db.scopeOf(grant)), scopesRead]).toEqual([[outage], outage]);
      now += 1;
    }
  });
});

describe('the schema check', () => {
  /** Lets background work finish. It waits for nothing outside of this process. */
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  test('is repeated in the background: a failure fails no request, and the next request repeats it', async () => {
    const rejected = jest.fn();
    process.on('unhandledRejection', rejected);
    const db = open();
    await db.assertSchemaFits();
    [now, isAway] = [60_000, true];
    for (const time of [2, 3]) {
      await db.assertSchemaFits();
      await settled();
      expect(looks).toBe(time);
    }
    isAway = false;
    for (let time = 0; time < 3; time += 1) {
      await db.assertSchemaFits();
      await settled();
    }
    process.removeListener('unhandledRejection', rejected);
    expect([looks, rejected.mock.calls]).toEqual([4, []]);
  });
});
