/** The network to the database is bad, or leads to another server. */

import { setTimeout as sleep } from 'node:timers/promises';

import { seededDice } from '../../../test/oracle/generate/dice';
import { type FaultServer, sessions } from '../rig/fault-server';
import { isFailure } from '../rig/outcomes';
import type { Rig } from '../rig/rig';
import type { Link } from '../rig/switch';
import type { Amount, Findings, Trial } from '../trial';
import { expectOutage, RECOVERED_MS } from './away';

/** The maximum age of a connection in seconds, where only a new connection reveals a failover. */
const CONNECTION_LIFE_SECONDS = 3;

const LINKS: readonly (readonly [string, (seed: number) => Link])[] = [
  ['200 ms each way', () => ({ delayMs: 200 })],
  ['one byte at a time', () => ({ trickle: true })],
  [
    'cut after a random byte',
    (seed) => {
      const dice = seededDice(seed);
      return { cutAfter: () => dice.between(1, 60_000) };
    },
  ],
];

async function badLink(rig: Rig, findings: Findings, { seed, short }: Amount): Promise<void> {
  for (const [title, link] of LINKS) {
    let until = 0;
    const outcomes = await rig.underLoad({}, findings, async () => {
      await rig.net.lead(rig.server.port, link(seed));
      rig.net.endAll();
      await sleep(short ? 2_000 : 6_000);
      await rig.net.lead(rig.server.port);
      rig.net.endAll();
      until = performance.now();
      await sleep(3_000);
    });
    const strange = outcomes.count((kind) => !/^(right|50[34] (service_unavailable|overloaded|timeout))$/.test(kind));
    findings.atMost(`${title}: other answers than right, 503 and 504`, strange, 0);
    findings.atMost(
      `${title}: failed later than 1 s after`,
      outcomes.sent(until + RECOVERED_MS * findings.slack).count(isFailure),
      0,
    );
  }
}

/** The number of sessions that the gateways have on a server. */
const sessionsOn = (server: FaultServer): Promise<number> =>
  server.withConnection(async (connection) => (await sessions(connection)).length);

async function failOver(rig: Rig, findings: Findings): Promise<void> {
  const other = await rig.anotherServer('other');
  // The old server dies.
  let from = 0;
  const died = await rig.underLoad({}, findings, async () => {
    from = performance.now();
    await rig.net.lead(other.port);
    await rig.server.kill();
    await sleep(4_000);
    findings.note(`${await sessionsOn(other)} sessions on the new one`);
  });
  expectOutage(findings, died, [{ from, to: from }]);
  await rig.heal();

  // The old server keeps running, read-only: open connections stay there until they reach their maximum age.
  const DATABASE_CONNECTION_MAX_AGE_SECONDS = String(CONNECTION_LIFE_SECONDS);
  const lives = await rig.underLoad({ env: { DATABASE_CONNECTION_MAX_AGE_SECONDS } }, findings, async () => {
    await rig.server.run('set global read_only = 1');
    await rig.net.lead(other.port);
    const flipped = performance.now();
    while ((await sessionsOn(rig.server)) > 0 && performance.now() - flipped < 20_000) await sleep(100);
    const gone = (await sessionsOn(rig.server)) === 0 ? performance.now() - flipped : Infinity;
    findings.atMost('all sessions on the new one after', gone, CONNECTION_LIFE_SECONDS * 1_000 + 2_000, ' ms');
  });
  findings.atMost('failed requests while the old one keeps running', lives.count(isFailure), 0);
}

export const NETWORK: readonly Trial[] = [
  {
    number: 10,
    name: 'slow or lossy link',
    drive: 'a proxy: 200 ms each way; one byte at a time; cut after a random byte (1 to 60,000)',
    expected: 'right, 503 or 504, never a wrong row; right 1 s after the link has recovered',
    run: badLink,
  },
  {
    number: 11,
    name: 'fail-over',
    drive: 'the address now leads to a second server; the first is dead, or keeps running read-only',
    expected: `within 1 s all use the new server if the old one died; if it keeps running, once connections reach their maximum age (${CONNECTION_LIFE_SECONDS} s here), with no failed request`,
    run: failOver,
  },
];
