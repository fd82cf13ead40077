/** The database is unavailable for a while. */

import { setTimeout as sleep } from 'node:timers/promises';

import { isFailure, isOverloaded, isRight, isUnavailable, type Kind, type Outcomes } from '../rig/outcomes';
import type { Held, Rig } from '../rig/rig';
import type { Amount, Findings, Trial } from '../trial';

/** The time limit for an answer while no connection is available: the deadline, and some time for a busy machine. */
export const UNAVAILABLE_MS = 1_000 + 300;
/** The time limit for every answer, whatever the database does. */
const ANSWERED_MS = 3_000;
/** The time after which no request fails once the database accepts connections again. */
export const RECOVERED_MS = 1_000;

interface Outage {
  readonly from: number;
  /** When the database accepted connections again. */
  readonly to: number;
}

/** Checks that hold in every outage: the answers, how long they took, and that failures stop when the outage ends. */
function expectOutage(findings: Findings, outcomes: Outcomes, outages: readonly Outage[]): void {
  const excused = (kind: Kind) => kind === 'right' || /^50[34] (service_unavailable|overloaded|timeout)$/.test(kind);
  findings.must(outcomes.count((kind) => !excused(kind)) === 0, `other answers than 503 and 504: ${String(outcomes)}`);
  findings.atMost('longest answer', outcomes.longest(), ANSWERED_MS, ' ms');
  findings.atMost('longest 503', outcomes.longest(isUnavailable), UNAVAILABLE_MS, ' ms');
  const recoveredMs = RECOVERED_MS * findings.slack;
  let slowest = 0;
  let late = 0;
  for (const [nth, { to }] of outages.entries()) {
    slowest = Math.max(slowest, outcomes.sent(to).firstAnswered(isRight, to) - to);
    late += outcomes.within(to + recoveredMs, outages[nth + 1]?.from).count(isFailure);
  }
  findings.atMost('first right answer after it accepts connections', slowest, RECOVERED_MS, ' ms');
  findings.must(late === 0, `${late} requests failed later than ${recoveredMs} ms after it accepted`);
}

/** Stops the database and starts it again, `times` times, under load. */
async function away(
  rig: Rig,
  findings: Findings,
  times: number,
  oneOutage: (held: Held, nth: number) => Promise<void>,
): Promise<void> {
  const outages: Outage[] = [];
  const outcomes = await rig.underLoad({}, findings, async (held) => {
    for (let nth = 0; nth < times; nth += 1) {
      const from = performance.now();
      await oneOutage(held, nth);
      outages.push({ from, to: performance.now() });
      await sleep(1_000 + 1_000 * findings.slack);
    }
  });
  expectOutage(findings, outcomes, outages);
  const first = outages[0]!.from;
  findings.note(`first 503 after ${Math.round(outcomes.firstAnswered(isUnavailable, first) - first)} ms`);
}

/** `kill -9` of the server. Connections are refused after one kill and reset after the next. */
const killed = (rig: Rig, findings: Findings, { short, times }: Amount): Promise<void> =>
  away(rig, findings, times, async (_held, nth) => {
    await rig.server.kill();
    if (nth % 2 === 0) await rig.net.cut();
    await sleep(short ? 1_500 : 3_000);
    await rig.heal();
  });

/** SIGSTOP to the server; in the middle, more requests at once than may be in flight. Nobody waits longer than the promised time. */
const frozen = (rig: Rig, findings: Findings, { short, times }: Amount): Promise<void> =>
  away(rig, findings, times, async ({ gateway }) => {
    const began = performance.now();
    const frozenMs = short ? 4_000 : 10_000;
    rig.server.freeze();
    await sleep(frozenMs / 2);
    const burst = await rig.load(gateway, { clients: 320, thinkMs: 0, requests: 320 }).finished();
    findings.note(`320 at once while it is frozen: ${String(burst)}`);
    findings.atMost('longest of them', burst.longest(), ANSWERED_MS, ' ms');
    findings.atMost('longest 503 overloaded', burst.longest(isOverloaded), 2_500, ' ms');
    await sleep(Math.max(0, began + frozenMs - performance.now()));
    rig.server.thaw();
  });

export const AWAY: readonly Trial[] = [
  { name: 'database killed', shown: true, short: true, run: killed },
  { name: 'database frozen', short: true, run: frozen },
];
