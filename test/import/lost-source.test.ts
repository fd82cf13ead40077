/**
 * A source that is lost ends the import with its reason, and the next import goes on. `npm run test:losses` loses it 50 times at random
 * moments; `SOURCE_SEED` repeats a run.
 */

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { SourceDatabase } from '../../ingest/import/sql/source-database';
import { readSourceAddress } from '../../ingest/import/sql/source-address';
import { type Proxy, proxyTo } from '../db/proxy';
import { createRandom } from '../../ingest/seed/random';
import { amount } from '../support/amount';
import { onServer } from '../support/database';
import { threadsOf } from '../support/server-threads';
import { ForeignSource, stored, writeQueries } from './foreign-source';
import { ImportCase } from './import-case';

const LOSSES = amount('SOURCE_LOSSES', 4, 4);
const SEED = amount('SOURCE_SEED', Date.now() % 1_000_000_000, Date.now() % 1_000_000_000);
const random = createRandom(SEED);
const LEASES = 200;

jest.setTimeout(60_000 + LOSSES * 10_000);

let source: ForeignSource;
let world: ImportCase;
let proxy: Proxy;
beforeAll(async () => {
  source = await ForeignSource.create();
  await source.fill(LEASES);
  world = await ImportCase.create();
  proxy = await proxyTo(source.url);
});
afterAll(async () => {
  await proxy.cut();
  await world.end();
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

const ENDLESS = 'sleep(60) = 0';
const name = () => new URL(source.url).pathname.slice(1);

/** The connections whose statement sleeps, also those whose client is gone; not those that ask for its columns. */
async function sleeping(): Promise<number[]> {
  const threads = await onServer((connection) => threadsOf(connection, name()));
  return threads.filter(({ statement }) => /^select (?:id|concat).* sleep/s.test(statement ?? '')).map(({ id }) => id);
}

async function asleep(): Promise<number> {
  for (;;) for (const thread of await sleeping()) return thread;
}

const kill = (thread: number) => onServer((connection) => connection.query(`kill ${thread}`));

afterEach(async () => {
  while ((await sleeping()).length > 0)
    for (const thread of await sleeping()) await kill(thread).catch(() => undefined);
});

async function expectNextRound(): Promise<void> {
  const report = await round('true', 60);
  expect(report.kinds.tenants).toMatchObject({ read: 200, refused: 0 });
}

it('ends when its connection is killed', async () => {
  const ended = expect(round(ENDLESS, 60)).rejects.toThrow(/^tenants\.sql: the connection to the source ended$/);
  await kill(await asleep());
  await ended;
  await expectNextRound();
});

it('ends when its connection is killed after thousands of rows, and prunes nothing', async () => {
  await expectNextRound();
  const lost = world.importSql(
    proxy.url,
    {
      'tenants.sql': `select concat(a.id, '-', b.id) as identifier, a.portfolio_id as \`group\`
        from persons as a join persons as b where a.id < ${LEASES} or sleep(60) = 0`,
    },
    { prune: true, maxPrune: { percent: 100 } },
  );
  const ended = expect(lost).rejects.toThrow(/^tenants\.sql: the connection to the source ended$/);
  await kill(await asleep());
  await ended;
  expect(await world.identifiers('tenants')).toHaveLength(LEASES);
});

it('ends when its connection is cut', async () => {
  const ended = expect(round(ENDLESS, 60)).rejects.toThrow(/^tenants\.sql: the connection to the source ended$/);
  await asleep();
  await proxy.cut();
  await ended;
  await proxy.restore();
  await expectNextRound();
});

it('ends when the source sends nothing for longer than --source-timeout', async () => {
  const ended = expect(round(ENDLESS, 1)).rejects.toThrow(
    'tenants.sql: the source sent nothing for 1 s (--source-timeout)',
  );
  await asleep();
  proxy.silence();
  await ended;
  await proxy.cut();
  await proxy.restore();
  await expectNextRound();
});

it('a reader that is busy for longer than the limit gets every row', async () => {
  const silenceMs = 1_000;
  const open = await SourceDatabase.open(readSourceAddress({}, proxy.url), silenceMs);
  let rows = 0;
  try {
    for await (const part of open.rows(
      'tenants.sql',
      'select a.id, b.surname, b.mail from persons a join persons b join portfolios',
    )) {
      if (rows === 0) await sleep(3 * silenceMs);
      rows += part.length;
    }
  } finally {
    open.close();
  }
  expect(rows).toBe(200 * 200 * 3);
});

/** Every unit, tenant and lease differs from what is stored, and some are gone. */
const change = (nth: number) =>
  source.run(`update persons set surname = 'S${nth}'; update properties set door = '${nth}';
    update contracts set rent_amount = ${nth} + 0.25; delete from contract_persons where contract_id = ${1 + random.below(LEASES)};
    delete from contract_persons where contract_id = ${LEASES + 1 - nth}; delete from contracts where id = ${LEASES + 1 - nth}`);

it(`after each of ${LOSSES} losses at random moments, the next import stores what the source has, seed ${SEED}`, async () => {
  const queries = join(world.folder, 'queries');
  writeQueries(queries);
  const importing = () =>
    world.importSql(proxy.url, queries, { prune: true, maxPrune: { percent: 100 }, sourceTimeout: 1 });
  const began = Date.now();
  await importing();
  const calmMs = Date.now() - began;
  for (let nth = 1; nth <= LOSSES; nth += 1) {
    await change(nth);
    const ended = importing().then(
      () => 'imported',
      (error: Error) => error.message,
    );
    await sleep(random.below(calmMs));
    if (nth % 2 === 0) proxy.silence();
    else await proxy.cut();
    expect(await ended).toMatch(/^imported$|the connection to the source ended|sent nothing for 1 s|does not answer/);
    await proxy.cut();
    await proxy.restore();
    await importing();
    expect(world.reasons()).toEqual([]);
    expect(await stored(world)).toEqual(await source.expected());
  }
});
