/** What docs/operate/install.md copies for systemd serves every document. Its commands run as printed, on an `/etc` and an `/opt` of their own. */

import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { serve, type Serving } from '../cli/leasegate';
import { codeBlocks, codeSpans, section } from '../docs/markdown';
import { readText, ROOT } from '../docs/repository';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { signToken, TEST_SECRET } from '../support/tokens';

jest.setTimeout(180_000);

const PAGE = section(readText('docs/operate/install.md'), 'systemd');
const folder = mkdtempSync(join(tmpdir(), 'leasegate-copied-'));
let database: TestDatabase;
let gateway: Serving;

/** What differs here: no other user, no editor, packages that are there already, and no systemd. */
const PROGRAMS = {
  sudo: 'exec "$@"',
  sudoedit: '',
  npm: `[ "$1" = ci ] || PATH="$OUTER" exec npm "$@"`,
  systemctl: '',
};

beforeAll(async () => {
  const checkout = join(folder, 'checkout');
  for (const name of ['checkout', 'bin', 'opt']) mkdirSync(join(folder, name));
  for (const [name, script] of Object.entries(PROGRAMS)) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  execFileSync('bash', ['-c', `git ls-files -z | xargs -0 cp --parents -t ${checkout}`], { cwd: ROOT });
  for (const name of ['dist', 'node_modules']) cpSync(join(ROOT, name), join(checkout, name), { recursive: true });
  const further = codeSpans(PAGE).find((span) => span.startsWith('sudo npm install'))!;
  const script = `mount --make-rprivate /; cp -a /etc ${folder}/etc; mount --bind ${folder}/etc /etc; mount --bind ${folder}/opt /opt
    cd ${checkout}; export OUTER="$PATH" PATH="${folder}/bin:$PATH"
    ${codeBlocks(PAGE, 'sh').join('\n')}
    ${further}`;
  execFileSync('unshare', ['--mount', 'bash', '--norc', '-euc', script], { stdio: 'pipe' });
  rmSync(checkout, { recursive: true });

  database = await createTestDatabase();
  const tokens = { AUTH_JWT_SECRET: TEST_SECRET, AUTH_JWT_AUDIENCE: 'leasegate' };
  const settings = { DATABASE_URL: database.url, ...tokens, MCP: 'on', INTROSPECTION: 'public' };
  gateway = await serve(settings, { path: join(folder, 'opt/leasegate/bin/leasegate'), nodeOptions: '' });
}, 180_000);
afterAll(async () => {
  await gateway?.end();
  await database?.drop();
  rmSync(folder, { recursive: true });
});

test.each([
  ['/openapi.json', 'application/json', '"openapi": "3.1'],
  ['/schema.graphql', 'text/plain', 'type Lease '],
  ['/', 'text/html', '</html>'],
])('%s', async (path, accept, part) => {
  const answer = await fetch(gateway.url + path, { headers: { accept } });
  const text = await answer.text();
  expect([answer.status, text]).toEqual([200, expect.stringContaining(part)]);
  for (const [, asset = ''] of text.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g))
    expect([asset, (await fetch(new URL(asset, gateway.url + path))).status]).toEqual([asset, 200]);
});

test('the tools of an agent', async () => {
  const headers = {
    Authorization: `Bearer ${await signToken({ groups: '*' })}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  const answer = await fetch(`${gateway.url}/mcp`, { method: 'POST', headers, body });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('find_leases_of_tenant')]);
});
