/** The program answers requests whatever happens to standard output. Its metrics count the lost lines. */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, mkdtempSync, openSync, closeSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { send } from '../http/client';
import { scrape } from '../http/scraped';
import { freePort } from '../../tools/local-server/free-port';
import { TEST_SECRET } from '../support/tokens';
import { until } from '../support/until';
import { serve } from './leasegate';

// A test starts the program several times, on a machine that may be busy.
jest.setTimeout(120_000);

const PROGRAM = join(__dirname, '..', '..', 'bin', 'leasegate');
const env = {
  PATH: process.env.PATH ?? '',
  DATABASE_URL: 'mysql://root@127.0.0.1:1/none',
  AUTH_JWT_SECRET: TEST_SECRET,
};

async function ask(url: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1)
    expect((await send(`${url}/unknown`, { method: 'GET' })).status).toBe(404);
}

test('a pipe without a reader: each line is counted as lost', async () => {
  const gateway = await serve({ ...env, LOG_LEVEL: 'debug' });
  gateway.stopListening();
  await ask(gateway.url, 50);
  const lost = async () => (await scrape(gateway.adminUrl)).sum('leasegate_log_lines_lost_total', { log: 'log' });
  await until(async () => (await lost()) >= 50);
  expect(await gateway.end()).toBe(0);
});

test('a pipe whose reader has stopped: the gateway continues, buffers up to its limit, and ends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-pipe-'));
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const [reader, writer] = [openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), openSync(path, 'w')];
  const [PORT, ADMIN_PORT] = [String(await freePort()), String(await freePort())];
  const [url, livez] = [`http://127.0.0.1:${PORT}`, `http://127.0.0.1:${ADMIN_PORT}/livez`];
  const gateway = spawn(PROGRAM, ['serve'], {
    stdio: ['ignore', writer, 'inherit'],
    env: { ...env, LOG_LEVEL: 'debug', PORT, ADMIN_PORT },
  });
  const exited = once(gateway, 'exit');
  const isAlive = async () => (await fetch(livez).catch(() => undefined))?.ok === true;
  await until(async () => await isAlive());
  // More than fits in a pipe.
  await ask(url, 1_000);
  expect(await isAlive()).toBe(true);
  const asked = Date.now();
  gateway.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  expect(Date.now() - asked).toBeLessThan(20_000);
  for (const descriptor of [reader, writer]) closeSync(descriptor);
  rmSync(folder, { recursive: true });
});

test('on a terminal, a line is for people; elsewhere it is JSON', async () => {
  const child = spawn('script', ['-qec', `${PROGRAM} serve`, '/dev/null'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...env, PORT: '0', ADMIN_PORT: '0' },
  });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
  await until(() => shown.includes('lookups are unavailable'));
  // Ctrl-C, as a terminal sends it.
  child.stdin.write('\u0003');
  await once(child, 'exit');
  const lines = shown.split(/\r?\n/);
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^\d\d:\d\d:\d\d INFO {2}listening url=http:\/\/127\.0\.0\.1:\d+ adminUrl=http:\/\/127\.0\.0\.1:\d+$/,
    ),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^\d\d:\d\d:\d\d WARN {2}lookups are unavailable problems=\["/));
  expect(lines.at(-2)).toMatch(/INFO {2}stopped$/);
});
