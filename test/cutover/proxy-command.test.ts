/** `leasegate cutover proxy` as a process: how it starts and ends. */

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { cutoverProxy, leasegate } from '../cli/leasegate';
import { until } from '../support/until';
import { send } from './client';
import { json, type Service, startService } from './service';

jest.setTimeout(60_000);

let old: Service;
let ours: Service;

beforeEach(async () => {
  old = await startService(json({ leases: [], last_id: -1 }));
  ours = await startService(() => undefined);
});
afterEach(async () => {
  await old.close();
  await ours.close();
});

test.each(['--listen', '--admin'])('when the port of %s is taken, status 1, and no file is left', async (option) => {
  const { port } = new URL(old.url);
  const ports = [option, port, option === '--admin' ? '--listen' : '--admin', '0'];
  const file = join(tmpdir(), `leasegate-saved-${randomUUID()}`);
  const { status, stderr } = await leasegate(['cutover', 'proxy', '--old', old.url, ...ports, '--save', file]);
  expect([status, stderr]).toEqual([1, `Cannot listen on 127.0.0.1:${port} (EADDRINUSE).\n`]);
  expect(existsSync(file)).toBe(false);
});

test('when the second file exists already, the first one is not left behind', async () => {
  const file = join(tmpdir(), `leasegate-saved-${randomUUID()}`);
  const args = ['cutover', 'proxy', '--old', old.url, '--new', ours.url, '--save', file, '--differences', __filename];
  expect(await leasegate(args)).toMatchObject({ status: 1, stderr: `${__filename} exists already.\n` });
  expect(existsSync(file)).toBe(false);
});

test('a signal ends it while a comparison waits on a connection that was used before', async () => {
  let answers = 0;
  const compared = await startService((response, got) => {
    answers += 1;
    if (answers === 1) json({ leases: [], last_id: -1 })(response, got);
  });
  const proxy = await cutoverProxy(['--old', old.url, '--new', compared.url, '--timeout', '600']);
  for (const asked of [1, 2]) {
    expect((await send(proxy.url)).status).toBe(200);
    await until(() => compared.got.length === asked, 'the new side was asked');
  }
  expect(await proxy.end()).toMatchObject({ status: 0 });
  await compared.close();
});

test('a signal ends it when every request has its answer, although the other side does not answer', async () => {
  const proxy = await cutoverProxy(['--old', old.url, '--new', ours.url, '--timeout', '600']);
  expect((await send(proxy.url)).status).toBe(200);
  await until(() => ours.got.length === 1, 'the new side was asked');
  const stdout = 'Requests: 1 answered.\nComparisons given up: 1.\n';
  expect(await proxy.end()).toMatchObject({ status: 0, stdout });
});

test('the second signal ends it while the served side does not answer, with status 1', async () => {
  const proxy = await cutoverProxy(['--old', ours.url, '--timeout', '600']);
  const asked = send(proxy.url).catch(() => 'closed');
  await until(() => ours.got.length === 1, 'the side was asked');
  const ended = proxy.end();
  await until(async () => (await fetch(`${proxy.adminUrl}/readyz`)).status === 503, 'it is stopping');
  void proxy.end();
  expect(await ended).toMatchObject({ status: 1, stdout: 'Requests: 1 disconnected.\n' });
  expect(await asked).toBe('closed');
});
