/** The database runs, but its connections or statements fail. */

import { setTimeout as sleep } from 'node:timers/promises';

import type { Connection } from 'mysql2/promise';

import { type FaultServer, holdTables, sessions } from '../rig/fault-server';
import { isFailure, isRight, isUnavailable, type Outcomes } from '../rig/outcomes';
import { hasRecords } from '../rig/questions';
import type { Rig } from '../rig/rig';
import type { Amount, Findings, Trial } from '../trial';
import { ANSWERED_MS, UNAVAILABLE_MS } from './away';

/** The time after which no statement of ours is left on the server once its caller received a timeout. */
const STATEMENTS_GONE_MS = 500;

/** The time after a kill until every request that it may have hit has ended. */
const MET_MS = 20;

/** Milliseconds until no gateway has a running statement; Infinity when that takes longer than the limit. */
export function noneAtWork(server: FaultServer, limitMs = 10_000): Promise<number> {
  return server.withConnection(async (connection) => {
    const began = performance.now();
    for (;;) {
      const busy = (await sessions(connection)).filter(({ isBusy }) => isBusy);
      if (busy.length === 0) return performance.now() - began;
      if (performance.now() - began > limitMs) return Infinity;
      await sleep(10);
    }
  });
}

/** Locks the tables of the lookups: 504 in time, and no statement is left on the server. */
export async function holdLookups(rig: Rig, findings: Findings): Promise<void> {
  const gateway = await rig.serve();
  await gateway.becomes(200);
  const questions = rig.scene.questions.filter(hasRecords);
  const ask = (clients: number) => rig.load(gateway, { questions, clients, thinkMs: 0, requests: clients }).finished();
  await ask(40);
  const held = await holdTables(rig.server);
  const slow = await ask(10);
  findings.note(`while the tables are locked: ${String(slow)}`);
  findings.must(slow.count('504 timeout') === slow.total, 'not every answer is 504');
  findings.atMost(
    'longest 504',
    slow.longest(() => true),
    ANSWERED_MS,
    ' ms',
  );
  findings.atMost('last statement ended after', await noneAtWork(rig.server), STATEMENTS_GONE_MS, ' ms');
  await held.release();
  const after = await ask(10);
  findings.must(after.count(isRight) === after.total, `afterwards: ${String(after)}`);
  findings.note(`next requests ${Math.round(after.longest(isRight))} ms`);
  await rig.expectEnd(gateway, findings);
}

/** Kills random connections of the gateway, idle or not. */
export async function killConnections(rig: Rig, findings: Findings, count: number): Promise<void> {
  let killed = 0;
  const expect = (all: Outcomes) => findings.atMost('failed requests', all.count(isFailure), 0);
  await rig.underLoad({ thinkMs: 50, expect }, findings, ({ load }) =>
    rig.server.withConnection(async (connection) => {
      const deadline = performance.now() + 600_000;
      while (killed < count && performance.now() < deadline) {
        const open = await sessions(connection);
        const victim = open[Math.floor((killed * 0.618 * open.length) % Math.max(1, open.length))];
        if (victim !== undefined) {
          await connection.query('kill ?', [victim.id]).then(
            () => (killed += 1),
            // The connection may have closed by itself.
            () => undefined,
          );
        }
        // A lookup is retried once, so no lookup may meet two kills.
        await sleep(MET_MS);
        await load.settled();
      }
    }),
  );
  findings.atLeast('connections killed', killed, count);
}

/** Other clients hold every connection that the server allows. */
async function takeConnections(rig: Rig, findings: Findings, { short }: Amount): Promise<void> {
  const windowMs = short ? 3_000 : 8_000;
  const span = { from: 0, to: 0 };
  let most = 0;
  const outcomes = await rig.underLoad({}, findings, async () => {
    const keeper = await rig.server.connection();
    await keeper.query('set global max_connections = 10');
    const others: Connection[] = [];
    const ended = async () => {
      for (const { id } of await sessions(keeper)) await keeper.query('kill ?', [id]).catch(() => undefined);
    };
    await ended();
    // Freed connections are taken by others before the gateway gets them back.
    for (let tries = 0; others.length < 10 && tries < 400; tries += 1) {
      await ended();
      await rig.server.connection().then(
        (connection) => others.push(connection),
        () => undefined,
      );
    }
    await ended();
    span.from = performance.now() + 1_000;
    await sleep(windowMs);
    span.to = performance.now();
    most = busiestSecond(rig.net.made.filter((at) => at > span.from && at < span.to));
    for (const connection of others) connection.destroy();
    await keeper.query('set global max_connections = 151');
    keeper.destroy();
    await sleep(4_000);
  });
  const during = outcomes.sent(span.from, span.to);
  findings.must(during.count(isUnavailable) > 0, 'nobody was told that the service is unavailable');
  findings.atMost('longest 503', outcomes.longest(isUnavailable), UNAVAILABLE_MS, ' ms');
  findings.atMost('connection attempts in a second', most, 10);
  findings.atMost('failed later than 2 s after', outcomes.sent(span.to + 2_000).count(isFailure), 0);
}

function busiestSecond(times: readonly number[]): number {
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length));
}

export const SESSIONS: readonly Trial[] = [
  {
    number: 4,
    name: 'slow query',
    drive: 'another program locks the tables (`LOCK TABLES … WRITE`) during ten lookups',
    expected:
      '504 `timeout` within 3 s; 500 ms later no statement of the gateway is left on the server; the next requests are answered',
    short: true,
    run: holdLookups,
  },
  {
    number: 5,
    name: 'database full of connections',
    drive: '`max_connections` is 10, and others use all of them for 8 s (error 1040)',
    expected:
      '503 within 1.3 s; at most 10 connection attempts a second; right answers 2 s after connections are available',
    run: takeConnections,
  },
  {
    number: 6,
    name: 'connections killed',
    drive:
      '`KILL` of a random connection of the gateway, 200 times, idle or in use; the next one when no request can meet both',
    expected: 'no failed request',
    short: true,
    run: (rig, findings, { short }) => killConnections(rig, findings, short ? 100 : 200),
  },
  {
    number: 7,
    name: 'wait_timeout',
    drive: '`wait_timeout=2` on the server; a burst, then 5 s without requests; three times',
    expected: 'no failed request',
    async run(rig, findings) {
      await rig.server.run('set global wait_timeout = 2');
      const gateway = await rig.serve();
      await gateway.becomes(200);
      for (let turn = 0; turn < 3; turn += 1) {
        const burst = await rig.load(gateway, { clients: 40, thinkMs: 0, requests: 200 }).finished();
        findings.note(String(burst));
        findings.atMost('failed requests', burst.count(isFailure), 0);
        await sleep(5_000);
      }
      await rig.expectEnd(gateway, findings);
    },
  },
];
