/** The network of the gateway is bad: its link to the database, or its own reads and writes. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { seededDice } from '../../../test/oracle/generate/dice';
import { debianProgram } from '../../../test/support/debian-program';
import { isFailure, isLost, isRight } from '../rig/outcomes';
import type { Rig } from '../rig/rig';
import type { Link } from '../rig/switch';
import type { Amount, Findings, Trial } from '../trial';
import { RECOVERED_MS } from './away';

const LINKS: Readonly<Record<string, (seed: number) => Link>> = {
  '200 ms each way': () => ({ delayMs: 200 }),
  'one byte at a time': () => ({ trickle: true }),
  'cut after a random byte': (seed) => {
    const dice = seededDice(seed);
    return { cutAfter: () => dice.between(1, 60_000) };
  },
};

/** Never a wrong row, and only right answers soon after the link has recovered. */
async function badLink(rig: Rig, findings: Findings, { seed, short }: Amount): Promise<void> {
  for (const [title, link] of Object.entries(LINKS)) {
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

/** Two of 1,000 reads and writes fail. Some are of a client's own connection. */
async function failingCalls(rig: Rig, findings: Findings): Promise<void> {
  const fiuRun = await debianProgram('fiu-utils', 'fiu-run');
  const control = (pid: number, order: string) =>
    execFileSync(join(fiuRun, '..', 'fiu-ctrl'), ['-c', order, String(pid)]);
  const outcomes = await rig.underLoad(
    { wrapper: [fiuRun, '-x'], excuses: (kind) => isLost(kind) || kind.startsWith('500') },
    findings,
    async ({ gateway }) => {
      control(gateway.child.pid!, 'enable_random name=posix/io/rw/*,probability=0.002');
      await sleep(6_000);
      control(gateway.child.pid!, 'disable name=posix/io/rw/*');
      await sleep(3_000);
      const after = await rig.load(gateway, { clients: 10, thinkMs: 0, requests: 100 }).finished();
      findings.must(after.count(isRight) === 100, `afterwards: ${String(after)}`);
    },
  );
  findings.must(
    outcomes.count((kind) => kind !== 'right' && !/^50[034] \w+$/.test(kind) && !isLost(kind)) === 0,
    `reads and writes that fail: ${String(outcomes)}`,
  );
}

export const NETWORK: readonly Trial[] = [
  { name: 'slow or lossy link', run: badLink },
  { name: 'system calls fail', run: failingCalls },
];
