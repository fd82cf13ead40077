import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';

import { connect } from '../../src/db/connect';
import { readDatabaseAddress } from '../../src/config/settings';

/** Decision 62: an unreachable server gets a few attempts to connect a second, however many callers there are. */

test('decision 62: at most five attempts a second, once the first have failed', async () => {
  let attempts = 0;
  const server = createServer((socket) => {
    attempts += 1;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const address = readDatabaseAddress({ DATABASE_URL: `mysql://root@127.0.0.1:${port}/leasegate` });
  const db = connect(address, { poolSize: 10, connectTimeoutMs: 1_000 });
  const ask = () =>
    sql`select 1`.execute(db).then(
      () => 'answered',
      (error: unknown) => (error as Error).name,
    );

  await Promise.all(Array.from({ length: 50 }, ask));
  await sleep(1_000);
  attempts = 0;
  const outcomes: Promise<string>[] = [];
  const begun = Date.now();
  for (const until = begun + 3_000; Date.now() < until; await sleep(10)) outcomes.push(ask());
  const seconds = (Date.now() - begun) / 1000;
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['ServiceError']));
  expect(attempts).toBeLessThanOrEqual(5 * seconds + 1);
  expect(attempts).toBeGreaterThanOrEqual(2);
  await db.destroy();
  server.close();
});
