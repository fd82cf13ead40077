import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pino } from 'pino';

import { serviceManager } from '../../src/cli/serve';
import { until } from '../support/until';

const folder = mkdtempSync(join(tmpdir(), 'leasegate-notify-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a notification that fails is logged, and no other', async () => {
  const [program, ended] = [join(folder, 'systemd-notify'), join(folder, 'ended')];
  const exitWith = (status: number) =>
    writeFileSync(program, `#!/bin/sh\n: > ${ended}\nexit ${status}\n`, { mode: 0o755 });
  const lines: object[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as object) });
  const environment = { NOTIFY_SOCKET: join(folder, 'socket'), PATH: folder };
  const manager = serviceManager({ environment }, log);
  exitWith(0);
  manager.listening();
  await until(() => existsSync(ended));
  exitWith(1);
  manager.stopping();
  await until(() => lines.length > 0);
  expect(lines).toEqual([expect.objectContaining({ state: 'STOPPING=1', msg: 'systemd-notify failed' })]);
});

test('the watchdog hears of a gateway twice in its time, until the gateway stops', async () => {
  const states = join(folder, 'states');
  const heard = () => (existsSync(states) ? readFileSync(states, 'utf8').trim().split('\n') : []);
  writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$1" >> ${states}\n`, { mode: 0o755 });
  const environment = { NOTIFY_SOCKET: join(folder, 'socket'), PATH: folder };
  const manager = serviceManager({ environment, watchdogMs: 60_000 }, pino({ level: 'silent' }));
  jest.useFakeTimers();
  manager.listening();
  jest.advanceTimersByTime(60_000);
  manager.stopping();
  jest.advanceTimersByTime(60_000);
  jest.useRealTimers();
  await until(() => heard().length === 4);
  expect(heard().toSorted()).toEqual(['READY=1', 'STOPPING=1', 'WATCHDOG=1', 'WATCHDOG=1']);
});
