/** What docs/operate/install.md copies for systemd serves every document. Its commands run as printed, on an `/etc` and an `/opt` of their own. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { codeBlocks, codeSpans, section } from '../docs/markdown';
import { readText, ROOT } from '../docs/repository';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { signToken, TEST_SECRET } from '../support/tokens';
import { until } from '../support/until';
import { freePort } from '../../tools/local-server/free-port';

jest.setTimeout(180_000);

const PAGE = section(readText('docs/operate/install.md'), 'systemd');
const [UNIT_START = ''] = /(?<=^ExecStart=\S+ ).*/m.exec(readText('deploy/leasegate.service')) ?? [];
const folder = mkdtempSync(join(tmpdir(), 'leasegate-copied-'));
let database: TestDatabase;
let service: ChildProcess;
let said = '';
let url: string;

/** What a test does differently: no other user, an editor that writes, packages that are copied, no systemd. */
const PROGRAMS = {
  sudo: 'exec "$@"',
  sudoedit: `cat ${folder}/settings > "$1"`,
  npm: `[ "$1" = ci ] || PATH="$OUTER" exec npm "$@"`,
  systemctl: `echo "$@" >> ${folder}/systemctl`,
};

beforeAll(async () => {
  database = await createTestDatabase();
  const ports = [await freePort(), await freePort()] as const;
  url = `http://127.0.0.1:${ports[0]}`;
  const checkout = join(folder, 'checkout');
  for (const name of ['checkout', 'bin', 'opt']) mkdirSync(join(folder, name));
  for (const [name, script] of Object.entries(PROGRAMS)) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  execFileSync('bash', ['-c', `git ls-files -z | xargs -0 cp --parents -t ${checkout}`], { cwd: ROOT });
  for (const name of ['dist', 'node_modules']) cpSync(join(ROOT, name), join(checkout, name), { recursive: true });
  const settings = {
    DATABASE_URL: database.url,
    AUTH_JWT_SECRET: TEST_SECRET,
    MCP: 'on',
    PORT: ports[0],
    ADMIN_PORT: ports[1],
  };
  writeFileSync(
    join(folder, 'settings'),
    Object.entries({ ...settings, INTROSPECTION: 'public' })
      .map((each) => `${each.join('=')}\n`)
      .join(''),
  );

  const further = codeSpans(PAGE).find((span) => span.startsWith('sudo npm install'))!;
  const script = `mount --make-rprivate /; cp -a /etc ${folder}/etc; mount --bind ${folder}/etc /etc; mount --bind ${folder}/opt /opt
    cd ${checkout}; export OUTER="$PATH" PATH="${folder}/bin:$PATH"
    ${codeBlocks(PAGE, 'sh').join('\n')}
    ${further}
    mapfile -t settings < /etc/leasegate/leasegate.env
    cd /; exec env --ignore-environment "\${settings[@]}" ${process.execPath} ${UNIT_START}`;
  service = spawn('unshare', ['--mount', 'bash', '--norc', '-euc', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [service.stdout, service.stderr]) stream?.on('data', (text) => (said += text));
  await until(
    async () => {
      if (service.exitCode !== null) throw new Error(said);
      return (await fetch(`${url.replace(/\d+$/, `${ports[1]}`)}/readyz`).catch(() => undefined))?.status === 200;
    },
    () => `it serves: ${said}`,
  );
}, 180_000);
afterAll(async () => {
  service.kill('SIGTERM');
  if (service.exitCode === null) await once(service, 'exit');
  await database.drop();
  rmSync(folder, { recursive: true });
});

test.each([
  ['/openapi.json', 'application/json', '"openapi": "3.1'],
  ['/schema.graphql', 'text/plain', 'type Lease '],
  ['/status', 'application/json', 'ok'],
  ['/', 'text/html', '</html>'],
  ['/graphql', 'text/html', '</html>'],
  ['/reference', 'text/html', '</html>'],
])('%s', async (path, accept, part) => {
  const answer = await fetch(url + path, { headers: { accept } });
  const text = await answer.text();
  expect([answer.status, text]).toEqual([200, expect.stringContaining(part)]);
  for (const [, asset = ''] of text.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g))
    expect([asset, (await fetch(new URL(asset, url + path))).status]).toEqual([asset, 200]);
});

test('the tools of an agent', async () => {
  const headers = {
    Authorization: `Bearer ${await signToken({ groups: '*' })}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  const answer = await fetch(`${url}/mcp`, { method: 'POST', headers, body });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('find_leases_of_tenant')]);
});
