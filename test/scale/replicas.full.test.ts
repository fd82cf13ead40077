/** Lookups on a primary with two replicas, by the server's own replication (decision 69). */

import { addMember } from '../../src/db/access/members';
import type { ReplicaState } from '../../src/db/replicas/replica';
import { leasegate } from '../cli/leasegate';
import { json, LEASES, send, TENANTS } from '../http/client';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { insertGroup, insertTenantsWithLeases } from '../support/records';
import { servingUrl } from '../support/serving-account';
import { signToken, TEST_SECRET } from '../support/tokens';
import type { DatabaseNode } from './database-node';
import { type Load, startLoad } from './load';
import { type Replication, startReplication } from './replication';
import { createTown, tenantsOfAcme, type Town, TENANTS_OF_ACME } from './town';
import { until } from './until';

jest.setTimeout(180_000);

let cluster: Replication;
let town: Town;
let gateway: TestGateway | undefined;
let load: Load | undefined;
/** The newest of each replica. */
let states: Map<number, ReplicaState>;

beforeAll(async () => {
  cluster = await startReplication(2);
  town = await createTown(cluster.primary);
  await cluster.caughtUp();
});
afterEach(async () => {
  await load?.stop();
  load = undefined;
  await gateway?.close();
  gateway = undefined;
});
afterAll(async () => {
  await town?.db.destroy();
  await cluster?.remove();
});

const urlOn = (node: DatabaseNode) => servingUrl(node.urlOf(town.name));
const nodes = () => [cluster.primary, ...cluster.replicas];
const everywhere = () => Promise.all(nodes().map((node) => node.selects()));
const replicasRead = () => [1, 2].filter((replica) => states.get(replica)?.healthy);

/** A gateway on the primary and both replicas, once it reads them. */
async function start(env: Record<string, string> = {}): Promise<TestGateway> {
  states = new Map();
  gateway = await startTestGateway({
    databaseUrl: cluster.primary.urlOf(town.name),
    env: { DATABASE_REPLICA_URLS: cluster.replicas.map(urlOn).join(), STATEMENT_TIMEOUT_MS: '3000', ...env },
    onReplica: (state) => states.set(state.replica, state),
  });
  await until(() => replicasRead().length === 2, 'both replicas are read');
  return gateway;
}

/** A caller for whom the replicas are read: what it may see is known for longer than they are behind. */
async function knownCaller({ url }: TestGateway, groups: unknown = ['acme']): Promise<string> {
  const token = await signToken({ groups });
  const ask = () => send(url + TENANTS, { token, body: {} });
  const before = await cluster.primary.selects();
  let onPrimary = before;
  await until(async () => {
    await ask();
    const now = await cluster.primary.selects();
    const read = now - onPrimary;
    onPrimary = now;
    return read === 0;
  }, 'the caller’s lookups leave the primary alone');
  return token;
}

/** All tenants that a caller is shown, page by page. */
async function walk(url: string, token: string): Promise<string[]> {
  const seen: string[] = [];
  for (let after = 1; after !== -1;) {
    const answer = await send(url + TENANTS, { token, body: { 'after-id': after } });
    if (answer.status !== 200) return [...seen, answer.text];
    const { tenants, last_id } = json(answer) as { tenants: { identifier: string }[]; last_id: number };
    seen.push(...tenants.map(({ identifier }) => identifier));
    after = last_id;
  }
  return seen;
}

const answered = async ({ tally }: Load, more: number) => {
  const { right } = tally;
  await until(() => tally.right >= right + more, `${more} more answers came`);
};

const identifiers = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}-${at + 1}`);

test('`leasegate check` has a line for each replica', async () => {
  const [replica] = cluster.replicas;
  const other = new URL(urlOn(replica!));
  other.pathname = `${town.name}_other`;
  const { status, stdout } = await leasegate(['check'], {
    DATABASE_URL: urlOn(cluster.primary),
    DATABASE_REPLICA_URLS: [urlOn(replica!), other.href].join(),
    AUTH_JWT_SECRET: TEST_SECRET,
  });
  expect(status).toBe(1);
  const [first, second] = stdout.split('\n').filter((line) => line.startsWith('replica'));
  expect(first).toBe('replica 1: ok');
  expect(second).toContain(`replica 2: at ${other.host} refuses this account the database (it reported: Access denied`);
});

test('lookups are spread over the replicas, and continuations are read on the primary', async () => {
  const { url } = await start();
  const token = await knownCaller(gateway!);
  const question = tenantsOfAcme();
  const [primary, first, second] = await everywhere();
  for (let n = 0; n < 200; n += 1)
    expect((await send(url + LEASES, { token, body: question().body })).status).toBe(200);
  const [primaryAfter, firstAfter, secondAfter] = await everywhere();
  // A lookup has one statement here. Checks are not counted.
  expect(firstAfter! - first!).toBeGreaterThanOrEqual(80);
  expect(secondAfter! - second!).toBeGreaterThanOrEqual(80);
  expect(primaryAfter! - primary!).toBeLessThan(60);

  const before = await cluster.primary.selects();
  for (let n = 0; n < 40; n += 1) await send(url + TENANTS, { token, body: { 'after-id': 100 } });
  expect((await cluster.primary.selects()) - before).toBeGreaterThanOrEqual(40);
});

describe('a replica that has stopped applying', () => {
  const [stopped, started] = ['stop replica sql_thread', 'start replica sql_thread'];
  afterEach(async () => {
    for (const replica of cluster.replicas) await replica.query(started);
    await cluster.caughtUp();
  });

  test('is not read once it is too far behind, and read again when it has caught up', async () => {
    const { url } = await start({ DATABASE_REPLICA_MAX_LAG_SECONDS: '2' });
    const token = await knownCaller(gateway!);
    await cluster.replicas[1]!.query(stopped);
    await insertGroup(town.db, 'late');
    await until(() => replicasRead().join() === '1', 'the second replica is not read');
    expect(states.get(2)).toMatchObject({ problem: 'is too far behind the primary' });
    expect(states.get(2)!.lagSeconds).toBeGreaterThan(2);
    const before = await cluster.replicas[1]!.selects();
    for (let n = 0; n < 20; n += 1) await send(url + LEASES, { token, body: { identifier: 'acme-1' } });
    expect((await cluster.replicas[1]!.selects()) - before).toBeLessThan(20);

    await cluster.replicas[1]!.query(started);
    await until(() => replicasRead().length === 2, 'it is read again');
  });

  test('never makes pages skip records, whichever servers they are read from', async () => {
    const { url } = await start({ DATABASE_REPLICA_MAX_LAG_SECONDS: '300' });
    const token = await knownCaller(gateway!);
    await cluster.replicas[1]!.query(stopped);
    await insertTenantsWithLeases(town.db, town.acme, 'more', 150);
    await until(
      async () =>
        (
          await cluster.replicas[0]!.query(
            `select count(*) as n from ${town.name}.tenants where identifier like 'more-%'`,
          )
        )[0]!.n === 150,
      'the first replica has the new tenants',
    );
    const before = await cluster.replicas[1]!.selects();
    const all = [...identifiers('acme', TENANTS_OF_ACME), ...identifiers('more', 150)];
    for (let n = 0; n < 20; n += 1) expect(await walk(url, token)).toEqual(all);
    // Else nothing was shown: pages were read where half of the tenants are missing.
    expect((await cluster.replicas[1]!.selects()) - before).toBeGreaterThanOrEqual(10);
    await town.db.deleteFrom('leases').where('identifier', 'like', 'more-%').execute();
    await town.db.deleteFrom('tenants').where('identifier', 'like', 'more-%').execute();
  });

  test('never shows a new member of a group records that had left the group before', async () => {
    const group = await insertGroup(town.db, 'attic');
    await insertTenantsWithLeases(town.db, group, 'attic', 2);
    await cluster.caughtUp();
    const { url } = await start({ DATABASE_REPLICA_MAX_LAG_SECONDS: '300' });
    const known = await knownCaller(gateway!, ['attic']);
    for (const replica of cluster.replicas) await replica.query(stopped);
    await town.db.deleteFrom('leases').where('identifier', '=', 'attic-1').execute();
    await town.db.deleteFrom('tenants').where('identifier', '=', 'attic-1').execute();
    await addMember(town.db, 'newcomer', ['attic']);

    const newcomer = await signToken({ subject: 'newcomer' });
    for (let n = 0; n < 30; n += 1) {
      expect(await walk(url, newcomer)).toEqual(['attic-2']);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    // Whoever was in the group before may still be shown it for as long as a replica may be behind.
    expect(await walk(url, known)).toEqual(['attic-1', 'attic-2']);
  });
});

/** Enough for every client to get a concurrency slot, on a busy machine too. */
const FOR_ALL = { MAX_REQUESTS_IN_FLIGHT: '1000', DATABASE_CONNECT_TIMEOUT_MS: '10000' };

test('replicas that are killed under load fail no request, and are read again when they are back', async () => {
  const { url } = await start(FOR_ALL);
  const token = await knownCaller(gateway!);
  load = startLoad(url, token, 40, tenantsOfAcme());
  await answered(load, 300);
  for (const replica of cluster.replicas) {
    await replica.kill();
    await answered(load, 300);
  }
  expect(replicasRead()).toEqual([]);
  for (const replica of cluster.replicas) await replica.start();
  await until(() => replicasRead().length === 2, 'both replicas are read again');
  const before = await cluster.replicas[0]!.selects();
  await answered(load, 300);
  expect(await cluster.replicas[0]!.selects()).toBeGreaterThan(before + 50);
  const { right, ...others } = await load.stop();
  expect(right).toBeGreaterThan(1000);
  expect(others).toEqual({ refused: {}, wrong: [], lost: {}, slowestMs: expect.any(Number) });
});

test('a replica that is frozen under load fails no request', async () => {
  const { url } = await start(FOR_ALL);
  const token = await knownCaller(gateway!);
  load = startLoad(url, token, 40, tenantsOfAcme());
  const [frozen] = cluster.replicas;
  frozen!.signal('SIGSTOP');
  try {
    await until(() => !states.get(1)!.healthy, 'the frozen replica is found out');
    await answered(load, 300);
  } finally {
    frozen!.signal('SIGCONT');
  }
  await until(() => replicasRead().length === 2, 'it is read again');
  const { right, ...others } = await load.stop();
  expect(right).toBeGreaterThan(300);
  expect(others).toEqual({ refused: {}, wrong: [], lost: {}, slowestMs: expect.any(Number) });
});

test('with DATABASE_REPLICA_STALE_SECONDS=0 and without the primary no answer is wrong, soon there are none, and all requests are answered once it is back', async () => {
  const { url, adminUrl } = await start({ DATABASE_REPLICA_MAX_LAG_SECONDS: '2', DATABASE_REPLICA_STALE_SECONDS: '0' });
  const token = await knownCaller(gateway!);
  load = startLoad(url, token, 4, tenantsOfAcme());
  const status = async () => (await send(url + LEASES, { token, body: { identifier: 'acme-1' } })).status;
  await cluster.primary.kill();
  await until(() => replicasRead().length === 0, 'no replica is read');
  expect(await status()).toBe(503);
  expect((await send(`${adminUrl}/readyz`, { method: 'GET' })).status).toBe(503);
  await cluster.primary.start();
  await until(async () => (await status()) === 200, 'lookups are answered');
  await until(() => replicasRead().length === 2, 'both replicas are read');
  const { wrong, refused, lost } = await load.stop();
  expect({ wrong, lost, refused: Object.keys(refused) }).toEqual({ wrong: [], lost: {}, refused: ['503'] });
});
