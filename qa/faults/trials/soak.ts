/** The same load for a long time, next to documents and tokens that are used once, reveals what is never released. */

import { setTimeout as sleep } from 'node:timers/promises';

import { MeteredGateway } from '../../attacks/rig/metered-gateway';
import { sessions } from '../rig/fault-server';
import type { Serving } from '../../../test/cli/leasegate';
import { descriptors, residentBytes } from '../rig/gateway';
import { loadElsewhere, type Order } from '../rig/load-process';
import { post } from '../../../test/isolation/wire';
import { Caller } from '../../../test/isolation/caller';
import type { Rig } from '../rig/rig';
import type { Amount, Findings, Trial } from '../trial';

const REQUESTS = 2_000_000;
const CLIENTS = 20;
const POINTS = 40;
const MEGABYTE = 1024 ** 2;
/** The start of the run, in which caches fill. */
const WARMING = 0.3;

interface Point {
  readonly done: number;
  readonly minutes: number;
  readonly residentMb: number;
  /** The live heap: resident memory also contains what V8 has not collected yet. */
  readonly heapMb: number;
  readonly descriptors: number;
  readonly sessions: number;
  /** Prepared statements on the server. */
  readonly statements: number;
}

type Measure = 'residentMb' | 'heapMb';

/** What must not grow, and by how many MB it may in a run too short for a slope. */
const MEMORY: readonly (readonly [name: string, measure: Measure, mostGrown: number])[] = [
  ['memory', 'residentMb', 15],
  ['memory held', 'heapMb', 5],
];

async function soak(
  rig: Rig,
  findings: Findings,
  { short, seed, minutes, requests = short ? 20_000 : REQUESTS }: Amount,
): Promise<void> {
  const metered = await MeteredGateway.start(rig.databaseUrl, rig.scene.token);
  rig.atEnd(() => metered.end());
  const { process: gateway } = metered;
  const points: Point[] = [];
  const { questions, today } = rig.scene;
  const order = { url: gateway.url, seed, questions: questions.length, today, clients: CLIENTS };
  const length = minutes === undefined ? { requests } : await halfLoad(order, minutes);
  const began = performance.now();
  let varying = true;
  const varied = vary(gateway, rig.scene.token, () => varying);
  let looking: Promise<unknown> = Promise.resolve();
  const report = await loadElsewhere({ ...order, ...length }, (done) => {
    const passed = (performance.now() - began) / 60_000;
    const share = minutes === undefined ? done / requests : passed / minutes;
    // At the end of the load its clients close their connections.
    if (share < points.length / POINTS || points.length === POINTS) return;
    looking = look(rig, metered).then((measured) => points.push({ done, minutes: passed, ...measured }));
  });
  varying = false;
  findings.note(`${await varied} documents and tokens that were used once`);
  await looking;
  const shown = points.filter((_, nth) => nth % Math.ceil(points.length / 8) === 0 || nth === points.length - 1);
  const { right = 0, ...others } = report.kinds;
  findings.must(right > 0 && Object.keys(others).length === 0, `other answers: ${JSON.stringify(others)}`);
  findings.note(
    [
      `${right.toLocaleString('en-GB')} right in ${(report.seconds / 60).toFixed(1)} minutes, ${Math.round(right / report.seconds)} a second, p50 ${report.p50.toFixed(1)} ms, p99 ${report.p99.toFixed(1)} ms, ${points.at(-1)?.residentMb.toFixed(0)} MB at the end`,
      ...shown.map(
        (point) =>
          `${point.done.toLocaleString('en-GB')} requests: ${point.residentMb.toFixed(0)} MB, ${point.heapMb.toFixed(1)} MB of them held, ${point.descriptors} descriptors, ${point.sessions} sessions, ${point.statements} prepared`,
      ),
    ].join('\n         '),
  );
  expectFlat(findings, points.slice(Math.floor(points.length * WARMING)));
  await rig.expectEnd(gateway, findings);
}

/** A pause for each client, so that they ask at most half of what they can. */
async function halfLoad(order: Order, minutes: number): Promise<Pick<Order, 'forMs' | 'thinkMs'>> {
  const { kinds, seconds } = await loadElsewhere({ ...order, forMs: 20_000 });
  const perSecond = (kinds.right ?? 0) / seconds;
  return { forMs: minutes * 60_000, thinkMs: (2 * CLIENTS * 1_000) / perSecond };
}

function expectFlat(findings: Findings, points: readonly Point[]): void {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 6) return findings.must(false, 'too few points');
  for (const [name, measure, mostGrown] of MEMORY) {
    const perTen = 10 * slope(points.map((point) => [point.minutes, point[measure]]));
    const grown =
      median(points.slice(-points.length / 3), measure) - median(points.slice(0, points.length / 3), measure);
    findings.note(
      `${name}: ${perTen.toFixed(2)} MB in 10 minutes, ${grown.toFixed(1)} MB from the first third to the last`,
    );
    // In a shorter run, the slope is noise.
    if (last.minutes - first.minutes >= 8)
      findings.must(perTen <= 1, `${name} grows by ${perTen.toFixed(2)} MB in 10 minutes`);
    else findings.must(grown <= mostGrown, `${name} has grown by ${grown.toFixed(1)} MB`);
  }
  for (const name of ['descriptors', 'sessions', 'statements'] as const) {
    findings.must(Math.abs(last[name] - first[name]) <= 3, `${name}: ${first[name]}, then ${last[name]}`);
  }
}

function median(points: readonly Point[], measure: Measure): number {
  const sorted = points.map((point) => point[measure]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The slope by least squares. */
function slope(pairs: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x0, y0] = [mean(pairs.map(([x]) => x)), mean(pairs.map(([, y]) => y))];
  const over = pairs.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0);
  return over / pairs.reduce((sum, [x]) => sum + (x - x0) ** 2, 0);
}

async function look(rig: Rig, metered: MeteredGateway): Promise<Omit<Point, 'done' | 'minutes'>> {
  const { heldBytes } = await metered.read({ collect: true });
  return rig.server.withConnection(async (connection) => {
    const [rows] = await connection.query("show global status like 'Prepared_stmt_count'");
    const [{ Value = '0' } = {}] = rows as { Value?: string }[];
    return {
      residentMb: residentBytes(metered.process) / MEGABYTE,
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
