import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { processesWhere, runElsewhere } from '../local-server/elsewhere';
import { until } from '../support/until';

const LIMIT_MS = 50_000;
const children: ChildProcess[] = [];
let root: string;
/** Too long for a socket's path. */
let folder: string;
let temporary: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'leasegate-signals-'));
  folder = join(root, 'long'.repeat(25));
  temporary = join(root, 'temporary');
  mkdirSync(temporary);
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

/** The demo as `npm run demo` starts it, but in its own folder and on other ports. */
function startDemo(leases: number) {
  const script = `require('./tools/demo/run-until-signal.ts').runUntilSignal({
    folder: process.argv[1], leases: ${leases}, groups: 4, verbose: false,
    environment: { ...process.env, PORT: '0', ADMIN_PORT: '0' } });`;
  const child = runElsewhere(script, folder, { ...process.env, TMPDIR: temporary });
  children.push(child);
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  return { child, exit: once(child, 'exit'), said: () => said };
}

const isSeen = (text: string) => (said: string) => said.includes(text);

test.each([
  ['while the database server starts', 200, () => existsSync(join(folder, 'database', 'server.log')), 'SIGINT'],
  ['while it creates its data', 10_000, isSeen('Making 10000 leases'), 'SIGINT'],
  ['while it serves', 200, isSeen('Ctrl-C ends everything'), 'SIGINT'],
  ['while it serves, by another signal', 200, isSeen('Ctrl-C ends everything'), 'SIGTERM'],
] as const)(
  'a signal %s ends everything that the demo started',
  async (_moment, leases, isNow, signal) => {
    const { child, exit, said } = startDemo(leases);
    await until(() => isNow(said()) || child.exitCode !== null, said);
    expect({ status: child.exitCode, said: said() }).toMatchObject({ status: null });
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said())?.[0];
    if (url !== undefined) await expect(fetch(url)).resolves.toBeDefined();
    // To the whole group, like a terminal, and once more, like npm.
    process.kill(-Number(child.pid), signal);
    child.kill(signal);
    expect(await exit).toEqual([0, null]);
    expect(said()).toMatch(/\nStopping …\n$/);
    if (url !== undefined) await expect(fetch(url)).rejects.toThrow();
    expect(await processesWhere((command) => command.includes(folder))).toEqual([]);
    expect(readdirSync(temporary)).toEqual([]);
  },
  2 * LIMIT_MS,
);
