/** `leasegate cutover proxy` as a process: how it starts and ends. */

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

test.each(['--listen', '--admin'])('it ends with status 1 when the port of %s is taken', async (option) => {
  const { port } = new URL(old.url);
  const other = option === '--admin' ? '--listen' : '--admin';
  const { status, stderr } = await leasegate(['cutover', 'proxy', '--old', old.url, option, port, other, '0']);
  expect([status, stderr]).toEqual([1, `Cannot listen on 127.0.0.1:${port} (EADDRINUSE).\n`]);
});

test('the second signal ends it while a side does not answer, with status 1', async () => {
  const proxy = await cutoverProxy(['--old', old.url, '--new', ours.url, '--timeout', '600']);
  expect((await send(proxy.url)).status).toBe(200);
  await until(() => ours.got.length === 1, 'the new side was asked');
  const ended = proxy.end();
  await until(async () => (await fetch(`${proxy.adminUrl}/readyz`)).status === 503, 'it is stopping');
  void proxy.end();
  expect(await ended).toMatchObject({ status: 1, stdout: 'Requests: 1 answered.\n' });
});
