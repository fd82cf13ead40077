/** The database runs, but its connections fail. */

import { setTimeout as sleep } from 'node:timers/promises';

import type { Connection, RowDataPacket } from 'mysql2/promise';

import { sessions } from '../rig/fault-server';
import { isFailure, isUnavailable } from '../rig/outcomes';
import type { Rig } from '../rig/rig';
import type { Amount, Findings, Trial } from '../trial';

/** The time limit for an answer while no connection is available: the deadline, and some time for a busy machine. */
const UNAVAILABLE_MS = 1_000 + 300;
/** The time after a kill until every request that it may have hit has ended. */
const MET_MS = 20;

/** Kills random connections of the gateway, idle or not. */
async function killed(rig: Rig, findings: Findings, { short, times }: Amount): Promise<void> {
  const count = short ? 100 : 100 * times;
  let killed = 0;
  const outcomes = await rig.underLoad(50, findings, (load) =>
    rig.server.withConnection(async (connection) => {
      const deadline = performance.now() + 600_000;
      while (killed < count && performance.now() < deadline) {
        const open = await sessions(connection);
        const victim = open[Math.floor((killed * 0.618 * open.length) % Math.max(1, open.length))];
        if (victim !== undefined) {
          await connection.query('kill ?', [victim]).then(
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
  findings.atMost('failed requests', outcomes.count(isFailure), 0);
  findings.atLeast('connections killed', killed, count);
}

/** Other clients hold every connection that the server allows (error 1040). */
async function taken(rig: Rig, findings: Findings, { short }: Amount): Promise<void> {
  const windowMs = short ? 3_000 : 8_000;
  const span = { from: 0, to: 0 };
  let attempts = 0;
  const outcomes = await rig.underLoad(100, findings, async () => {
    const keeper = await rig.server.connection();
    await keeper.query('set global max_connections = 10');
    const others: Connection[] = [];
    const ended = async () => {
      for (const id of await sessions(keeper)) await keeper.query('kill ?', [id]).catch(() => undefined);
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
    await sleep(1_000);
    span.from = performance.now();
    const before = await refusedConnections(keeper);
    await sleep(windowMs);
    span.to = performance.now();
    attempts = (await refusedConnections(keeper)) - before;
    for (const connection of others) connection.destroy();
    await keeper.query('set global max_connections = 151');
    keeper.destroy();
    await sleep(4_000);
  });
  const during = outcomes.sent(span.from, span.to);
  findings.must(during.count(isUnavailable) > 0, 'nobody was told that the service is unavailable');
  findings.atMost('longest 503', outcomes.longest(isUnavailable), UNAVAILABLE_MS, ' ms');
  findings.atMost('connection attempts in a second', (1_000 * attempts) / (span.to - span.from), 10);
  findings.atMost('failed later than 2 s after', outcomes.sent(span.to + 2_000).count(isFailure), 0);
}

/** How many connections the server has refused because it has as many as it allows. */
async function refusedConnections(connection: Connection): Promise<number> {
  const sql = "show global status like 'Connection_errors_max_connections'";
  const [[row]] = await connection.query<RowDataPacket[]>({ sql, rowsAsArray: true });
  return Number(row?.[1]);
}

export const SESSIONS: readonly Trial[] = [
  { name: 'connections killed', shown: true, short: true, run: killed },
  { name: 'database full of connections', run: taken },
];
