/** Two gateways behind HAProxy with a Galera cluster of three nodes, as docs/operate/haproxy.cfg has them (decision 47). */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { serve, type Serving } from '../cli/leasegate';
import { json, LEASES, send } from '../http/client';
import { INSTALL_LIMIT_MS } from '../support/debian-program';
import { signToken, TEST_SECRET } from '../support/tokens';
import { until } from '../support/until';
import { type Galera, startGalera } from './galera';
import { type Balancer, freePorts, type Ports, startBalancer } from './haproxy';
import { type Load, moreAnswers, startLoad } from './load';
import { bothTransports, createTown } from './town';

jest.setTimeout(300_000);

const folder = mkdtempSync(join(tmpdir(), 'leasegate-balanced-'));
const started: Serving[] = [];
let galera: Galera | null = null;
let balancer: Balancer;
let name: string;
let token: string;
let load: Load | undefined;

async function startGateway({ port, adminPort }: Ports): Promise<Serving> {
  const gateway = await serve({
    DATABASE_URL: `mysql://root@${balancer.lookupsDatabase}/${name}`,
    AUTH_JWT_SECRET: TEST_SECRET,
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    // Longer than a dead node blocks the others.
    DATABASE_CONNECT_TIMEOUT_MS: '8000',
    STATEMENT_TIMEOUT_MS: '8000',
    LOG_LEVEL: 'info',
  });
  started.push(gateway);
  return gateway;
}

const ports: Ports[] = [];
beforeAll(async () => {
  galera = await startGalera(async (first) => {
    const town = await createTown(first);
    name = town.name;
    await town.db.destroy();
    await first.query(`create user haproxy@'%'`);
  });
  if (galera === null) return;
  ports.push(await freePorts(), await freePorts());
  const nodes = galera.nodes.map(({ port }) => port);
  balancer = await startBalancer(folder, nodes, ports);
  await Promise.all(ports.map(startGateway));
  token = await signToken({ groups: ['acme'] });
  await until(async () => (await asked()).status === 200, 'lookups are answered');
}, INSTALL_LIMIT_MS);
afterAll(async () => {
  await load?.stop();
  await Promise.all(started.map((gateway) => gateway.end()));
  await balancer?.stop();
  await galera?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const asked = () => send(balancer.url + LEASES, { token, body: { identifier: 'acme-1' } });

/** A Galera cluster needs MariaDB. With another server, there is nothing to test. */
const onGalera = (title: string, body: (cluster: Galera) => Promise<void>) =>
  test(title, async () => {
    if (galera === null) return console.log(`Not tested, as the server here is not MariaDB: ${title}.`);
    await body(galera);
  });

onGalera('what one node has taken is there at once, whichever node is asked', async ({ nodes }) => {
  for (let rent = 1; rent <= 20; rent += 1) {
    await nodes[rent % 3]!.query(`update ${name}.leases set rent = ${rent} where identifier = 'acme-1'`);
    expect(json(await asked())).toMatchObject({ leases: [{ rent }] });
  }
});

onGalera('any one process may be killed under load: no answer is wrong, and none is lost', async (cluster) => {
  const [node] = cluster.nodes;
  load = startLoad(balancer.url, token, 20, bothTransports());
  for (const change of [
    () => node.kill(),
    () => cluster.rejoin(node),
    () => started.find(({ url }) => url.endsWith(`:${ports[0]!.port}`))!.end('SIGKILL'),
    () => startGateway(ports[0]!),
  ]) {
    await moreAnswers(load, 300);
    await change();
  }
  await moreAnswers(load, 300);
  // What the gateways logged of requests that failed, with the causes.
  const failures = started.flatMap((gateway) => gateway.stdout().match(/^.*"msg":"request failed".*$/gm) ?? []);
  const { right: _, ...others } = await load.stop();
  const why = Object.keys(others.refused).length === 0 ? [] : failures;
  expect({ ...others, why }).toEqual({ refused: {}, wrong: [], lost: {}, why: [] });
});
