/** Lookups on a primary and a replica, both named in `DATABASE_URL`, by the server's own replication (decision 47). */

import { type Connection, createConnection } from 'mysql2/promise';

import type { HostState } from '../../src/observer';
import { json, LEASES, send, TENANTS } from '../http/client';
import { scrape } from '../http/scraped';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { giveToken } from '../support/opaque-tokens';
import { insertGroup } from '../support/records';
import { servingUrl, servingUser } from '../support/serving-account';
import { signToken } from '../support/tokens';
import { until } from '../support/until';
import { type DatabaseNode, prepareNodes } from './database-node';
import { type Load, moreAnswers, startLoad } from './load';
import { bothTransports, createTown, type Town } from './town';

type Replication = Awaited<ReturnType<typeof startReplication>>;

const OPTIONS = {
  mariadb: ['--log-bin=binlog', '--binlog-format=row'],
  mysql: ['--gtid-mode=ON', '--enforce-gtid-consistency=ON'],
} as const;

function follow(kind: 'mariadb' | 'mysql', port: number): string {
  if (kind === 'mariadb') {
    return `change master to master_host = '127.0.0.1', master_port = ${port}, master_user = 'replicates',
      master_password = 'replicates', master_connect_retry = 1, master_use_gtid = slave_pos`;
  }
  return `change replication source to source_host = '127.0.0.1', source_port = ${port}, source_user = 'replicates',
    source_password = 'replicates', source_connect_retry = 1, source_auto_position = 1, get_source_public_key = 1`;
}

async function startReplication() {
  const nodes = await prepareNodes();
  const { kind } = nodes.program;
  const primary = await nodes.add('primary', [...OPTIONS[kind], '--server-id=1']);
  const replica = await nodes.add('replica', [...OPTIONS[kind], '--server-id=2']);
  await Promise.all([primary.start(), replica.start()]);
  await primary.query(
    `create user replicates identified by 'replicates'`,
    'grant replication slave on *.* to replicates',
  );
  await replica.query(follow(kind, primary.port), 'start replica');

  const position = async (node: DatabaseNode, of: 'gtid_binlog_pos' | 'gtid_slave_pos') => {
    const variable = kind === 'mariadb' ? of : 'gtid_executed';
    const [row] = await node.query(`select @@global.${variable} as position`);
    return String(row?.position);
  };
  return {
    primary,
    replica,
    /** Waits until the replica has caught up with the primary. */
    async caughtUp(): Promise<void> {
      const wanted = await position(primary, 'gtid_binlog_pos');
      await until(async () => (await position(replica, 'gtid_slave_pos')).includes(wanted), 'the replica caught up');
    },
    remove: () => nodes.removeAll(),
  };
}

jest.setTimeout(180_000);

/** The promise: this long after the host in use was lost, every request is answered. */
const TAKEN_OVER_MS = 2_000;

let cluster: Replication;
let town: Town;
let token: string;
let gateway: TestGateway | undefined;
let loads: Load[] = [];
let states: Map<number, HostState>;

beforeAll(async () => {
  cluster = await startReplication();
  town = await createTown(cluster.primary);
  token = await signToken({ groups: ['acme'] });
  await cluster.caughtUp();
});
afterEach(async () => {
  await Promise.all(loads.map((load) => load.stop()));
  loads = [];
  await gateway?.close();
  gateway = undefined;
  // A test that failed may have left it down.
  await cluster.primary.query('select 1').catch(() => cluster.primary.start());
  await cluster.replica.query('start replica');
  await cluster.caughtUp();
});
afterAll(async () => {
  await town?.db.destroy();
  await cluster?.remove();
});

function bothHosts(): string {
  const { primary, replica } = cluster;
  const url = servingUrl(primary.urlOf(town.name));
  return url.replace(`:${primary.port}/`, `:${primary.port},127.0.0.1:${replica.port}/`);
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
const asked = async ({ url }: TestGateway) =>
  (await send(url + LEASES, { token, body: { identifier: 'acme-1' } })).status;

async function answering({ url }: TestGateway, answers: number): Promise<Load> {
  const load = startLoad(url, token, 20, bothTransports());
  loads.push(load);
  await moreAnswers(load, answers);
  return load;
}

test('a request reads everything from the first host', async () => {
  const started = await start();
  const selects = async () =>
    (await cluster.replica.query(`show global status like 'Com_select'`))[0]?.Value as unknown;
  await until(async () => {
    const before = await selects();
    for (let n = 0; n < 5; n += 1) expect(await asked(started)).toBe(200);
    return (await selects()) === before;
  }, 'the replica is only checked');
});

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

/** One session of the account is all that its limit allows. */
async function limitAccount(): Promise<void> {
  await onPrimary(`alter user '${servingUser()}'@'%' with max_user_connections 1`);
  const url = servingUrl(cluster.primary.urlOf(town.name));
  const open = () => createConnection(url).catch(() => undefined);
  others.push(await until(open, 'the session is open'));
}

async function unlimitAccount(): Promise<void> {
  for (const other of others.splice(0)) other.destroy();
  await onPrimary(`alter user '${servingUser()}'@'%' with max_user_connections 0`);
}

test.each([
  ['is killed under load', () => cluster.primary.kill(), () => cluster.primary.start()],
  [
    'is frozen under load',
    async () => cluster.primary.signal('SIGSTOP'),
    async () => cluster.primary.signal('SIGCONT'),
  ],
  ['has no connection left', useUpConnections, freeConnections],
  ['says that this account is locked', alterAccount('account lock'), alterAccount('account unlock')],
  ['says that this account has reached max_user_connections', limitAccount, unlimitAccount],
] as const)(
  'when the first host %s, the second one answers everything, and the first one again later',
  async (how, lose, restore) => {
    const started = await start();
    const opaque = await giveToken(town.db, { groups: ['acme'] });
    await cluster.caughtUp();
    // Sessions that are older than a limit of the account do not count towards it.
    const load = how.endsWith('under load') ? await answering(started, 300) : undefined;
    let later: Load;
    try {
      await lose();
      // A host that keeps its sessions is missed at the next look for a new one.
      if (load === undefined) await until(() => inUse() === 2, 'the second host is read');
      else await new Promise((resolve) => setTimeout(resolve, TAKEN_OVER_MS));
      later = await answering(started, 500);
      expect(inUse()).toBe(2);
      const hostProblems = [load === undefined ? `host 1 ${how}` : expect.any(String)];
      expect(await ready(started)).toEqual({ status: 'ok', problems: [], databaseHost: 2, hostProblems });
      const metrics = await scrape(started.adminUrl);
      expect(metrics.sum('leasegate_database_host_in_use', { host: '2' })).toBe(1);
      expect(metrics.sum('leasegate_database_host_healthy', { host: '1' })).toBe(0);
      expect((await send(started.url + TENANTS, { token: opaque.token, body: {} })).status).toBe(200);
    } finally {
      await restore();
    }
    await until(() => inUse() === 1, 'the first host is read again');
    await moreAnswers(later, 300);
    expect(await later.stop()).toMatchObject({ refused: {}, wrong: [], lost: {} });
    const { wrong = [], lost = {}, refused = {} } = (await load?.stop()) ?? {};
    expect([wrong, lost]).toEqual([[], {}]);
    expect(['503', '504']).toEqual(expect.arrayContaining(Object.keys(refused)));
  },
);

test('a host that has stopped applying does not take over: 503, and nothing old is shown', async () => {
  const started = await start({ DATABASE_MAX_LAG_SECONDS: '1' });
  await cluster.replica.query('stop replica sql_thread');
  await insertGroup(town.db, 'late');
  await until(() => states.get(2)?.problem === 'is too far behind the host in use', 'the replica is behind');
  await cluster.primary.kill();
  await until(() => states.get(1)?.problem !== null, 'the primary is missed');
  expect(await asked(started)).toBe(503);
  expect(await ready(started)).toMatchObject({ status: 'unavailable' });
  await cluster.primary.start();
  await until(async () => (await asked(started)) === 200, 'lookups are answered');
});
