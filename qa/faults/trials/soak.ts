/** The same load for a long time, next to documents and tokens that are used once, reveals what is never released. */

import { setTimeout as sleep } from 'node:timers/promises';

import { MeteredGateway } from '../../attacks/rig/metered-gateway';
import type { Serving } from '../../../test/cli/leasegate';
import { descriptors } from '../rig/gateway';
import { loadElsewhere, type Order } from '../rig/load-process';
import { post } from '../../../test/isolation/wire';
import { Caller } from '../../../test/isolation/caller';
import { type Rig, sessions } from '../rig/rig';
import type { Findings, Trial } from '../trial';

const CLIENTS = 20;
const POINTS = 40;
const MEGABYTE = 1024 ** 2;
/** The start of the run, in which caches fill. */
const WARMING = 0.3;

interface Point {
  readonly minutes: number;
  /** With the garbage that V8 has not collected yet, which it lets grow to several times what is live. */
  readonly mostMb: number;
  /** Resident, without garbage. */
  readonly residentMb: number;
  /** The live heap. */
  readonly heapMb: number;
  readonly descriptors: number;
  readonly sessions: number;
  /** Prepared statements on the server. */
  readonly statements: number;
}

async function soak(rig: Rig, findings: Findings, minutes: number): Promise<void> {
  const metered = await MeteredGateway.start(rig.databaseUrl, rig.scene.token);
  rig.atEnd(() => metered.end());
  const { process: gateway } = metered;
  const points: Point[] = [];
  const order = { url: gateway.url, today: rig.scene.today, clients: CLIENTS };
  const thinkMs = await pauseAtHalfLoad(order);
  const began = performance.now();
  let varying = true;
  const varied = vary(gateway, rig.scene.token, () => varying);
  let looking: Promise<unknown> = Promise.resolve();
  const report = await loadElsewhere({ ...order, thinkMs, forMs: minutes * 60_000 }, () => {
    const passed = (performance.now() - began) / 60_000;
    // At the end of the load its clients close their connections.
    if (passed / minutes < points.length / POINTS || points.length === POINTS) return;
    looking = look(rig, metered).then((measured) => points.push({ minutes: passed, ...measured }));
  });
  varying = false;
  const once = await varied;
  await looking;
  const { right = 0, ...others } = report.kinds;
  findings.must(right > 0 && Object.keys(others).length === 0, `other answers: ${JSON.stringify(others)}`);
  findings.note(
    `${once} documents and tokens that were used once; ${right.toLocaleString('en-GB')} right in ${(report.seconds / 60).toFixed(1)} minutes, ${Math.round(right / report.seconds)} a second, p50 ${report.p50.toFixed(1)} ms, p99 ${report.p99.toFixed(1)} ms, ${points.at(-1)?.residentMb.toFixed(0)} MB at the end, with garbage at most ${Math.max(...points.map(({ mostMb }) => mostMb)).toFixed(0)}`,
  );
  expectFlat(findings, points.slice(Math.floor(points.length * WARMING)));
  await rig.expectEnd(gateway, findings);
}

/** The pause of each client in milliseconds with which they ask half of what they can. */
async function pauseAtHalfLoad(order: Omit<Order, 'forMs'>): Promise<number> {
  const { kinds, seconds } = await loadElsewhere({ ...order, forMs: 20_000 });
  return (2 * CLIENTS * 1_000 * seconds) / (kinds.right ?? 0);
}

function expectFlat(findings: Findings, points: readonly Point[]): void {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 6) return findings.must(false, 'too few points');
  for (const [name, measure] of [
    ['memory', 'residentMb'],
    ['memory held', 'heapMb'],
  ] as const) {
    const perTen = 10 * slope(points.map((point) => [point.minutes, point[measure]]));
    findings.note(`${name}: ${perTen.toFixed(2)} MB in 10 minutes`);
    findings.must(perTen <= 1, `${name} grows by ${perTen.toFixed(2)} MB in 10 minutes`);
  }
  for (const name of ['descriptors', 'sessions', 'statements'] as const)
    findings.must(Math.abs(last[name] - first[name]) <= 3, `${name}: ${first[name]}, then ${last[name]}`);
}

/** The slope by least squares. */
function slope(pairs: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x0, y0] = [mean(pairs.map(([x]) => x)), mean(pairs.map(([, y]) => y))];
  const over = pairs.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0);
  return over / pairs.reduce((sum, [x]) => sum + (x - x0) ** 2, 0);
}

async function look(rig: Rig, metered: MeteredGateway): Promise<Omit<Point, 'minutes'>> {
  const most = await metered.read();
  const { heldBytes, rss } = await metered.read({ collect: true });
  return rig.withConnection(async (connection) => {
    const [rows] = await connection.query("show global status like 'Prepared_stmt_count'");
    const [{ Value = '0' } = {}] = rows as { Value?: string }[];
    return {
      mostMb: most.rss / MEGABYTE,
      residentMb: rss / MEGABYTE,
      heapMb: heldBytes / MEGABYTE,
      descriptors: descriptors(metered.process),
      sessions: (await sessions(connection)).length,
      statements: Number(Value),
    };
  });
}

/** A client whose documents, variables and tokens are all different. Nothing kept for them may grow without bound. */
async function vary(gateway: Serving, token: string, isOngoing: () => boolean): Promise<number> {
  const caller = new Caller(gateway.url);
  let sent = 0;
  for (; isOngoing(); sent += 1) {
    const query = `query Once${sent}($t: TenantMatch!) { a${sent}: leasesForTenant(tenant: $t) { nodes { identifier } } }`;
    const body = JSON.stringify({ query, variables: { t: { identifier: `nobody ${sent}` } } });
    // Every other token is unknown and invalid.
    const own = sent % 2 === 0 ? token : `${token.slice(0, -9)}${String(sent).padStart(8, '0')}A`;
    await caller.ask(post('/graphql', own, body));
    await sleep(20);
  }
  caller.close();
  return sent;
}

export const SOAK: Trial = { name: 'soak', shown: true, run: soak };
