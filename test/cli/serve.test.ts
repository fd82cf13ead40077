/** How `leasegate serve` starts and ends. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { send } from '../http/client';
import { TEST_SECRET } from '../support/tokens';
import { until } from '../support/until';
import { serve } from './leasegate';

// The machine may be busy.
jest.setTimeout(60_000);

const env = { DATABASE_URL: 'mysql://root@127.0.0.1:1/none', AUTH_JWT_SECRET: TEST_SECRET };

interface Line {
  readonly msg: string;
  readonly time: number;
}

test('an unreachable database does not stop the start, and is said once; the end waits as long as it is set to', async () => {
  const gateway = await serve({ ...env, SHUTDOWN_DELAY_SECONDS: '1' });
  expect((await send(`${gateway.adminUrl}/livez`, { method: 'GET' })).status).toBe(200);
  expect((await send(`${gateway.adminUrl}/readyz`, { method: 'GET' })).status).toBe(503);
  const warnings = () => gateway.stdout().match(/^.*lookups are unavailable.*$/gm) ?? [];
  await until(() => warnings().length !== 0);
  expect(await gateway.end()).toBe(0);
  const lines = gateway.stdout().trim().split('\n');
  const timeOf = (msg: string) => lines.map((line) => JSON.parse(line) as Line).find((line) => line.msg === msg)!.time;
  // The timer and the log read different clocks.
  expect(timeOf('stopped') - timeOf('draining')).toBeGreaterThan(990);
  expect(warnings().map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({
      level: 40,
      problems: ['the database at 127.0.0.1:1 does not answer: the connection was refused'],
    }),
  ]);
});

test('systemd hears that it listens, twice in the time of its watchdog that it works, and that it stops; a failure is logged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-notify-'));
  const states = join(folder, 'states');
  const script = `#!/bin/sh\necho "$1" >> ${states}\n[ "$1" != STOPPING=1 ]\n`;
  writeFileSync(join(folder, 'systemd-notify'), script, { mode: 0o755 });
  const heard = () => (existsSync(states) ? readFileSync(states, 'utf8').trim().split('\n') : []);
  const gateway = await serve({
    ...env,
    PATH: `${folder}:${process.env.PATH}`,
    NOTIFY_SOCKET: join(folder, 'socket'),
    WATCHDOG_USEC: '1000000',
    SHUTDOWN_DELAY_SECONDS: '1',
  });
  await until(() => heard().length === 3);
  expect(await gateway.end()).toBe(0);
  const [ready, ...later] = heard();
  expect([ready, later.at(-1), new Set(later)]).toEqual([
    'READY=1',
    'STOPPING=1',
    new Set(['WATCHDOG=1', 'STOPPING=1']),
  ]);
  const failures = gateway.stdout().match(/^.*systemd-notify failed.*$/gm) ?? [];
  expect(failures.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ state: 'STOPPING=1' }),
  ]);
  rmSync(folder, { recursive: true });
});
