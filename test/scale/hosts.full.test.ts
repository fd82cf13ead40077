/** Lookups on a primary and a replica, both named in `DATABASE_URL`, by the server's own replication (decision 47). */

import { type Connection, createConnection } from 'mysql2/promise';

import type { HostState } from '../../src/observer';
import { leasegate } from '../cli/leasegate';
import { json, LEASES, send, TENANTS } from '../http/client';
import { scrape } from '../http/scraped';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { giveToken } from '../support/opaque-tokens';
import { insertGroup } from '../support/records';
import { servingUrl, servingUser } from '../support/serving-account';
import { signToken, TEST_SECRET } from '../support/tokens';
import { type Load, startLoad } from './load';
import { type Replication, startReplication } from './replication';
import { bothTransports, createTown, type Town } from './town';
import { until } from '../support/until';

jest.setTimeout(180_000);

/** The promise: this long after the host in use was lost, every request is answered. */
const TAKEN_OVER_MS = 2_000;

let cluster: Replication;
let town: Town;
let gateway: TestGateway | undefined;
let load: Load | undefined;
let later: Load | undefined;
let states: Map<number, HostState>;

beforeAll(async () => {
  cluster = await startReplication();
  town = await createTown(cluster.primary);
  await cluster.caughtUp();
});
afterEach(async () => {
  await Promise.all([load?.stop(), later?.stop()]);
  [load, later] = [undefined, undefined];
  await gateway?.close();
  gateway = undefined;
  // A test that failed may have left it frozen or down.
  try {
    cluster.primary.signal('SIGCONT');
  } catch {
    // It does not run.
  }
  await cluster.primary.query('select 1').catch(() => cluster.primary.start());
  await replica().query('start replica');
  await cluster.caughtUp();
});
afterAll(async () => {
  await town?.db.destroy();
  await cluster?.remove();
});

const replica = () => cluster.replica;

function bothHosts(): string {
  const url = servingUrl(cluster.primary.urlOf(town.name));
  return url.replace(`:${cluster.primary.port}/`, `:${cluster.primary.port},127.0.0.1:${replica().port}/`);
}

/** A gateway on both hosts, once both are healthy. */
async function start(env: Record<string, string> = {}): Promise<TestGateway> {
  states = new Map();
  gateway = await startTestGateway({
    databaseUrl: cluster.primary.urlOf(town.name),
    env: { DATABASE_URL: bothHosts(), STATEMENT_TIMEOUT_MS: '2000', MAX_REQUESTS_IN_FLIGHT: '1000', ...env },
    observer: { hostChecked: (state) => states.set(state.host, state) },
  });
  await until(() => [1, 2].every((host) => states.get(host)?.problem === null), 'both hosts are healthy');
  return gateway;
}

const inUse = () => [...states.values()].find(({ isInUse }) => isInUse)?.host;
const ready = async ({ adminUrl }: TestGateway) => json(await send(`${adminUrl}/readyz`, { method: 'GET' }));

async function answered({ tally }: Load, more: number): Promise<void> {
  const { right } = tally;
  await until(() => tally.right >= right + more, `${more} more answers came`);
}

/** The answers of a load that begins once the second host must have taken over. */
async function afterTakingOver(url: string, token: string): Promise<Load> {
  await new Promise((resolve) => setTimeout(resolve, TAKEN_OVER_MS));
  const later = startLoad(url, token, 20, bothTransports());
  await answered(later, 500);
  return later;
}

test('`leasegate check` has a line for each further host', async () => {
  const { status, stdout } = await leasegate(['check'], { DATABASE_URL: bothHosts(), AUTH_JWT_SECRET: TEST_SECRET });
  expect([status, stdout]).toEqual([0, expect.stringContaining('host 2: ok\n')]);
});

test('a request reads everything from the first host', async () => {
  const { url } = await start();
  const token = await signToken({ groups: ['acme'] });
  await until(async () => {
    const before = await replica().selects();
    for (let n = 0; n < 5; n += 1)
      expect((await send(url + LEASES, { token, body: { identifier: 'acme-1' } })).status).toBe(200);
    return (await replica().selects()) === before;
  }, 'the replica is only checked');
});

test.each([
  ['killed', () => cluster.primary.kill(), () => cluster.primary.start()],
  ['frozen', async () => cluster.primary.signal('SIGSTOP'), async () => cluster.primary.signal('SIGCONT')],
] as const)(
  'when the first host is %s under load, the second one answers everything, and the first one again later',
  async (_how, lose, restore) => {
    const { url, adminUrl } = await start();
    const [token, opaque] = [await signToken({ groups: ['acme'] }), await giveToken(town.db, { groups: ['acme'] })];
    await cluster.caughtUp();
    load = startLoad(url, token, 20, bothTransports());
    await answered(load, 300);
    await lose();
    later = await afterTakingOver(url, token);
    expect(inUse()).toBe(2);
    expect(await ready(gateway!)).toEqual({
      status: 'ok',
      problems: [],
      databaseHost: 2,
      hostProblems: [expect.any(String)],
    });
    expect((await scrape(adminUrl)).sum('leasegate_database_host_in_use', { host: '2' })).toBe(1);
    expect((await send(url + TENANTS, { token: opaque.token, body: {} })).status).toBe(200);
    await restore();
    await until(() => inUse() === 1, 'the first host is read again');
    await answered(later, 300);
    const { right, slowestMs, ...others } = await later.stop();
    expect([right, slowestMs]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(others).toEqual({ refused: {}, wrong: [], lost: {} });
    const { wrong, lost, refused } = await load.stop();
    expect([wrong, lost]).toEqual([[], {}]);
    expect(['503', '504']).toEqual(expect.arrayContaining(Object.keys(refused)));
  },
);

/** Changes the primary alone. */
const onPrimary = (statement: string) => cluster.primary.query('set sql_log_bin = 0', statement);
const alterAccount = (change: string) => () => onPrimary(`alter user '${servingUser()}'@'%' ${change}`);
const others: Connection[] = [];

async function useUpConnections(): Promise<void> {
  await onPrimary('set global max_connections = 20');
  const open = () => createConnection(cluster.primary.url).catch(() => undefined);
  for (let other = await open(); other !== undefined; other = await open()) others.push(other);
}

async function freeConnections(): Promise<void> {
  for (const other of others.splice(0)) other.destroy();
  await until(async () => (await onPrimary('set global max_connections = 300').catch(() => undefined)) !== undefined);
}

test.each([
  ['has no connection left', useUpConnections, freeConnections],
  ['says that this account is locked', alterAccount('account lock'), alterAccount('account unlock')],
  [
    'says that this account has reached max_user_connections',
    alterAccount('with max_user_connections 1'),
    alterAccount('with max_user_connections 0'),
  ],
] as const)('a first host that keeps its sessions and %s is not healthy', async (problem, refuse, permit) => {
  const { url, adminUrl } = await start();
  const token = await signToken({ groups: ['acme'] });
  try {
    await refuse();
    later = await afterTakingOver(url, token);
    const said = { status: 'ok', problems: [], databaseHost: 2, hostProblems: [`host 1 ${problem}`] };
    expect([states.get(1)?.problem, await ready(gateway!)]).toEqual([problem, said]);
    expect((await scrape(adminUrl)).sum('leasegate_database_host_healthy', { host: '1' })).toBe(0);
  } finally {
    await permit();
  }
  await until(() => inUse() === 1, 'the first host is read again');
  const { refused, wrong, lost } = await later.stop();
  expect({ refused, wrong, lost }).toEqual({ refused: {}, wrong: [], lost: {} });
});

test('a host that has stopped applying does not take over: 503, and nothing old is shown', async () => {
  const { url } = await start({ DATABASE_MAX_LAG_SECONDS: '1' });
  const token = await signToken({ groups: ['acme'] });
  await replica().query('stop replica sql_thread');
  await insertGroup(town.db, 'late');
  await until(() => states.get(2)?.problem === 'is too far behind the host in use', 'the replica is behind');
  await cluster.primary.kill();
  await until(() => states.get(1)?.problem !== null, 'the primary is missed');
  expect((await send(url + LEASES, { token, body: { identifier: 'acme-1' } })).status).toBe(503);
  expect(await ready(gateway!)).toMatchObject({ status: 'unavailable' });
  await cluster.primary.start();
  await until(
    async () => (await send(url + LEASES, { token, body: { identifier: 'acme-1' } })).status === 200,
    'lookups are answered',
  );
});
