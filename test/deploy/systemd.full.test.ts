/** deploy/leasegate.service: judged by systemd-analyze, and run by a real systemd. */

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '../../tools/local-server/free-port';
import { insertHousehold } from '../db/household';
import { everyGroup, json, LEASES, send } from '../http/client';
import { until } from '../support/until';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { debianProgram, INSTALL_LIMIT_MS } from '../support/debian-program';
import { servingUrl } from '../support/serving-account';
import { TEST_SECRET } from '../support/tokens';
import { bootSystemd, type Machine, ROOT, UNIT } from './systemd-machine';

jest.setTimeout(120_000);

let folder: string;
let database: TestDatabase;
let machine: Machine | undefined;

beforeAll(async () => {
  await debianProgram('systemd', 'systemd-analyze');
  database = await createTestDatabase();
  await insertHousehold(database.db, 'north');
}, INSTALL_LIMIT_MS);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leasegate-systemd-'));
});
afterEach(async () => {
  await machine?.stop();
  machine = undefined;
  rmSync(folder, { recursive: true });
});
afterAll(() => database.drop());

const analyze = (...args: readonly string[]) =>
  promisify(execFile)('systemd-analyze', args, { encoding: 'utf8', env: { ...process.env, SYSTEMD_COLORS: '0' } });

test('systemd-analyze finds no mistake, and an exposure of at most 2.0', async () => {
  const copy = join(folder, 'leasegate.service');
  // `verify` also checks that the program exists.
  writeFileSync(copy, readFileSync(UNIT, 'utf8').replace('/usr/bin/node', process.execPath));
  expect(await analyze('verify', '--man=no', copy)).toEqual({ stdout: '', stderr: '' });

  const { stdout } = await analyze('security', '--offline=true', '--no-pager', UNIT);
  const exposure = Number(/Overall exposure level for leasegate\.service: ([\d.]+)/.exec(stdout)?.[1]);
  expect(exposure).toBeGreaterThan(0);
  expect(exposure).toBeLessThanOrEqual(2);
  const page = readFileSync(join(ROOT, 'docs', 'operate', 'install.md'), 'utf8');
  expect(page).toContain(`\`systemd-analyze security\` gives it an exposure of ${exposure}`);
});

test('systemd starts it, restarts it when it hangs, and stops it', async () => {
  const [port, adminPort] = [await freePort(), await freePort()];
  machine = await bootSystemd({
    folder,
    settings: {
      DATABASE_URL: servingUrl(database.url),
      AUTH_JWT_SECRET: TEST_SECRET,
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
      SHUTDOWN_DELAY_SECONDS: '1',
    },
    changes: ['WatchdogSec=4', 'WatchdogSignal=SIGKILL', 'StandardOutput=append:/run/leasegate.log'],
  });
  const ask = async () =>
    send(`http://127.0.0.1:${port}${LEASES}`, { token: await everyGroup(), body: { identifier: 'north-tenant' } });
  const isReady = () =>
    fetch(`http://127.0.0.1:${adminPort}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  // It is active because it listens.
  expect(json(await ask())).toMatchObject({ leases: [{ identifier: 'north-lease' }] });
  await until(isReady, 'the gateway is ready');

  const { MainPID: pid = '' } = await machine.show('MainPID');
  const status = await machine.run('cat', `/proc/${pid}/status`);
  expect(status).toMatch(/^Name:\s+node$/m);
  expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
  expect(status).toMatch(/^CapEff:\s+0+$/m);
  expect(Number(/^Uid:\s+(\d+)/m.exec(status)?.[1])).toBeGreaterThan(0);

  await machine.run('kill', '-STOP', pid);
  await until(async () => (await machine!.show('NRestarts')).NRestarts === '1', 'systemd restarted it');
  await until(isReady, 'the gateway is ready again');
  expect((await ask()).status).toBe(200);

  await machine.run('systemctl', 'stop', 'leasegate.service');
  expect(await machine.show('ActiveState', 'Result', 'ExecMainStatus')).toEqual({
    ActiveState: 'inactive',
    Result: 'success',
    ExecMainStatus: '0',
  });
  await expect(ask()).rejects.toThrow();
  expect(await machine.run('cat', '/run/leasegate.log')).toMatch(/"msg":"stopped"}\n$/);
});
