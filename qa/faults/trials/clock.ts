/** The wall clock jumps. Tokens expire by it; deadlines do not change. */

import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { debianProgram } from '../../../test/support/debian-program';
import { signToken } from '../../../test/support/tokens';
import { Caller } from '../rig/caller';
import { holdTables } from '../rig/fault-server';
import { isFailure } from '../rig/outcomes';
import { hasRecords, requestBytes } from '../rig/questions';
import type { Rig } from '../rig/rig';
import type { Findings, Trial } from '../trial';

async function libfaketime(): Promise<string> {
  await debianProgram('faketime');
  const paths = readdirSync('/usr/lib').map((name) => join('/usr/lib', name, 'faketime/libfaketime.so.1'));
  const path = paths.find((each) => existsSync(each));
  if (path === undefined) throw new Error('libfaketime.so.1 is not where Debian has it');
  return path;
}

async function jump(rig: Rig, findings: Findings): Promise<void> {
  const file = join(rig.folder, 'clock');
  const set = (moment: string) => writeFileSync(file, `${moment}\n`);
  set('+0');
  const env = {
    LD_PRELOAD: await libfaketime(),
    FAKETIME_TIMESTAMP_FILE: file,
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_NO_CACHE: '1',
  };
  const gateway = await rig.serve({ env });
  await gateway.becomes(200);
  const ask = async (request: Buffer) => {
    const caller = new Caller(gateway.port);
    const reply = await caller.ask(request);
    caller.close();
    return reply.status;
  };

  const hour = await signToken({ groups: '*', expiresIn: 3_600 });
  const statuses: (string | number)[] = [];
  for (const moment of ['+0', '+1d', '-2h', '+1d', '+0']) {
    set(moment);
    statuses.push(await ask(requestBytes('/leases/find-for-tenant/', hour, '{"identifier":"nobody"}')));
  }
  findings.must(String(statuses) === '200,401,200,401,200', `tokens follow the clock: ${String(statuses)}`);

  const { request } = rig.scene.questions.find((question) => hasRecords(question) && question.asker.sight === 'all')!;
  for (const moment of ['+1h', '-2h']) {
    const held = await holdTables(rig.server);
    const began = performance.now();
    const asked = ask(request);
    await sleep(500);
    set(moment);
    const status = await asked;
    const ms = Math.round(performance.now() - began);
    findings.must(status === 504 && ms > 1_500 && ms < 3_000, `a deadline with ${moment}: ${status} after ${ms} ms`);
    await held.release();
    set('+0');
  }
  const load = rig.load(gateway, { clients: 20, thinkMs: 20 });
  for (const moment of ['-2h', '+2h', '-2h', '+0']) {
    await sleep(500);
    set(moment);
  }
  findings.atMost('failed requests while the clock jumps', (await load.stop()).count(isFailure), 0);
  await rig.expectEnd(gateway, findings);
}

export const CLOCK: Trial = { name: 'clock change', run: jump };
