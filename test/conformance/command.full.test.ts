/** `leasegate conformance` as a process: its statuses, its reports and the commands in them. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Report } from '../../cutover/conformance/run';
import { leasegate } from '../cli/leasegate';
import { startRawService } from '../cutover/raw-service';
import { type Service, startService } from '../cutover/service';
import type { Deviation } from './deviations';
import { USUAL } from './habits';
import { SMALL_TOKENS, startSmallServer } from './small-server';

// Hundreds of requests a run, on a machine that may be busy.
jest.setTimeout(120_000);

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leasegate-conformance-'));
  writeFileSync(join(folder, 'token.txt'), `${SMALL_TOKENS.main}\n`);
  writeFileSync(join(folder, 'known.json'), '{"groups":[{"group_id":"north","group_external_ref":"N-1"}]}');
});

afterAll(() => rmSync(folder, { recursive: true }));

const path = (name: string): string => join(folder, name);

async function conformance(deviation: Deviation | undefined, ...options: readonly string[]) {
  const server = await startSmallServer(deviation, USUAL, new Date().toISOString().slice(0, 10));
  try {
    const { other, expired } = SMALL_TOKENS;
    const tokens = ['--token', `@${path('token.txt')}`, '--other-token', other, '--expired-token', expired];
    return await leasegate([
      'conformance',
      '--base-url',
      server.url,
      ...tokens,
      '--known',
      path('known.json'),
      ...options,
    ]);
  } finally {
    await server.close();
  }
}

test('status 0, one JSON object, and a profile that does not differ from itself', async () => {
  const first = await conformance(undefined, '--json', '--profile', path('profile.json'));
  expect([first.status, first.stderr]).toEqual([0, '']);
  const { counts, requests } = JSON.parse(first.stdout) as Report;
  expect(counts).toEqual({ broken: 0, held: 71, 'not testable': 0 });
  expect(first.stdout).toMatch(/^\{.*\}\n$/);
  expect(requests).toBeLessThan(500);

  const second = await conformance(undefined, '--profile', path('again.json'));
  expect(second.status).toBe(0);
  expect(readFileSync(path('again.json'), 'utf8')).toBe(readFileSync(path('profile.json'), 'utf8'));
  expect(second.stdout).toContain('request.no-slash: A path without its trailing slash? ');
});

test('status 1, and a command that sends the request which shows what is broken', async () => {
  const { status, stdout } = await conformance('email-finds-nothing', '--values', path('values'));
  expect(status).toBe(1);
  expect(stdout).toContain('broken  4.1-request.email_address: ');
  expect(statSync(path('values')).mode & 0o777).toBe(0o600);

  const curl = /^ {2}(curl .*)$/m.exec(stdout)?.[1] ?? '';
  const script = `. ${path('values')}; TOKEN=a; curl() { printf '%s\\n' "$@"; }; ${curl}`;
  const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
  expect(words).toContain('Authorization: bearer a');
  expect(JSON.parse(words.at(-1) ?? '')).toEqual({ email_address: 'Tenant0@north.example' });
});

test('status 1 if the server stops answering before its records are read', async () => {
  const service: Service = await startService((response) => {
    response.writeHead(service.got.length === 1 ? 200 : 503).end('{"tenants":[],"last_id":-1}');
  });
  try {
    const { status, stderr } = await leasegate(['conformance', '--base-url', service.url, '--token', 't']);
    expect(status).toBe(1);
    expect(stderr).toContain('The server stopped answering before its records were read: POST /leases/tenants/ had');
    expect(stderr).toContain('status 503');
  } finally {
    await service.close();
  }
});

test('status 1 if the server switches protocols instead of answering', async () => {
  const answer = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n';
  const raw = await startRawService((socket) => void socket.write(answer));
  try {
    const { status, stderr } = await leasegate(['conformance', '--base-url', raw.url, '--token', 't']);
    expect(status).toBe(1);
    expect(stderr).toContain('bad_answer');
  } finally {
    await raw.close();
  }
});

test.each([
  [['--base-url', 'http://127.0.0.1:9', '--token', 't'], 'ECONNREFUSED'],
  [['--base-url', 'http://127.0.0.1:9', '--token', 't', '--known', 'nowhere.json'], 'nowhere.json cannot be read'],
  [['--base-url', 'http://127.0.0.1:9', '--token', '@nowhere.txt'], 'nowhere.txt cannot be read'],
])('%j ends with status 1 and says %s', async (options, message) => {
  const { status, stderr } = await leasegate(['conformance', ...options]);
  expect(status).toBe(1);
  expect(stderr).toContain(message);
});
