import { Database } from '../../src/db/database';
import type { GroupGrant } from '../../src/model/caller';
import { fittingSchema, stubDatabase } from './stub-database';

/** How long the scope of a grant and the schema check are kept, and what happens after an outage. */

let now: number;
let isAway: boolean;
let scopesRead: number;
let looks: number;
let db: Database;

beforeEach(() => {
  [now, isAway, scopesRead, looks] = [0, false, 0, 0];
  const kysely = stubDatabase((statement) => {
    // A schema check without an answer ends with its first statement.
    if (statement.includes(isAway ? 'limit 0' : 'order by')) looks += 1;
    if (isAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    const schema = fittingSchema(statement);
    if (schema !== undefined) return schema;
    scopesRead += 1;
    return statement.includes('callers') ? [{ all_groups: 0, group_id: scopesRead }] : [{ id: scopesRead }];
  });
  db = new Database(kysely, () => now, { scopesForMs: 30_000 });
});

test.each<GroupGrant>([
  { kind: 'listed', identifiers: ['north'] },
  { kind: 'memberships', subject: 'ann' },
])('a caller is served directly after each outage, and its scope is kept again: %j', async (grant) => {
  const groups = async () => (await db.scopeOf(grant)).listed;
  for (const outage of [1, 2]) {
    isAway = true;
    await expect(groups()).rejects.toThrow('away');
    await expect(groups()).rejects.toThrow('away');
    isAway = false;
    expect([await groups(), await groups()]).toEqual([[outage], [outage]]);
    now += 29_999;
    expect([await groups(), scopesRead]).toEqual([[outage], outage]);
    now += 1;
  }
});

test('the schema check is repeated in the background: a failure fails no request, and the next request repeats it', async () => {
  const rejected = jest.fn();
  process.on('unhandledRejection', rejected);
  const askAndCheck = async () => {
    await db.assertSchemaFits();
    await new Promise(setImmediate);
    return looks;
  };
  await db.assertSchemaFits();
  [now, isAway] = [60_000, true];
  expect([await askAndCheck(), await askAndCheck()]).toEqual([2, 3]);
  isAway = false;
  expect([await askAndCheck(), await askAndCheck(), await askAndCheck()]).toEqual([4, 4, 4]);
  process.removeListener('unhandledRejection', rejected);
  expect(rejected.mock.calls).toEqual([]);
});
