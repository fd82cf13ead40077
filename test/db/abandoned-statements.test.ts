import { sql } from 'kysely';

import { connect } from '../../src/db/connect';
import { readDatabaseAddress } from '../../src/config/settings';
import { databaseForAllTests, serverKind } from '../support/database';
import { servingUrl } from '../support/serving-account';
import { gatewayThreads } from './gateway-threads';
import { until } from '../support/until';

/** Decision 62: abandoned statements are ended on the server. */

const database = databaseForAllTests();

/** Far less than the statements last, and far more than the half second that is promised, for a busy machine. */
const LIMIT_MS = 15_000;

/** Ignores the time limit of the server. */
const endless = async () =>
  (await serverKind()) === 'mariadb' ? 'set statement max_statement_time = 0 for select sleep(30)' : 'do sleep(30)';

test('decision 62: an abandoned statement is gone from the server within half a second, and the pool has room again', async () => {
  let killed = 0;
  const observer = { statementKilled: () => (killed += 1) };
  const address = readDatabaseAddress({ DATABASE_URL: servingUrl(database.url) });
  const db = connect(address, { poolSize: 3, connectTimeoutMs: 10_000, statementTimeoutMs: 700, observer });
  const statement = await endless();
  const asked = Array.from({ length: 3 }, () =>
    sql
      .raw(statement)
      .execute(db)
      .catch((error: unknown) => error),
  );
  const outcomes = await Promise.all(asked);
  for (const outcome of outcomes) expect(outcome).toMatchObject({ name: 'ServiceError', reason: 'timeout' });

  const told = Date.now();
  const running = async () =>
    (await gatewayThreads(database.url)).filter(({ statement: text }) => text?.includes('sleep'));
  await until(async () => (await running()).length === 0);
  expect(Date.now() - told).toBeLessThan(LIMIT_MS);
  const { rows } = await sql<{ n: number }>`select 1 as n`.execute(db);
  expect(rows).toEqual([{ n: 1 }]);
  await until(() => killed >= 3);
  await db.destroy();
});
