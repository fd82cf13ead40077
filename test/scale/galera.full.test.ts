/**
 * Two gateways behind HAProxy with a Galera cluster of three nodes, configured as in docs/operate/haproxy.cfg (decision
 * 47).
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '../../tools/local-server/free-port';
import { leasegate, serve, type Serving } from '../cli/leasegate';
import { json, LEASES, send } from '../http/client';

import { INSTALL_LIMIT_MS } from '../support/debian-program';
import { signToken, TEST_SECRET } from '../support/tokens';
import { type Galera, startGalera } from './galera';
import { type Balancer, startBalancer } from './haproxy';
import { type Load, startLoad, type Tally } from './load';
import { createTown, tenantsOfAcme } from './town';
import { until } from '../support/until';

jest.setTimeout(300_000);

/** `npm run test:scale` kills every process of each kind; other runs kill one of each kind. */
const LONG = process.env.SCALE_TEST === 'long';
const KILLED = LONG ? 3 : 1;

const folder = mkdtempSync(join(tmpdir(), 'leasegate-balanced-'));
const running = new Map<number, Serving>();
const started: Serving[] = [];
let galera: Galera | null = null;
let balancer: Balancer;
let ports: { port: number; adminPort: number }[];
let name: string;
let token: string;
let load: Load | undefined;

const startGateway = async (at: number) => {
  const { port, adminPort } = ports[at]!;
  const env = {
    DATABASE_URL: `mysql://root@${balancer.lookupsDatabase}/${name}`,
    AUTH_JWT_SECRET: TEST_SECRET,
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    // Longer than a dead node blocks the others.
    DATABASE_CONNECT_TIMEOUT_MS: '8000',
    STATEMENT_TIMEOUT_MS: '8000',
    LOG_LEVEL: 'info',
  };
  const gateway = await serve(env);
  running.set(at, gateway);
  started.push(gateway);
};

beforeAll(async () => {
  const cluster = await startGalera(async (first) => {
    const town = await createTown(first);
    name = town.name;
    await town.db.destroy();
    await first.query(`create user haproxy@'%'`);
  });
  if (cluster === null) return;
  galera = cluster;
  ports = [
    { port: await freePort(), adminPort: await freePort() },
    { port: await freePort(), adminPort: await freePort() },
  ];
  balancer = await startBalancer(folder, { nodes: galera.nodes.map(({ port }) => port), gateways: ports });
  await Promise.all([startGateway(0), startGateway(1)]);
  token = await signToken({ groups: ['acme'] });
  await until(async () => (await asked({ identifier: 'acme-1' })).status === 200, 'lookups are answered');
}, INSTALL_LIMIT_MS);
afterAll(async () => {
  await load?.stop();
  await Promise.all([...running.values()].map((gateway) => gateway.end()));
  await balancer?.stop();
  await galera?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const answered = async ({ tally }: Load, more: number) => {
  const { right } = tally;
  try {
    await until(() => tally.right >= right + more, `${more} more answers came`);
  } catch (error) {
    throw new Error(`After ${right} right answers: ${JSON.stringify(tally)}`, { cause: error });
  }
};

/** A Galera cluster needs MariaDB. With another server, there is nothing to test. */
const onGalera = (name: string, body: () => Promise<void>) =>
  test(name, async () => {
    if (galera === null) return console.log(`Not tested, as the server here is not MariaDB: ${name}.`);
    await body();
  });

const asked = (body: object) => send(balancer.url + LEASES, { token, body });

onGalera('what one node has taken is there at once, whichever node is asked', async () => {
  for (let rent = 1; rent <= 20; rent += 1) {
    const node = galera!.nodes[rent % 3]!;
    await node.query(`update ${name}.leases set rent = ${rent} where identifier = 'acme-1'`);
    const { leases } = json(await asked({ identifier: 'acme-1' })) as { leases: { rent: number }[] };
    expect(leases[0]!.rent).toBe(rent);
  }
});

onGalera('a node that does not wait for the others is refused', async () => {
  const [first] = galera!.nodes;
  await first.query('set global wsrep_sync_wait = 0');
  const { status, stdout } = await leasegate(['check'], {
    DATABASE_URL: first.urlOf(name),
    AUTH_JWT_SECRET: TEST_SECRET,
  });
  await first.query('set global wsrep_sync_wait = 1');
  expect([status, stdout]).toEqual([1, expect.stringContaining('set wsrep_sync_wait to 1 on every node')]);
});

onGalera(
  'two migrations at once do no harm: by the keeper’s address one waits, on two nodes one may have to go again',
  async () => {
    const [first, second] = galera!.nodes;
    const database = `${name}_new`;
    await first.query(`create database ${database} character set utf8mb4`);
    const migrate = (host: string) => leasegate(['migrate'], { DATABASE_URL: host });
    const keeper = `${first.urlOf(database).replace(/@.*\//, `@${balancer.keeperDatabase}/`)}`;
    expect((await Promise.all([migrate(keeper), migrate(keeper)])).map(({ status }) => status)).toEqual([0, 0]);

    await first.query(`drop database ${database}`, `create database ${database} character set utf8mb4`);
    await Promise.all([migrate(first.urlOf(database)), migrate(second.urlOf(database))]);
    expect((await migrate(keeper)).status).toBe(0);
    expect((await migrate(keeper)).stdout).toContain('already up to date');
  },
);

const startLookups = () => startLoad(balancer.url, token, 20, tenantsOfAcme());

/** What the gateways logged of requests that failed, with the causes. */
const logged = () => started.flatMap((gateway) => gateway.stdout().match(/^.*"msg":"request failed".*$/gm) ?? []);

const expectAllRight = (tally: Tally) => {
  const { right, slowestMs, ...others } = tally;
  const why = Object.keys(tally.refused).length === 0 ? [] : logged();
  expect({ ...others, why }).toEqual({ refused: {}, wrong: [], lost: {}, why: [] });
};

onGalera('any one process may be killed under load: no answer is wrong, and none is lost', async () => {
  load = startLookups();
  await answered(load, 300);
  for (const node of galera!.nodes.slice(0, KILLED)) {
    await node.kill();
    await answered(load, 300);
    await galera!.rejoin(node);
    await answered(load, 300);
  }
  for (const at of [0, 1].slice(0, KILLED)) {
    await running.get(at)!.end('SIGKILL');
    await answered(load, 300);
    await startGateway(at);
    await answered(load, 300);
  }
  const tally = await load.stop();
  if (LONG) console.log(tally);
  expectAllRight(tally);
});

onGalera('a node that stands still for a moment while another one is killed costs no answer', async () => {
  const [killed, stalled] = galera!.nodes;
  load = startLookups();
  await answered(load, 300);
  await killed.kill();
  stalled.signal('SIGSTOP');
  await sleep(1_500);
  stalled.signal('SIGCONT');
  await answered(load, 300);
  await galera!.rejoin(killed);
  await answered(load, 300);
  expectAllRight(await load.stop());
});
