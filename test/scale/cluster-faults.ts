/**
 * Faults of clusters under load: two gateways behind HAProxy, as docs/operate/haproxy.cfg has them, and three nodes of a
 * cluster (decision 47).
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createConnection, type RowDataPacket } from 'mysql2/promise';

import { readDatabaseAddress } from '../../src/config/settings';
import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { checkSchema } from '../../src/db/schema-check';
import { type Ended, leasegate, serve, type Serving } from '../cli/leasegate';
import { LEASES, send } from '../http/client';
import { INSTALL_LIMIT_MS } from '../support/debian-program';
import { signToken, TEST_SECRET } from '../support/tokens';
import { until } from '../support/until';
import type { Cluster, StartCluster } from './cluster';
import { type DatabaseNode, PASSWORD } from './database-node';
import { type Balancer, freePorts, type Ports, startBalancer } from './haproxy';
import { type Outcome, startLoad } from './load';
import { startRents } from './rents';
import { createTown } from './town';

/** A fault happens to the node that takes the writes, of which the cluster is most in need. */
interface Fault {
  readonly title: string;
  strike(cluster: Cluster, node: DatabaseNode): unknown;
  end(cluster: Cluster, node: DatabaseNode): unknown;
}

const machineOf = ({ nodes, network }: Cluster, node: DatabaseNode) => network.machines[nodes.indexOf(node)]!;

const FAULTS: readonly Fault[] = [
  {
    title: 'killed, and started again',
    strike: (_, node) => node.kill(),
    end: async (cluster, node) => {
      await node.start();
      await cluster.inStep(node);
    },
  },
  {
    title: 'stalled, and continued',
    strike: (_, node) => node.signal('SIGSTOP'),
    end: (cluster, node) => {
      node.signal('SIGCONT');
      return cluster.inStep(node);
    },
  },
  {
    title: 'split from the other nodes, and joined with them',
    strike: (cluster, node) => cluster.network.set('down', machineOf(cluster, node), 'group'),
    end: async (cluster, node) => {
      await cluster.network.set('up', machineOf(cluster, node), 'group');
      await cluster.inStep(node);
    },
  },
  {
    title: 'replaced as the writers’ node, and ready again',
    strike: (cluster, node) => cluster.retire(node),
    end: (cluster, node) => cluster.readmit(node),
  },
];

/** Leases of an import, more than two batches. */
const ARRIVALS = 3_000;

/** The promise: every request that is sent this long after a fault is answered. */
const RECOVERED_MS = 2_000;

/** Declares the tests of a cluster. */
export function describeFaults(startCluster: StartCluster): void {
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-cluster-'));
  const gateways: Serving[] = [];
  const report: object[] = [];
  let cluster: Cluster;
  let balancer: Balancer;
  let name: string;
  let token: string;
  let keeper: string;
  let rents: ReturnType<typeof startRents> | undefined;

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
    gateways.push(gateway);
    return gateway;
  }

  const ask = () => send(balancer.url + LEASES, { token, body: { identifier: 'acme-1' } });

  beforeAll(async () => {
    cluster = await startCluster(async (first) => {
      const town = await createTown(first);
      name = town.name;
      await town.db.destroy();
    });
    const ports = [await freePorts(), await freePorts()];
    const nodes = cluster.nodes.map(({ address }) => address);
    balancer = await startBalancer(folder, nodes, ports, cluster.sections);
    keeper = `mysql://root:${PASSWORD}@${balancer.keeperDatabase}/${name}`;
    await Promise.all(ports.map(startGateway));
    token = await signToken({ groups: ['acme'] });
    await until(async () => (await ask()).status === 200, 'lookups are answered');
    rents = startRents(keeper);
  }, INSTALL_LIMIT_MS);
  afterAll(async () => {
    await rents?.stop();
    await Promise.all(gateways.map((gateway) => gateway.end()));
    await balancer?.stop();
    await cluster?.remove();
    rmSync(folder, { recursive: true, force: true });
    console.log(report.map((row) => JSON.stringify(row)).join('\n'));
  });

  /** The node that the address for writers reaches. */
  const writersNode = (): Promise<DatabaseNode> =>
    until(async () => {
      const connection = await createConnection(keeper).catch(() => undefined);
      const [rows] = (await connection?.query<RowDataPacket[]>('select @@report_host as host').catch(() => [])) ?? [];
      connection?.destroy();
      return cluster.nodes[cluster.network.machines.findIndex(({ group }) => group === rows?.[0]?.host)];
    }, 'the address for writers answers');

  /** Runs both steps of a fault under load, and reports what was asked after each. */
  async function measure({ title, strike, end }: Fault): Promise<void> {
    const node = await writersNode();
    const outcomes: Outcome[] = [];
    const { question, acknowledged, stale } = rents!;
    stale.length = 0;
    const load = startLoad(balancer.url, token, 8, question, (outcome) => outcomes.push(outcome));
    const goOn = async (after: number) => {
      const from = performance.now() + after;
      const answered = () => outcomes.filter(({ sentAt, what }) => sentAt > from && what === 'right').length >= 300;
      const written = () => acknowledged.filter((at) => at > from).length >= 30;
      await until(
        () => answered() && written(),
        () => `it goes on: ${JSON.stringify(load.tally)}`,
      );
    };
    const steps: { readonly step: string; readonly from: number }[] = [];
    const endOf = (start: number) => steps.find(({ from }) => from > start)?.from ?? Infinity;
    const step = async (name: string, work: () => unknown) => {
      steps.push({ step: name, from: performance.now() });
      await work();
      await goOn(RECOVERED_MS);
    };
    try {
      await goOn(0);
      await step('strikes', () => strike(cluster, node));
      await step('ends', () => end(cluster, node));
    } finally {
      await load.stop();
      for (const { step, from } of steps) {
        const within = outcomes.filter(({ sentAt }) => sentAt >= from && sentAt < endOf(from));
        const gapMs = (moments: readonly number[]) => longestGap(moments, from, endOf(from));
        report.push({
          fault: title,
          step,
          asked: within.length,
          not200: within
            .filter(({ what }) => what !== 'right' && what !== 'wrong')
            .map(({ what, sentAt }) => `${what} at ${Math.round(sentAt - from)}`),
          slowestMs: Math.round(Math.max(...within.map(({ sentAt, endedAt }) => endedAt - sentAt))),
          answersGapMs: gapMs(outcomes.filter(({ what }) => what === 'right').map(({ endedAt }) => endedAt)),
          writesGapMs: gapMs(acknowledged),
        });
      }
      report.push({ fault: title, wrong: load.tally.wrong, stale });
    }
    const late = outcomes.filter(
      ({ what, sentAt }) =>
        what !== 'right' && steps.some(({ from }) => sentAt > from + RECOVERED_MS && sentAt < endOf(from)),
    );
    // What the gateways logged of requests that failed, with the causes.
    const why =
      late.length === 0 ? [] : gateways.flatMap((each) => each.stdout().match(/^.*"msg":"request failed".*$/gm) ?? []);
    expect({ late, wrong: load.tally.wrong, stale, why }).toEqual({ late: [], wrong: [], stale: [], why: [] });
  }

  test('a node that may answer from an older state is refused', async () => {
    const [variable, value, stale] = cluster.freshness;
    const refused = [expect.stringContaining(`set ${variable} to ${value.replaceAll("'", '')} on every`)];
    const problemsWith = async (node: DatabaseNode, setting: string) => {
      await node.query(`set global ${variable} = ${setting}`);
      const db = connect(readDatabaseAddress({ DATABASE_URL: node.urlOf(name) }), COMMAND_CONNECTION);
      const { problems } = await checkSchema(db);
      await db.destroy();
      return problems;
    };
    const first = await writersNode();
    for (const node of cluster.nodes) {
      expect(await problemsWith(node, stale)).toEqual(refused);
      expect(await problemsWith(node, 'default')).toEqual(node === first && cluster.defaultSuffices ? [] : refused);
      expect(await problemsWith(node, value)).toEqual([]);
    }
  });

  test('a node is killed during an import: one import at a time, and what is stored is right', async () => {
    const version = (rent: number) => {
      const path = join(folder, `version-${rent}`);
      writeExport(path, rent);
      return () => leasegate(['import', path, '--rejects', join(path, 'rejects.ndjson')], { DATABASE_URL: keeper });
    };
    const [first, second, third] = [version(1), version(2), version(3)];
    const refused = { status: 1, stderr: expect.stringContaining('Another import or seed is running') };
    const rentsOn = async (node: DatabaseNode) =>
      (
        await node.query(`select rent, count(*) as leases from ${name}.leases where identifier like 'arrival-%'
        group by rent order by rent`)
      ).map(({ rent, leases }) => [Number(rent), Number(leases)]);
    /** Starts an import that stops at a lease in the middle. */
    const startHeld = async (node: DatabaseNode, run: () => Promise<Ended>) => {
      const holder = await createConnection(node.urlOf(name));
      // The node may be killed.
      holder.on('error', () => undefined);
      await holder.query('begin');
      await holder.query(
        `select id from leases where identifier_key = cast('arrival-${ARRIVALS / 2}' as binary) for update`,
      );
      const ended = run();
      const waits = async () =>
        Number((await node.query(`show global status like 'Innodb_row_lock_current_waits'`))[0]?.Value);
      await until(async () => (await waits()) > 0, 'the import waits');
      return { ended, release: () => holder.destroy() };
    };

    expect(await first()).toMatchObject({ status: 0 });
    const node = await writersNode();
    await cluster.retire(node);
    const next = await until(async () => {
      const reached = await writersNode();
      return reached !== node && reached;
    }, 'another node takes the writes');
    const held = await startHeld(next, second);
    await cluster.readmit(node);
    // Two checks of both addresses make the node one of those that HAProxy uses.
    const sessions = async () => Number((await node.query(`show global status like 'Connections'`))[0]?.Value);
    const before = await sessions();
    let own = 0;
    await until(async () => (await sessions()) - before - ++own >= 8, 'HAProxy has checked the node');
    expect(await third()).toMatchObject(refused);

    await next.kill();
    expect((await held.ended).status).toBe(1);
    held.release();
    const last = await writersNode();
    expect(last).not.toBe(next);
    const left = await rentsOn(last);
    expect(left.map(([rent]) => rent)).toEqual([1, 2]);
    expect(left.reduce((sum, [, leases]) => sum + leases!, 0)).toBe(ARRIVALS);
    expect(await second()).toMatchObject({ status: 0 });
    await next.start();
    await cluster.inStep(next);
    for (const each of cluster.nodes) expect(await rentsOn(each)).toEqual([[2, ARRIVALS]]);
  });

  test.each(FAULTS)('a node is $title: every answer is right and fresh', measure);
}

/** What an import reads: a group with leases that all have this rent. */
function writeExport(path: string, rent: number): void {
  const numbers = Array.from({ length: ARRIVALS }, (_, at) => at + 1);
  const files = {
    groups: [{ identifier: 'arrivals' }],
    units: [{ identifier: 'arrivals-unit', group: 'arrivals' }],
    tenants: [{ identifier: 'arrival', group: 'arrivals' }],
    leases: numbers.map((n) => ({
      identifier: `arrival-${n}`,
      group: 'arrivals',
      unit_id: 'arrivals-unit',
      tenants: ['arrival'],
      rent,
    })),
  };
  mkdirSync(path);
  for (const [kind, records] of Object.entries(files))
    writeFileSync(join(path, `${kind}.ndjson`), records.map((record) => JSON.stringify(record)).join('\n'));
}

/** The longest time in which none of the moments is, within two other moments. */
function longestGap(moments: readonly number[], from: number, to: number): number {
  const within = [from, ...moments.filter((at) => at > from && at < to)];
  return Math.round(Math.max(...within.slice(1).map((at, before) => at - within[before]!)));
}
