import type { Kysely } from 'kysely';

import { bytes } from '../../src/db/match-keys';
import type { Tables } from '../../src/db/tables';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { insertHousehold } from './household';

/** No two of them are equal. */
const APART = [
  'a',
  'a ',
  ' a',
  'A',
  'á',
  'a\u0301',
  'ａ',
  'a\t',
  'a\0',
  'ß',
  'ss',
  '0',
  '00',
  '0.0',
  '😀',
  '😁',
  'a\\',
  "a'",
];
const DUPLICATE = 1062;

let database: TestDatabase;
let db: Kysely<Tables>;
let groupId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  ({ groupId } = await insertHousehold(db, 'north'));
});

afterAll(() => database.drop());

const KINDS = {
  groups: (identifier: string) => db.insertInto('groups').values({ identifier }),
  units: (identifier: string) => db.insertInto('units').values({ identifier, group_id: groupId }),
  tenants: (identifier: string) => db.insertInto('tenants').values({ identifier, group_id: groupId, active: true }),
  leases: (identifier: string) => db.insertInto('leases').values({ identifier, group_id: groupId }),
};

const errno = (insertion: { execute(): Promise<unknown> }): Promise<unknown> =>
  insertion.execute().then(
    () => undefined,
    (error: unknown) => (error as { errno?: unknown }).errno,
  );

describe.each(['groups', 'units', 'tenants', 'leases'] as const)('decision 10: identifiers of %s', (kind) => {
  test('are compared byte for byte', async () => {
    for (const identifier of APART) await KINDS[kind](identifier).execute();
    for (const identifier of APART) {
      const found = await db
        .selectFrom(kind)
        .select('identifier')
        .where('identifier_key', '=', bytes(identifier))
        .execute();
      expect(found).toEqual([{ identifier }]);
    }
  });

  test('are unique over the whole database', async () => {
    await KINDS[kind]('twice').execute();
    expect(await errno(KINDS[kind]('twice'))).toBe(DUPLICATE);
  });
});

test('decision 10: a group’s external reference is unique, byte for byte', async () => {
  const withRef = (external_ref: string | null, identifier: string) =>
    db.insertInto('groups').values({ identifier, external_ref });
  await withRef('ref', 'g1').execute();
  await withRef('ref ', 'g2').execute();
  await withRef('REF', 'g3').execute();
  await withRef(null, 'g4').execute();
  await withRef(null, 'g5').execute();
  expect(await errno(withRef('ref', 'g6'))).toBe(DUPLICATE);
});

test('decision 10: a tenant’s external reference need not be unique in its group', async () => {
  const twins = ['twin 1', 'twin 2'].map((identifier) => ({
    identifier,
    group_id: groupId,
    external_ref: 'shared',
    active: true,
  }));
  expect(await errno(db.insertInto('tenants').values(twins))).toBeUndefined();
});

test('decision 30: callers are compared byte for byte', async () => {
  for (const subject of APART) await db.insertInto('callers').values({ subject, all_groups: false }).execute();
  expect(await errno(db.insertInto('callers').values({ subject: 'a ', all_groups: false }))).toBe(DUPLICATE);
});
