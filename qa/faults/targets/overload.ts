/** Ten times as many clients as the gateway can serve at once. */

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { Caller } from '../rig/caller';
import { GatewayReport } from '../rig/gateway-report';
import { loadElsewhere } from '../rig/load-process';
import { isRight, isWrong } from '../rig/outcomes';
import { requestBytes } from '../rig/questions';
import type { Rig } from '../rig/rig';
import type { Amount, Findings, Trial } from '../trial';

/** Milliseconds that answers took in the gateway, by status. */
type Counted = Readonly<Record<string, readonly number[]>>;

const WARM_MS = 4_000;
/** The settings that docs/operate/operation.md recommends for many concurrent callers. */
const ADVISED = { MAX_REQUESTS_IN_FLIGHT: '32', NODE_OPTIONS: '--max-semi-space-size=64' };
/** Far more requests than may be in flight at once; the rest is refused. */
const TOO_MANY = 640;
const MEGABYTE = 1024 ** 2;

/** Answers per second that are no refusals of the gateway. */
const good = (counted: Counted, seconds: number): number =>
  Object.entries(counted).reduce((sum, [status, all]) => sum + (Number(status) < 500 ? all.length : 0), 0) / seconds;

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

async function tenTimes(
  rig: Rig,
  findings: Findings,
  { short, seed }: Amount,
  advised?: Readonly<Record<string, string>>,
): Promise<void> {
  const { NODE_OPTIONS = '', ...settings } = advised ?? {};
  // With a much lower limit, clients that retry at once would take the CPU from the gateway.
  const heeds = advised !== undefined;
  const answers = new GatewayReport<Counted>(join(rig.folder, 'answers.json'), 'count-answers.mjs', NODE_OPTIONS);
  const gateway = await rig.serve({ databaseUrl: rig.directDatabaseUrl, env: { ...settings, ...answers.env } });
  await gateway.becomes(200);
  const forMs = short ? 3_000 : 8_000;
  const order = { port: gateway.port, seed, questions: rig.scene.questions.length, today: rig.scene.today };
  const run = async (clients: number, ms = forMs, heedsRetryAfter = false) => {
    await answers.of(gateway);
    const report = await loadElsewhere({ ...order, clients, forMs: ms, heedsRetryAfter });
    const counted = await answers.of(gateway);
    const wrong = Object.keys(report.kinds).filter(
      (kind) => isWrong(kind) || /^(unanswered|truncated|silent)/.test(kind),
    );
    findings.must(wrong.length === 0, `with ${clients} clients: ${JSON.stringify(report.kinds)}`);
    return { counted, perSecond: good(counted, report.seconds), kinds: report.kinds };
  };
  await run(10, WARM_MS);

  const alone = (await run(1)).counted;
  const unloaded = quantile(
    Object.entries(alone).flatMap(([status, all]) => (status < '500' ? all : [])),
    0.99,
  );
  const steps: { clients: number; perSecond: number }[] = [];
  for (const clients of [5, 10, 20, 40]) steps.push({ clients, perSecond: (await run(clients)).perSecond });
  const peak = Math.max(...steps.map(({ perSecond }) => perSecond));
  const saturating = steps.find(({ perSecond }) => perSecond >= 0.95 * peak)!.clients;
  const memory = gateway.residentBytes();
  // In alternation, because other work on the machine varies.
  const rounds: Record<'before' | 'crowd' | 'tooMany', Awaited<ReturnType<typeof run>>>[] = [];
  for (let nth = 0; nth < (short ? 1 : 5); nth += 1) {
    rounds.push({
      before: await run(saturating),
      crowd: await run(10 * saturating, forMs, heeds),
      tooMany: await run(TOO_MANY, forMs, true),
    });
  }
  findings.note(
    `${saturating} clients saturate it; ${steps.map((s) => `${s.clients}: ${Math.round(s.perSecond)}/s`).join(', ')}`,
  );
  findings.note(`p99 in the gateway of one client alone: ${Math.round(unloaded)} ms`);
  for (const [name, clients] of [
    ['crowd', 10 * saturating],
    ['tooMany', TOO_MANY],
  ] as const) {
    const shares = rounds.map((round) => (100 * round[name].perSecond) / round.before.perSecond);
    const { kinds, counted } = rounds.at(-1)![name];
    const accepted = Object.entries(counted).flatMap(([status, all]) => (status < '500' ? all : []));
    const refused = counted['503'] ?? [];
    findings.note(`${clients} clients: ${JSON.stringify(kinds)}`);
    findings.note(`shares of the rounds: ${shares.map((share) => Math.round(share)).join(', ')} %`);
    findings.note(`p99 in the gateway: ${Math.round(quantile(accepted, 0.99))} ms`);
    if (refused.length > 0) findings.atMost('p99 of a refusal in the gateway', quantile(refused, 0.99), 2_200, ' ms');
    findings.atLeast(
      `goodput of ${clients} clients relative to the round before, median`,
      quantile(shares, 0.5),
      90,
      ' %',
    );
  }
  findings.atMost('memory grew by', (gateway.residentBytes() - memory) / MEGABYTE, 100, ' MB');
  await sleep(1_000);
  const after = await rig.load(gateway, { clients: 5, thinkMs: 10, requests: 100 }).finished();
  findings.must(after.count(isRight) === 100, `a second later: ${String(after)}`);
  await rig.expectEnd(gateway, findings);
}

/** The number of clients beside the one caller below its share. */
const CROWDS = [40, 100, 160, 400, 640];
const THINK_MS = 20;

/** Milliseconds of the answers of one caller with its own token, one after the other, until it is stopped. */
function politeCaller(rig: Rig, port: number): () => Promise<number[]> {
  const body = '{"identifier":"nobody has this"}';
  const request = requestBytes('/leases/find-for-tenant/', rig.scene.token, body);
  const caller = new Caller(port);
  const took: number[] = [];
  let stopped = false;
  const work = async (): Promise<void> => {
    while (!stopped) {
      const began = performance.now();
      const { status } = await caller.ask(request);
      took.push(status === 200 ? performance.now() - began : Infinity);
      await sleep(THINK_MS);
    }
    caller.close();
  };
  const ended = work();
  return async () => {
    stopped = true;
    await ended;
    return took;
  };
}

/**
 * Goodput relative to its peak, and a caller below its share relative to the same caller alone, for crowds of both
 * kinds.
 */
async function crowds(rig: Rig, findings: Findings, { short, seed }: Amount): Promise<void> {
  const answers = new GatewayReport<Counted>(join(rig.folder, 'answers.json'), 'count-answers.mjs');
  const gateway = await rig.serve({ databaseUrl: rig.directDatabaseUrl, env: answers.env });
  await gateway.becomes(200);
  const forMs = short ? 3_000 : 15_000;
  const order = { port: gateway.port, seed, questions: rig.scene.questions.length, today: rig.scene.today };
  const run = async (clients: number, heedsRetryAfter: boolean, ms = forMs) => {
    await answers.of(gateway);
    const stop = politeCaller(rig, gateway.port);
    const { seconds, kinds } = await loadElsewhere({ ...order, clients, forMs: ms, heedsRetryAfter });
    const polite = await stop();
    const wrong = Object.keys(kinds).filter((kind) => isWrong(kind) || /^(unanswered|truncated|silent)/.test(kind));
    findings.must(wrong.length === 0, `with ${clients} clients: ${JSON.stringify(kinds)}`);
    const counted = await answers.of(gateway);
    const accepted = Object.entries(counted).flatMap(([status, all]) => (status < '500' ? all : []));
    return {
      perSecond: good(counted, seconds),
      refused: (counted['503'] ?? []).length / seconds,
      p99: quantile(accepted, 0.99),
      polite: quantile(polite, 0.99),
      politeRefused: polite.filter((ms) => ms === Infinity).length,
    };
  };
  await run(10, false, WARM_MS);
  const stop = politeCaller(rig, gateway.port);
  await sleep(forMs);
  const alone = quantile(await stop(), 0.99);
  let peak = 0;
  for (const clients of [10, 20, 40]) peak = Math.max(peak, (await run(clients, false)).perSecond);
  findings.note(`peak ${Math.round(peak)}/s; p99 of the caller alone: ${Math.round(alone)} ms`);
  for (const heeds of [false, true]) {
    for (const clients of CROWDS) {
      const { perSecond, refused, p99, polite, politeRefused } = await run(clients, heeds);
      const kind = `${clients} clients that ${heeds ? 'heed' : 'ignore'} Retry-After`;
      findings.note(
        `${kind}: ${Math.round(refused)}/s refused, p99 in the gateway ${Math.round(p99)} ms, of the caller ${Math.round(polite)} ms`,
      );
      findings.atLeast(`goodput of ${kind}, of the peak`, (100 * perSecond) / peak, 90, ' %');
      findings.must(politeRefused === 0, `with ${kind} the caller was refused ${politeRefused} times`);
      findings.atMost(`p99 of the caller with ${kind}, of alone`, polite / alone, 3 * findings.slack);
    }
  }
  await rig.expectEnd(gateway, findings);
}

const EXPECTED =
  'at least 90 % of the peak; a refusal within 2.2 s; memory grows by at most 100 MB; all answers are right a second later';

export const OVERLOAD: readonly Trial[] = [
  {
    name: 'crowds of both kinds',
    drive:
      '40 to 640 clients that send the next request at once, obeying `Retry-After` or not, next to one caller that sends a request every 20 ms; from another process, counted in the gateway',
    expected:
      'at least 90 % of the peak; the caller is never refused, and its p99 is at most three times as high as when it is alone',
    run: crowds,
  },
  {
    name: 'goodput at ten times saturation',
    drive:
      'ten times the clients that saturate it, each sending the next request at once, and 640 that obey `Retry-After`, alternating with a few; from another process, counted in the gateway',
    expected: EXPECTED,
    run: (rig, findings, amount) => tenTimes(rig, findings, amount),
  },
  {
    name: 'goodput under a limit that fits',
    drive:
      'the same with `MAX_REQUESTS_IN_FLIGHT=32`, all obeying `Retry-After`, and the young generation that operation.md recommends',
    expected: EXPECTED,
    run: (rig, findings, amount) => tenTimes(rig, findings, amount, ADVISED),
  },
];
