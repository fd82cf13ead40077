/** The wall clock jumps. Deadlines do not change. */

import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { restAnswer } from '../../../test/oracle/answer';
import type { TenantRow } from '../../../test/oracle/world';
import { debianProgram } from '../../../test/support/debian-program';
import { signToken } from '../../../test/support/tokens';
import { Caller } from '../rig/caller';
import { holdTables } from '../rig/fault-server';
import { type GatewayProcess } from '../rig/gateway-process';
import { typeOf } from '../rig/load';
import { isFailure } from '../rig/outcomes';
import { isRightAnswer, type Question, requestBytes } from '../rig/questions';
import type { Rig } from '../rig/rig';
import type { Findings, Trial } from '../trial';

/** Later than the last moment tried. */
const FAR_SECONDS = 10 * 365 * 86_400;

/** Moments in the format of `libfaketime`, a time zone, and the business day there at that moment. */
const MOMENTS: readonly (readonly [moment: string, day: string])[] = [
  ['@2028-02-29 11:00:00', '2028-02-29'],
  ['@2028-02-29 23:30:00', '2028-03-01'],
  // The hour that Berlin skips in spring, and the hour that it repeats in autumn.
  ['@2027-03-27 23:30:00', '2027-03-28'],
  ['@2027-10-30 22:30:00', '2027-10-31'],
  ['@2027-10-31 23:30:00', '2027-11-01'],
];

async function libfaketime(): Promise<string> {
  await debianProgram('faketime');
  const folders = readdirSync('/usr/lib').map((name) => join('/usr/lib', name, 'faketime/libfaketime.so.1'));
  const found = folders.find((path) => existsSync(path));
  if (found === undefined) throw new Error('libfaketime.so.1 is not where Debian has it');
  return found;
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
    TZ: 'UTC',
    BUSINESS_TIME_ZONE: 'Europe/Berlin',
  };
  const gateway = await rig.serve({ env });
  await gateway.becomes(200);
  await tokensFollow(gateway, findings, set);
  await activeFollows(rig, gateway, findings, set);
  await deadlinesStay(rig, gateway, findings, set);
  await rig.expectEnd(gateway, findings);
}

async function tokensFollow(gateway: GatewayProcess, findings: Findings, set: (moment: string) => void): Promise<void> {
  const hour = await signToken({ groups: '*', expiresIn: 3_600 });
  const days = await signToken({ groups: '*', expiresIn: 10 * 86_400 });
  const ask = async (token: string, path = '/leases/find-for-tenant/') => {
    const body = path === '/graphql' ? '{"query":"{ viewer { allGroups } }"}' : '{"identifier":"nobody"}';
    const caller = new Caller(gateway.port);
    const reply = await caller.ask(requestBytes(path, token, body));
    caller.close();
    if (!('text' in reply)) return reply.status;
    return typeOf(JSON.parse(reply.text) as object) ?? reply.status;
  };
  const paths = ['/leases/find-for-tenant/', '/graphql'];
  const seen: (string | number)[] = [];
  for (const moment of ['+0', '+1d', '-2h', '+1d', '+0']) {
    set(moment);
    for (const path of paths) seen.push(await ask(hour, path), await ask(days, path));
  }
  const good = [200, 200, 200, 200];
  const late = ['expired_token', 200, 'expired_token', 200];
  const right = String([...good, ...late, ...good, ...late, ...good]);
  findings.must(String(seen) === right, `tokens follow the clock: ${String(seen)}`);
  findings.note('a token expires with the clock, and is valid again when the clock goes back');
}

/** The business day decides which leases are active. */
async function activeFollows(
  rig: Rig,
  gateway: GatewayProcess,
  findings: Findings,
  set: (moment: string) => void,
): Promise<void> {
  const { world, today } = rig.scene;
  const far = await signToken({ groups: '*', expiresIn: FAR_SECONDS });
  const bodyOf = ({ identifier }: TenantRow) => JSON.stringify({ identifier, active: true });
  const nextDay = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
  const moments = [...MOMENTS, [`@${today} 12:00:00`, today], [`@${nextDay} 12:00:00`, nextDay]] as const;
  const caller = new Caller(gateway.port);
  let different = 0;
  for (const tenant of world.tenants.filter(({ identifier }) => identifier.trim() !== '')) {
    const answers = moments.map(([, day]) =>
      restAnswer(world, 'all', { operation: 'find-for-tenant', body: bodyOf(tenant) }, day),
    );
    if (new Set(answers.map(({ body }) => JSON.stringify(body))).size === 1) continue;
    different += 1;
    if (different > 10) break;
    for (const [nth, [moment, day]] of moments.entries()) {
      set(moment);
      const reply = await caller.ask(requestBytes('/leases/find-for-tenant/', far, bodyOf(tenant)));
      const { status, body } = answers[nth]!;
      const question = { status, expected: body as object } as Question;
      const right = 'text' in reply && isRightAnswer(question, reply.status, reply.text);
      findings.must(right, `active on ${day}: another answer than the oracle's`);
    }
  }
  caller.close();
  findings.must(different > 0, 'no tenant has leases that begin or end on one of the days');
  findings.note(`active leases of ${Math.min(different, 10)} tenants at ${moments.length} moments`);
  set('+0');
}

/** Waits are measured by a monotonic clock. */
async function deadlinesStay(
  rig: Rig,
  gateway: GatewayProcess,
  findings: Findings,
  set: (moment: string) => void,
): Promise<void> {
  const token = await signToken({ groups: '*', expiresIn: FAR_SECONDS });
  const tenant = rig.scene.world.tenants.find(({ identifier }) => identifier.trim() !== '')!;
  const request = requestBytes('/leases/find-for-tenant/', token, JSON.stringify({ identifier: tenant.identifier }));
  for (const moment of ['+1d', '-2h']) {
    const held = await holdTables(rig.server);
    const caller = new Caller(gateway.port);
    const began = performance.now();
    const asked = caller.ask(request);
    await sleep(500);
    set(moment);
    const { status } = await asked;
    const ms = performance.now() - began;
    findings.must(
      status === 504 && ms > 1_500 && ms < 3_000,
      `a deadline with ${moment}: ${status} after ${Math.round(ms)} ms`,
    );
    caller.close();
    await held.release();
    set('+0');
  }
  const load = rig.load(gateway, { clients: 20, thinkMs: 20 });
  for (const moment of ['-2h', '+2h', '-2h', '+0']) {
    await sleep(500);
    set(moment);
  }
  findings.atMost('failed requests while the clock jumps', (await load.stop()).count(isFailure), 0);
}

export const CLOCK: readonly Trial[] = [
  {
    number: 14,
    name: 'clock change',
    drive: '`libfaketime`: a day ahead, two hours back, 29 February, both ends of summer time in Berlin',
    expected: 'expiry and `active` follow the wall clock at once; deadlines do not change; no request fails',
    run: jump,
  },
];
