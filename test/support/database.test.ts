import { createTestDatabase, databaseUrl, onServer, serverKind } from './database';

test('a test database has the newest schema, is separate from every other, and is dropped at the end', async () => {
  const first = await createTestDatabase();
  const second = await createTestDatabase({ charset: 'latin1' });
  await first.db.insertInto('groups').values({ identifier: 'north' }).execute();
  expect(await first.db.selectFrom('groups').select('identifier').execute()).toEqual([{ identifier: 'north' }]);
  expect(await second.db.selectFrom('groups').select('identifier').execute()).toEqual([]);
  expect(first.url).toBe(databaseUrl(new URL(first.url).pathname.slice(1)));

  await first.drop();
  await second.drop();
  const [left] = await onServer((connection) =>
    connection.query('show databases like ?', [new URL(first.url).pathname.slice(1)]),
  );
  expect(left).toEqual([]);
  expect(['mariadb', 'mysql']).toContain(await serverKind());
});
