/**
 * Two gateways behind HAProxy with a Galera cluster of three nodes, configured as in docs/operate/haproxy.cfg (decision
 * 47).
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../../tools/local-server/free-port';
import { serve, type Serving } from '../cli/leasegate';
import { json, LEASES, send } from '../http/client';

import { INSTALL_LIMIT_MS } from '../support/debian-program';
import { signToken, TEST_SECRET } from '../support/tokens';
import { type Galera, startGalera } from './galera';
import { type Balancer, startBalancer } from './haproxy';
import { type Load, moreAnswers, startLoad, type Tally } from './load';
import { createTown, bothTransports } from './town';
import { until } from '../support/until';

jest.setTimeout(300_000);

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

const startLookups = () => startLoad(balancer.url, token, 20, bothTransports());

/** What the gateways logged of requests that failed, with the causes. */
const logged = () => started.flatMap((gateway) => gateway.stdout().match(/^.*"msg":"request failed".*$/gm) ?? []);

const expectAllRight = (tally: Tally) => {
  const { right, slowestMs, ...others } = tally;
  const why = Object.keys(tally.refused).length === 0 ? [] : logged();
  expect({ ...others, why }).toEqual({ refused: {}, wrong: [], lost: {}, why: [] });
};

onGalera('any one process may be killed under load: no answer is wrong, and none is lost', async () => {
  load = startLookups();
  await moreAnswers(load, 300);
  const [node] = galera!.nodes;
  await node.kill();
  await moreAnswers(load, 300);
  await galera!.rejoin(node);
  await moreAnswers(load, 300);
  await running.get(0)!.end('SIGKILL');
  await moreAnswers(load, 300);
  await startGateway(0);
  await moreAnswers(load, 300);
  const tally = await load.stop();
  expectAllRight(tally);
});
