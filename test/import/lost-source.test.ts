/** A source that is lost ends the import with its reason, and the next import goes on. */

import { setTimeout as sleep } from 'node:timers/promises';

import { SourceDatabase } from '../../ingest/import/sql/source-database';
import { readSourceAddress } from '../../ingest/import/import-sql';
import { type Proxy, proxyTo } from '../db/proxy';
import { onServer } from '../support/database';
import { threadsOf } from '../support/server-threads';
import { until } from '../support/until';
import { ForeignSource } from './foreign-source';
import { caseForAllTests, PRUNE_ALL } from './import-case';

const LEASES = 200;

jest.setTimeout(60_000);

const world = caseForAllTests();
let source: ForeignSource;
let proxy: Proxy;
beforeAll(async () => {
  source = await ForeignSource.create();
  await source.fill(LEASES);
  proxy = await proxyTo(source.url);
});
afterAll(async () => {
  await proxy.cut();
  await source.end();
});

/** @param condition of the query that reads the tenants */
const round = (condition: string, sourceTimeout: number) =>
  world.importSql(
    proxy.url,
    {
      'groups.sql': 'select id as identifier from portfolios',
      'tenants.sql': `select id as identifier, portfolio_id as \`group\` from persons where ${condition}`,
    },
    { sourceTimeout },
  );

const ENDED = /^tenants\.sql: the connection to the source ended$/;
const ENDLESS = 'sleep(60) = 0';

/** The connections whose statement sleeps, also those whose client is gone; not those that ask for its columns. */
async function sleeping(): Promise<number[]> {
  const name = new URL(source.url).pathname.slice(1);
  const threads = await onServer((connection) => threadsOf(connection, name));
  return threads.filter(({ statement }) => /^select (?:id|concat).* sleep/s.test(statement ?? '')).map(({ id }) => id);
}

const asleep = () => until(async () => (await sleeping())[0]);

const kill = (thread: number) => onServer((connection) => connection.query(`kill ${thread}`));

afterEach(async () => {
  while ((await sleeping()).length > 0)
    for (const thread of await sleeping()) await kill(thread).catch(() => undefined);
});

it('ends when its connection is killed after thousands of rows, and prunes nothing', async () => {
  await round('true', 60);
  const lost = world.importSql(
    proxy.url,
    {
      'tenants.sql': `select concat(a.id, '-', b.id) as identifier, a.portfolio_id as \`group\`
        from persons as a join persons as b where a.id < ${LEASES} or sleep(60) = 0`,
    },
    PRUNE_ALL,
  );
  const ended = expect(lost).rejects.toThrow(ENDED);
  await kill(await asleep());
  await ended;
  expect(await world.identifiers('tenants')).toHaveLength(LEASES);
});

it('ends when the source sends nothing for longer than --source-timeout', async () => {
  const silent = 'tenants.sql: the source sent nothing for 1 s (--source-timeout)';
  const ended = expect(round(ENDLESS, 1)).rejects.toThrow(silent);
  await asleep();
  proxy.silence();
  await ended;
  await proxy.cut();
  await proxy.restore();
  expect((await round('true', 60)).kinds.tenants).toMatchObject({ read: LEASES, refused: 0 });
});

it('a reader that is busy for longer than the limit gets every row', async () => {
  const silenceMs = 300;
  const open = await SourceDatabase.open(readSourceAddress({}, proxy.url), silenceMs);
  const query = 'select a.id, b.surname, b.mail from persons a join persons b join portfolios';
  let rows = 0;
  try {
    for await (const part of open.rows('tenants.sql', query)) {
      if (rows === 0) await sleep(3 * silenceMs);
      rows += part.length;
    }
  } finally {
    open.close();
  }
  expect(rows).toBe(LEASES * LEASES * 3);
});
