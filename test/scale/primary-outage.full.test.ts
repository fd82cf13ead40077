/** Lookups while the primary of two replicas is away (decision 79). */

import { addMember, removeMember } from '../../src/db/access/members';
import { revokeOpaqueToken } from '../../src/db/access/opaque-tokens';
import type { ReplicaState } from '../../src/db/replicas/replica';
import { leasegate, serve, type Serving } from '../cli/leasegate';
import { json, LEASES, send, TENANTS } from '../http/client';
import { scrape } from '../http/scraped';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { giveToken } from '../support/opaque-tokens';
import { insertGroup, insertTenantsWithLeases } from '../support/records';
import { servingUrl } from '../support/serving-account';
import { signToken, TEST_SECRET } from '../support/tokens';
import { type Load, startLoad } from './load';
import { type Replication, startReplication } from './replication';
import { bothTransports, createTown, type Town } from './town';
import { until } from './until';
import { identifiersOf, lastIdOf, startWalks } from './walks';

jest.setTimeout(180_000);

const AGE = 'x-stale-seconds';
const TENANTS_OF_HILL = 250;
const HILL = Array.from({ length: TENANTS_OF_HILL }, (_, at) => `hill-${at + 1}`);

let cluster: Replication;
let town: Town;
const gateways: TestGateway[] = [];
let serving: Serving | undefined;
let loads: Load[] = [];

beforeAll(async () => {
  cluster = await startReplication(2);
  town = await createTown(cluster.primary);
  await insertTenantsWithLeases(town.db, await insertGroup(town.db, 'hill'), 'hill', TENANTS_OF_HILL);
  await cluster.caughtUp();
});
afterEach(async () => {
  await Promise.all(loads.map((load) => load.stop()));
  loads = [];
  await Promise.all(gateways.splice(0).map((gateway) => gateway.close()));
  await serving?.end();
  serving = undefined;
  // A test that failed may have left it down.
  await cluster.primary.query('select 1').catch(() => cluster.primary.start());
  for (const replica of cluster.replicas) await replica.query('start replica');
  await cluster.caughtUp();
});
afterAll(async () => {
  await town?.db.destroy();
  await cluster?.remove();
});

const env = (further: Record<string, string> = {}) => ({
  DATABASE_REPLICA_URLS: cluster.replicas.map((node) => servingUrl(node.urlOf(town.name))).join(),
  DATABASE_REPLICA_MAX_LAG_SECONDS: '2',
  STATEMENT_TIMEOUT_MS: '20000',
  ...further,
});

/** @param replicas how many are read before this returns */
async function start(further: Record<string, string> = {}, replicas = 2): Promise<TestGateway> {
  const states = new Map<number, ReplicaState>();
  const gateway = await startTestGateway({
    databaseUrl: cluster.primary.urlOf(town.name),
    sealed: replicas > 0,
    env: env(further),
    onReplica: (state) => states.set(state.replica, state),
  });
  gateways.push(gateway);
  await until(
    () => [...states.values()].filter(({ healthy }) => healthy).length >= replicas,
    `${replicas} replicas are read`,
  );
  return gateway;
}

const tenantsAfter = (url: string, token: string, after = 1) =>
  send(url + TENANTS, { token, body: { 'after-id': after } });

/** The tenants of a first page over REST and over GraphQL, or what is answered instead. */
async function seenBy(url: string, token: string): Promise<unknown[]> {
  const rest = await tenantsAfter(url, token);
  const body = { query: '{ tenantsByLease { nodes { identifier } } }' };
  const graphql = await send(`${url}/graphql`, { token, body });
  type Nodes = { data?: { tenantsByLease: { nodes: { identifier: string }[] } } };
  const { data } = json(graphql) as Nodes;
  return [
    rest.status === 200 ? identifiersOf(rest) : rest.status,
    data?.tenantsByLease.nodes.map(({ identifier }) => identifier) ?? graphql.status,
  ];
}

test('the primary is killed under load: no answer is wrong, and pages continue without a gap or a repeat', async () => {
  const { url, adminUrl } = await start({ MAX_REQUESTS_IN_FLIGHT: '1000', DATABASE_CONNECT_TIMEOUT_MS: '5000' });
  await addMember(town.db, 'resident', ['acme']);
  await addMember(town.db, 'walker', ['hill']);
  const opaque = await giveToken(town.db, { subject: 'holder', groups: ['acme'] });
  const tokens = [await signToken({ groups: ['acme'] }), await signToken({ subject: 'resident' }), opaque.token];
  const stale = { answers: 0 };
  const next = bothTransports();
  const counted = () => {
    const question = next();
    return {
      ...question,
      isRight(body: unknown, headers: Record<string, unknown>) {
        const isRight = question.isRight(body, headers as never);
        if (isRight && headers[AGE] !== undefined) stale.answers += 1;
        return isRight;
      },
    };
  };
  const walking = startWalks(url, await signToken({ subject: 'walker' }));
  loads = tokens.map((token) => startLoad(url, token, 3, counted));
  const answered = () => loads.reduce((sum, { tally }) => sum + tally.right, 0);
  await until(() => answered() > 300 && walking.walks.length > 1, 'the load is answered');
  const hill = await signToken({ groups: ['hill'] });
  const first = await tenantsAfter(url, hill);

  /** Nothing is known of its caller, so it is answered only once the primary or a replica may be asked for it. */
  const unknownCaller = async () =>
    tenantsAfter(url, await signToken({ groups: ['hill'], claims: { n: Math.random() } }));
  await cluster.primary.kill();
  const killed = performance.now();
  await until(async () => (await unknownCaller()).status === 200, 'an unknown caller is answered');
  const firstAnswer = performance.now() - killed;
  const second = await tenantsAfter(url, hill, lastIdOf(first));
  expect([second.status, Number(second.headers.get(AGE))]).toEqual([200, expect.any(Number)]);
  expect(second.headers.get(AGE)).not.toBeNull();
  const readiness = json(await send(`${adminUrl}/readyz`, { method: 'GET' }));
  expect(readiness).toEqual({
    status: 'ok',
    problems: [],
    outage: { replica: expect.any(Number), staleSeconds: expect.any(Number) },
  });
  expect((await scrape(adminUrl)).text).toMatch(/^leasegate_database_stale_seconds [1-9]/m);
  const { replica } = (readiness as { outage: { replica: number } }).outage;
  const unread = cluster.replicas[2 - replica]!;
  const [before, selects] = [answered(), await unread.selects()];
  const walksBefore = walking.walks.length;
  await until(() => answered() > before + 500 && walking.walks.length > walksBefore + 2, 'lookups go on');
  // One replica answers everything, with several statements each. The other one is only checked.
  expect((await unread.selects()) - selects).toBeLessThan(500);

  await cluster.primary.start();
  const started = performance.now();
  await until(async () => !(await unknownCaller()).headers.has(AGE), 'the primary is read again');
  const untilReturn = performance.now() - started;
  await insertTenantsWithLeases(town.db, await insertGroup(town.db, 'later'), 'later', 1);
  const third = await tenantsAfter(url, hill, lastIdOf(second));
  expect(third.headers.has(AGE)).toBe(false);
  expect([first, second, third].flatMap(identifiersOf)).toEqual(HILL);
  const atReturn = answered();
  await until(() => answered() > atReturn + 300, 'lookups go on');

  const tallies = await Promise.all(loads.map((load) => load.stop()));
  await walking.stop();
  const refused = tallies.map((tally) => tally.refused[503] ?? 0).reduce((sum, one) => sum + one);
  console.log(
    `${answered()} right, ${stale.answers} of them stale, ${refused} refused; ${walking.walks.length} walks; ` +
      `${(firstAnswer / 1000).toFixed(1)} s to the first answer, ${(untilReturn / 1000).toFixed(1)} s to the return`,
  );
  for (const { wrong, lost, refused: statuses } of tallies) {
    expect({ wrong, lost }).toEqual({ wrong: [], lost: {} });
    expect(Object.keys(statuses).filter((status) => status !== '503')).toEqual([]);
  }
  for (const walk of walking.walks) expect(walk).toEqual(HILL);
});

test('a request sees one point in time: its groups are never older or newer than its records', async () => {
  const attic = await insertGroup(town.db, 'attic');
  await insertTenantsWithLeases(town.db, attic, 'attic', 2);
  for (const subject of ['stays', 'leaves']) await addMember(town.db, subject, ['attic']);
  const [kept, revoked] = [
    await giveToken(town.db, { groups: ['attic'] }),
    await giveToken(town.db, { groups: ['attic'] }),
  ];
  const { url, adminUrl } = await start();
  const { url: other } = await start();
  const { url: limited, adminUrl: limitedAdmin } = await start({ DATABASE_REPLICA_STALE_SECONDS: '6' });
  const { url: without } = await start({ DATABASE_REPLICA_STALE_SECONDS: '0' });
  const [stays, leaves, joins] = await Promise.all(
    ['stays', 'leaves', 'joins'].map((subject) => signToken({ subject })),
  );
  const claims = await signToken({ groups: ['attic'] });
  const all = ['attic-1', 'attic-2'];
  for (const token of [stays!, leaves!, kept.token, revoked.token, claims]) {
    expect(await seenBy(url, token)).toEqual([all, all]);
  }

  // The second replica is the more advanced one: the first applies nothing more.
  await cluster.replicas[0]!.query('stop replica sql_thread');
  await removeMember(town.db, 'leaves', ['attic']);
  await revokeOpaqueToken(town.db, revoked.id, new Date());
  await until(
    async () =>
      (
        await cluster.replicas[1]!.query(`select count(*) as n from ${town.name}.opaque_tokens where revoked_at > 0`)
      )[0]!.n === 1,
    'the second replica has the revocation',
  );
  await cluster.replicas[1]!.query('stop replica io_thread');
  // What no replica has received: a record leaves before a caller and a token come.
  await town.db.deleteFrom('leases').where('identifier', '=', 'attic-1').execute();
  await town.db.deleteFrom('tenants').where('identifier', '=', 'attic-1').execute();
  await addMember(town.db, 'joins', ['attic']);
  const late = await giveToken(town.db, { groups: ['attic'] });
  for (const token of [joins!, late.token]) {
    await until(async () => (await tenantsAfter(url, token)).status === 200, 'the gateway knows the new caller');
    expect(await seenBy(url, token)).toEqual([['attic-2'], ['attic-2']]);
  }

  await cluster.primary.kill();
  const isStale = async (at: string) => (await tenantsAfter(at, stays!)).headers.has(AGE);
  await until(async () => (await isStale(url)) && (await isStale(other)), 'a replica is read');
  expect(json(await send(`${adminUrl}/readyz`, { method: 'GET' }))).toMatchObject({ outage: { replica: 2 } });
  for (const token of [stays!, kept.token, claims]) expect(await seenBy(url, token)).toEqual([all, all]);
  expect(await seenBy(url, leaves!)).toEqual([404, []]);
  expect(await seenBy(url, joins!)).toEqual([404, []]);
  expect(await seenBy(url, revoked.token)).toEqual([401, 401]);
  expect(await seenBy(url, late.token)).toEqual([503, 503]);
  // The same holds on a gateway that has seen none of them before.
  expect(await seenBy(other, revoked.token)).toEqual([401, 401]);
  expect(await seenBy(other, late.token)).toEqual([503, 503]);
  expect(await seenBy(other, kept.token)).toEqual([all, all]);

  const command = await leasegate(['check'], {
    DATABASE_URL: servingUrl(cluster.primary.urlOf(town.name)),
    AUTH_JWT_SECRET: TEST_SECRET,
    ...env(),
  });
  expect([command.status, command.stdout]).toEqual([1, expect.stringContaining('replica 1: ok\nreplica 2: ok\n')]);

  // A gateway that starts now does not know how old the replicas are.
  const { url: started } = await start({}, 0);
  expect(await seenBy(started, stays!)).toEqual([503, 503]);
  expect(await seenBy(without, stays!)).toEqual([503, 503]);
  await until(async () => (await tenantsAfter(limited, stays!)).status === 503, 'the data is too old');
  expect((await send(`${limitedAdmin}/readyz`, { method: 'GET' })).status).toBe(503);
  expect(await seenBy(url, stays!)).toEqual([all, all]);

  await cluster.primary.start();
  await until(async () => !(await isStale(url)), 'the primary is read again');
  for (const token of [stays!, joins!, kept.token, late.token]) {
    await until(async () => (await tenantsAfter(url, token)).status === 200, 'the caller is answered');
    expect(await seenBy(url, token)).toEqual([['attic-2'], ['attic-2']]);
  }
});

test('every worker answers', async () => {
  serving = await serve({
    DATABASE_URL: servingUrl(cluster.primary.urlOf(town.name)),
    AUTH_JWT_SECRET: TEST_SECRET,
    WORKERS: '2',
    PORT: '0',
    ADMIN_PORT: '0',
    ...env(),
  });
  const { url } = serving;
  const token = await signToken({ groups: ['acme'] });
  const ask = () => send(url + LEASES, { token, body: { identifier: 'acme-1' }, headers: { Connection: 'close' } });
  const all = async (isStale: boolean) => {
    const answers = await Promise.all(Array.from({ length: 30 }, ask));
    return answers.every(({ status, headers }) => status === 200 && headers.has(AGE) === isStale);
  };
  const inUse = () => serving!.stdout().split('"replica in use"').length - 1;
  await until(() => inUse() >= 4, 'both workers read both replicas');
  await cluster.primary.kill();
  await until(() => all(true), 'every answer is from a replica');
  expect(await all(true)).toBe(true);
  await cluster.primary.start();
  await until(() => all(false), 'every answer is from the primary');
  for (const message of ['primary not in use, lookups are answered from a replica', 'primary in use']) {
    const lines = serving
      .stdout()
      .split('\n')
      .filter((line) => line.endsWith(`"msg":"${message}"}`));
    expect(new Set(lines.map((line) => (JSON.parse(line) as { pid: number }).pid)).size).toBe(2);
  }
});
