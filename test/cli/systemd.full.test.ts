/** What systemd is told through its own program, on a real socket: sd_notify(3). */

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { until } from '../support/until';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { debianProgram, INSTALL_LIMIT_MS } from '../support/debian-program';
import { TEST_SECRET } from '../support/tokens';
import { serve, type Serving } from './leasegate';

jest.setTimeout(120_000);

/** Prints each datagram on a line. The program waits until the file descriptor in its last one is closed. */
const RECEIVER = `
import socket, sys
receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(sys.argv[1])
print('bound', flush=True)
while True: print(receiver.recv(4096).decode(), flush=True)
`;

let folder: string;
let socket: string;
let database: TestDatabase;
let receiver: ChildProcess;
let received: string;
let gateway: Serving | undefined;

beforeAll(async () => {
  await debianProgram('systemd', 'systemd-notify');
  await debianProgram('python3');
  database = await createTestDatabase();
}, INSTALL_LIMIT_MS);
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leasegate-systemd-'));
  socket = join(folder, 'notify');
  received = '';
  receiver = spawn('python3', ['-c', RECEIVER, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  receiver.stdout!.setEncoding('utf8').on('data', (text: string) => (received += text));
  await until(() => received === 'bound\n', 'the socket is there');
});
afterEach(async () => {
  await gateway?.end('SIGKILL');
  gateway = undefined;
  receiver.kill();
  await once(receiver, 'exit');
  rmSync(folder, { recursive: true });
});
afterAll(() => database.drop());

const start = (env = {}): Promise<Serving> =>
  serve({
    DATABASE_URL: database.url,
    AUTH_JWT_SECRET: TEST_SECRET,
    NOTIFY_SOCKET: socket,
    WATCHDOG_USEC: '2000000',
    ...env,
  });

const states = (): string[] => received.match(/^(?:READY|WATCHDOG|STOPPING)=1$/gm) ?? [];
const count = (state: string): number => states().filter((line) => line === state).length;
const times = (state: string, least: number) => until(() => count(state) >= least, `${state} came ${least} times`);

test('READY once it listens, WATCHDOG while it works, STOPPING at its end', async () => {
  gateway = await start({ SHUTDOWN_DELAY_SECONDS: '1' });
  await times('WATCHDOG=1', 2);
  expect(await gateway.end()).toBe(0);
  await times('STOPPING=1', 1);
  expect([count('READY=1'), count('STOPPING=1')]).toEqual([1, 1]);
  expect(states()[0]).toBe('READY=1');
  expect(gateway.stdout()).not.toContain('systemd-notify failed');
});

test('there is no READY without a listener', async () => {
  const taken = await start({ NOTIFY_SOCKET: '' });
  try {
    await expect(start({ PORT: new URL(taken.url).port })).rejects.toThrow('another program uses the port');
    expect(received).toBe('bound\n');
  } finally {
    await taken.end();
  }
});

test('the watchdog gets nothing while the process does not run', async () => {
  gateway = await start();
  await times('WATCHDOG=1', 1);
  process.kill(gateway.pid, 'SIGSTOP');
  await sleep(500);
  const before = count('WATCHDOG=1');
  await sleep(2_500);
  expect(count('WATCHDOG=1')).toBe(before);
  process.kill(gateway.pid, 'SIGCONT');
  await times('WATCHDOG=1', before + 1);
});

test('a watchdog of another process gets nothing', async () => {
  gateway = await start({ WATCHDOG_PID: '1' });
  await times('READY=1', 1);
  await sleep(2_500);
  expect(count('WATCHDOG=1')).toBe(0);
});

test('a failure is logged, and the gateway serves', async () => {
  gateway = await start({ NOTIFY_SOCKET: join(folder, 'missing') });
  await until(() => gateway!.stdout().includes('"state":"READY=1","msg":"systemd-notify failed"'), 'it is logged');
  expect((await fetch(`${gateway.adminUrl}/livez`)).status).toBe(200);
});
