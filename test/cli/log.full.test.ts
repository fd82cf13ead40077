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

// A test starts the program several times, on a machine that may be busy.
jest.setTimeout(120_000);

const PROGRAM = join(__dirname, '..', '..', 'bin', 'leasegate');
const LOST = 'leasegate_log_lines_lost_total';

interface Running {
  readonly url: string;
  readonly adminUrl: string;
  /** Sends SIGTERM, and waits for the exit status. */
  end(): Promise<unknown>;
}

/** A running gateway that writes a line for each request to `stdout`. It needs no database. */
async function serve(stdout: number): Promise<Running> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const child = spawn(PROGRAM, ['serve'], {
    stdio: ['ignore', stdout, 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: 'mysql://root@127.0.0.1:1/none',
      AUTH_JWT_SECRET: TEST_SECRET,
      LOG_LEVEL: 'debug',
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
    },
  });
  const exited = once(child, 'exit');
  const [url, adminUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${adminPort}`];
  await until(async () => await isAlive(adminUrl));
  const end = async () => {
    child.kill('SIGTERM');
    return (await exited)[0] as unknown;
  };
  return { url, adminUrl, end };
}

const isAlive = (adminUrl: string): Promise<boolean> =>
  fetch(`${adminUrl}/livez`).then(
    ({ ok }) => ok,
    () => false,
  );

async function ask({ url }: Running, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    expect((await send(`${url}/unknown`, { method: 'GET' })).status).toBe(404);
  }
}

const lost = async ({ adminUrl }: Running): Promise<number> => (await scrape(adminUrl)).sum(LOST, { log: 'log' });

test('a full disk', async () => {
  const full = openSync('/dev/full', 'w');
  const gateway = await serve(full);
  closeSync(full);
  await ask(gateway, 50);
  // They wait, because there may be room again.
  expect(await lost(gateway)).toBe(0);
  expect(await gateway.end()).toBe(0);
});

test('a pipe without a reader', async () => {
  await withPipe(async (pipe, stopReading) => {
    const gateway = await serve(pipe);
    stopReading();
    await ask(gateway, 50);
    await until(async () => (await lost(gateway)) >= 50);
    expect(await gateway.end()).toBe(0);
  });
});

test('a pipe whose reader has stopped: the gateway continues, buffers up to its limit, and ends', async () => {
  await withPipe(async (pipe) => {
    const gateway = await serve(pipe);
    // More than fits in a pipe.
    await ask(gateway, 1_000);
    expect(await isAlive(gateway.adminUrl)).toBe(true);
    const asked = Date.now();
    expect(await gateway.end()).toBe(0);
    expect(Date.now() - asked).toBeLessThan(20_000);
  });
});

/** A named pipe with a reader that reads nothing. */
async function withPipe(use: (pipe: number, stopReading: () => void) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-pipe-'));
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, 'w');
  let isReading = true;
  const stopReading = () => {
    if (isReading) closeSync(reader);
    isReading = false;
    // The gateway has its own descriptor.
    closeSync(writer);
  };
  try {
    await use(writer, stopReading);
  } finally {
    if (isReading) stopReading();
    rmSync(folder, { recursive: true });
  }
}

test('on a terminal, a line is for people; elsewhere it is JSON', async () => {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: 'mysql://root@127.0.0.1:1/none',
    AUTH_JWT_SECRET: TEST_SECRET,
    PORT: '0',
    ADMIN_PORT: '0',
  };
  const child = spawn('script', ['-qec', `${PROGRAM} serve`, '/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'], env });
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
