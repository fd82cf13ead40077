/** `leasegate cutover proxy` as a process: how it starts and ends. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import { cutoverProxy, leasegate } from '../cli/leasegate';
import { until } from '../support/until';
import { send } from './client';
import { cutover, newFolder } from './scene';
import { json, type Service, startService } from './service';

jest.setTimeout(60_000);

const path = newFolder();

let old: Service;
let ours: Service;

beforeEach(async () => {
  old = await startService(json({ leases: [], last_id: -1 }));
  ours = await startService(() => undefined);
});

test.each(['--listen', '--admin'])('when the port of %s is taken, status 1, and no file is left', async (option) => {
  const { port } = new URL(old.url);
  const ports = [option, port, option === '--admin' ? '--listen' : '--admin', '0'];
  const file = path('requests');
  const { status, stderr } = await leasegate(['cutover', 'proxy', '--old', old.url, ...ports, '--save', file]);
  expect([status, stderr]).toEqual([1, `Cannot listen on 127.0.0.1:${port} (EADDRINUSE).\n`]);
  expect(existsSync(file)).toBe(false);
});

test('when the second file exists already, the first one is not left behind', async () => {
  const file = path('requests');
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
  const stdout = 'Requests: 2 answered.\nComparisons given up: 1.\n';
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

test('its options are in force: tokens, time limit, share, requests in flight and the file of requests', async () => {
  writeFileSync(path('tokens'), '{"billing":{"old":"@old-token","new":"n"}}');
  writeFileSync(path('old-token'), 'o\n');
  old.answers((response, got) => {
    if (got.body.includes('silent')) return;
    setTimeout(() => json({ leases: [], last_id: -1 })(response, got), 100);
  });
  const files = ['--tokens', path('tokens'), '--save', path('saved')];
  const limits = ['--timeout', '2', '--compare', '0', '--max-in-flight', '1'];
  const proxy = await cutoverProxy(['--old', old.url, '--new', ours.url, ...files, ...limits]);
  const headers = { Authorization: 'bearer n' };
  expect((await send(proxy.url, { headers })).status).toBe(200);
  const silent = send(proxy.url, { headers, body: { identifier: 'silent' } });
  await until(() => old.got.length === 2, 'the side was asked');
  expect((await send(proxy.url)).status).toBe(503);
  expect((await silent).status).toBe(504);
  const { status, stdout } = await proxy.end();
  expect([status, stdout]).toEqual([0, 'Requests: 1 answered, 1 overloaded, 1 timeout.\nSaved: 1.\n']);
  expect(old.got.map((got) => got.headers.authorization)).toEqual(['bearer o', 'bearer o']);
  expect(JSON.parse(readFileSync(path('saved'), 'utf8'))).toMatchObject({ caller: 'billing', status: 200 });
  expect(ours.got).toHaveLength(0);
});

const SIDES = '--old http://old.example --new http://new.example';

const WRONG = {
  'replay file': '--new http://n',
  'proxy --old http://o':
    '--serve new, --differences file, --old http://o, --new n, --new ftp://n, --new http://u@n, --new http://:p@n, --new http://n?q, --new http://n#f',
  [`proxy ${SIDES}`]:
    '--fallback, --serve both, --listen :1, --listen here, --listen h:123456, --admin [::1], --compare 101, --max-in-flight 0, --timeout 0, --timeout 601, --max-pages 1, --again-after 600001',
  [`replay file ${SIDES}`]: '--ignore success-status, --min-compared 0, --min-compared 101',
};

test('wrong usage is named, with status 2, and so is an address where it cannot listen, with status 1', async () => {
  const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  for (const [command, options] of Object.entries(WRONG))
    for (const option of options.split(', ')) {
      const { status } = await cutover('cutover', ...`${command} ${option}`.split(' '));
      expect([option, status, ...stderr.mock.calls.splice(0)]).toMatchSnapshot();
    }
  stderr.mockRestore();
  for (const address of ['[::1]:99999', 'localhost:99999', '99999'])
    expect(await cutover(...`cutover proxy ${SIDES} --admin 0 --listen ${address}`.split(' '))).toMatchSnapshot();
});
