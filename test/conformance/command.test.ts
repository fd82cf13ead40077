/** `leasegate conformance` in the process of the test: its options, its output, its files and its exit status. */

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';

import type { Report } from '../../cutover/conformance/run';
import { leasegate } from '../cli/leasegate';
import { cutover, newFolder } from '../cutover/scene';
import { json, type Service, startService } from '../cutover/service';
import { startOracleServer, TOKENS, type Twist } from './oracle-server';
import { requestsTo } from './run-against';
import { BREACHES } from './twists';

jest.setTimeout(120_000);

const path = newFolder();

const run = (url: string, ...options: readonly string[]) => cutover('conformance', '--base-url', url, ...options);

async function runAgainst(twists: readonly Twist[], ...options: readonly string[]) {
  const server = await startOracleServer({ twists }, new Date().toISOString().slice(0, 10));
  writeFileSync(path('token'), 'h.p.As\n');
  const groups = '[{"group_id":"north","group_external_ref":"N-1"}]';
  writeFileSync(path('known'), `{"groups":${groups},"hidden":{"leases":["no lease"]}}`);
  const { other, expired } = TOKENS;
  const given = ['--token', `@${path('token')}`, '--other-token', other, '--expired-token', expired];
  return { ...(await run(server.url, ...given, '--known', path('known'), ...options)), server };
}

test('a server that keeps the contract: status 0, and every token and known record is used', async () => {
  const first = await runAgainst([], '--json', '--profile', path('profile'));
  const report = JSON.parse(first.stdout) as Report;
  expect([first.status, first.stderr, report.counts]).toEqual([0, '', { broken: 0, held: 71, 'not testable': 0 }]);
  expect(first.stdout).toMatch(/^\{.*\}\n$/);
  const sent = requestsTo(first.server).map((line) => line.replaceAll(/\d{4}-\d\d-\d\d/g, 'DATE'));
  expect([report.requests, ...sent].join('\n')).toMatchSnapshot();
  expect(JSON.parse(readFileSync(path('profile'), 'utf8'))).toEqual(report.profile);
  const second = await runAgainst([], '--profile', path('again'));
  expect(readFileSync(path('again'), 'utf8')).toBe(readFileSync(path('profile'), 'utf8'));
  expect(second.stdout).toContain('request.no-slash: A path without its trailing slash? ');
});

test('a server that breaks a clause: status 1, the clause, and a private file with the values', async () => {
  const { status, stdout } = await runAgainst([BREACHES['e-mail finds nothing']], '--values', path('values'));
  expect(status).toBe(1);
  expect(stdout).toMatch(/^broken {2}4\.1-request\.email_address: [^]* {2}expected: [^]* {2}was: [^]* {2}curl /m);
  expect(stdout).toContain('1 broken, 70 held, 0 not testable.');
  expect(statSync(path('values')).mode & 0o777).toBe(0o600);
  const curl = /^ {2}(curl .*)$/m.exec(stdout)?.[1] ?? '';
  const script = `. ${path('values')}; TOKEN=a; curl() { printf '%s\\n' "$@"; }; ${curl}`;
  const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
  expect(words).toContain('Authorization: bearer a');
  expect(JSON.parse(words.at(-1) ?? '')).toEqual({ email_address: 'Tenant0@north.example' });
});

test('status 1 if not all tenants are read', async () => {
  const { status, stdout } = await runAgainst([], '--max-pages', '1');
  const says = expect.stringMatching(/^not testable {2}4\.2-R2: [^]*more than 1 pages \(--max-pages\)/m);
  expect([status, stdout]).toEqual([1, says]);
});

test('status 1 if the server stops answering before its records are read', async () => {
  const service: Service = await startService((response) => {
    response.writeHead(service.got.length === 1 ? 200 : 503).end('{"tenants":[],"last_id":-1}');
  });
  const { status, stderr } = await run(service.url, '--token', 't');
  expect(status).toBe(1);
  expect(stderr).toContain('The server stopped answering before its records were read: POST /leases/tenants/ had');
  expect(stderr).toContain('status 503');
});

test('status 1 if nothing is broken, but the token sees no record or the server gives up', async () => {
  const server = await startOracleServer({});
  const nothing = await run(server.url, '--token', 'token-nothing');
  expect([nothing.status, nothing.stdout]).toEqual([1, expect.stringContaining('\nNo lease was read: ')]);
  expect(nothing.stdout).toContain(' 0 broken, ');
  const { status, stdout } = await runAgainst([BREACHES['overloaded by an address']]);
  expect([status, stdout]).toEqual([1, expect.stringMatching(/^Requests were given up: POST [^]* 0 broken, /m)]);
});

test('status 1 if the server is not there', async () => {
  const nowhere = ['conformance', '--base-url', 'http://127.0.0.1:9', '--token', 't'];
  expect(await leasegate(nowhere)).toMatchObject({ status: 1, stderr: expect.stringContaining('ECONNREFUSED') });
});

test('a wrong file ends it with status 1 before the server is asked, and --timeout is in seconds', async () => {
  const service = await startService((response, got) => {
    setTimeout(() => json({ error: { type: 'odd', message: '' } }, 400)(response, got), 50);
  });
  const options = ['--token', 'h.p.s', '--timeout', '20'];
  const known = ['[]', '{"tenant":[]}', '{"groups":[{"group_id":"north"}]}', '{"hidden":{"leases":[7]}}'];
  for (const [nth, text] of known.entries()) writeFileSync(path(`known-${nth}`), text);
  for (const [option, file, problem] of [
    ...known.map((_, nth) => ['--known', `known-${nth}`, ': It must be like {"groups": '] as const),
    ['--known', 'none', ' cannot be read (ENOENT).'],
    ['--token', '@none', ' cannot be read (ENOENT).'],
    ['--values', 'known-0', ' exists already.'],
  ] as const) {
    const named = file.startsWith('@') ? `@${path(file.slice(1))}` : path(file);
    const stderr = expect.stringContaining(`${named.replace('@', '')}${problem}`) as string;
    const ended = await run(service.url, ...options, '--profile', path('none'), option, named);
    expect(ended).toEqual({ status: 1, stdout: '', stderr });
  }
  expect([service.got.length, existsSync(path('none'))]).toEqual([0, false]);
  expect(await run(service.url, ...options)).toEqual({
    ...{ status: 1, stdout: '' },
    stderr: 'The search for all tenants has no answer of this contract: 400 odd. Check the base URL and the token.\n',
  });
});
