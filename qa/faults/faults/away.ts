/** The database is unavailable for a while, in several ways. */

import { setTimeout as sleep } from 'node:timers/promises';

import { isFailure, isOverloaded, isRight, isUnavailable, type Kind, type Outcomes } from '../rig/outcomes';
import type { Held, Rig } from '../rig/rig';
import type { Amount, Findings, Trial } from '../trial';

/** The time limit for an answer while no connection is available: the deadline, and some time for a busy machine. */
export const UNAVAILABLE_MS = 1_000 + 300;
/** The time limit for every answer, whatever the database does. */
export const ANSWERED_MS = 3_000;
/** The time after which no request fails once the database accepts connections again. */
export const RECOVERED_MS = 1_000;

export interface Outage {
  readonly from: number;
  /** When the database accepted connections again. */
  readonly to: number;
}

/** Checks that hold in every outage: the answers, how long they took, and that failures stop when the outage ends. */
export function expectOutage(findings: Findings, outcomes: Outcomes, outages: readonly Outage[]): void {
  const excused = (kind: Kind) => kind === 'right' || /^50[34] (service_unavailable|overloaded|timeout)$/.test(kind);
  findings.must(outcomes.count((kind) => !excused(kind)) === 0, `other answers than 503 and 504: ${String(outcomes)}`);
  findings.atMost(
    'longest answer',
    outcomes.longest(() => true),
    ANSWERED_MS,
    ' ms',
  );
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
  oneOutage: (held: Held, nth: number) => Promise<Outage>,
): Promise<void> {
  const outages: Outage[] = [];
  const outcomes = await rig.underLoad({}, findings, async (held) => {
    for (let nth = 0; nth < times; nth += 1) {
      outages.push(await oneOutage(held, nth));
      await sleep(1_000 + 1_000 * findings.slack);
    }
  });
  expectOutage(findings, outcomes, outages);
  const first = outages[0]!.from;
  findings.note(`first 503 after ${Math.round(outcomes.firstAnswered(isUnavailable, first) - first)} ms`);
}

/** Kills the server `times` times. Connections are refused after one kill and reset after the next. */
export async function killDatabase(rig: Rig, findings: Findings, times: number, downMs: number): Promise<void> {
  await away(rig, findings, times, async (_held, nth) => {
    const from = performance.now();
    await rig.server.kill();
    if (nth % 2 === 0) await rig.net.cut();
    await sleep(downMs);
    await rig.heal();
    return { from, to: performance.now() };
  });
}

/** Freezes the server. Nobody waits longer than the promised time. */
export async function freezeDatabase(rig: Rig, findings: Findings, times: number, frozenMs: number): Promise<void> {
  await away(rig, findings, times, async ({ gateway }) => {
    const from = performance.now();
    rig.server.freeze();
    await sleep(frozenMs / 2);
    // More than may be in flight at once: the excess must be refused at once.
    const burst = await rig.load(gateway, { clients: 320, thinkMs: 0, requests: 320 }).finished();
    findings.note(`320 at once while it is frozen: ${String(burst)}`);
    findings.atMost(
      'longest of them',
      burst.longest(() => true),
      ANSWERED_MS,
      ' ms',
    );
    findings.atMost('longest 503 overloaded', burst.longest(isOverloaded), 2_500, ' ms');
    await sleep(Math.max(0, from + frozenMs - performance.now()));
    rig.server.thaw();
    return { from, to: performance.now() };
  });
}

const brief = ({ short }: Amount, usual: number, inShort: number): number => (short ? inShort : usual);

export const AWAY: readonly Trial[] = [
  {
    number: 1,
    name: 'database killed',
    shown: true,
    drive: '`kill -9` of the server, restarted after 3 s; 3 times',
    expected:
      '503 `service_unavailable` with `Retry-After` within 1.3 s or 504 within 3 s, never 500; right answers 1 s after it accepts connections',
    short: true,
    run: (rig, findings, amount) => killDatabase(rig, findings, brief(amount, 3, 1), brief(amount, 3_000, 1_500)),
  },
  {
    number: 2,
    name: 'database restarted',
    drive: 'SIGTERM to the server, restarted at once; 3 times',
    expected: 'as for “database killed”; a statement that fails with 1053 or 1927 counts as lost',
    run: (rig, findings, amount) =>
      away(rig, findings, brief(amount, 3, 1), async () => {
        const from = performance.now();
        await rig.heal({ restart: true });
        return { from, to: performance.now() };
      }),
  },
  {
    number: 3,
    name: 'database frozen',
    drive: 'SIGSTOP to the server for 10 s; in the middle, 320 requests at once',
    expected:
      'every request answered within 3 s: 504 `timeout`, then 503; requests without a slot are `overloaded` within 2.5 s; right answers 1 s after it resumes',
    short: true,
    run: (rig, findings, amount) => freezeDatabase(rig, findings, 1, brief(amount, 10_000, 4_000)),
  },
  {
    number: 8,
    name: 'network cut',
    drive: 'all connections to the database are reset, and new ones are refused for 5 s',
    expected: 'as for “database killed”',
    short: true,
    run: (rig, findings, amount) =>
      away(rig, findings, 1, async () => {
        const from = performance.now();
        await rig.net.cut();
        await sleep(brief(amount, 5_000, 1_500));
        await rig.heal();
        return { from, to: performance.now() };
      }),
  },
  {
    number: 9,
    name: 'black hole',
    drive: 'no byte passes in either direction for 10 s, and nothing is refused',
    expected: 'as for “database frozen”',
    run: (rig, findings, amount) =>
      away(rig, findings, 1, async () => {
        const from = performance.now();
        rig.net.stand();
        await sleep(brief(amount, 10_000, 4_000));
        rig.net.goOn();
        return { from, to: performance.now() };
      }),
  },
];
