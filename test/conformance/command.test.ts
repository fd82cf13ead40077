/** `leasegate conformance` in the process of the test: its options, its output, its files and its exit status. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readKnown } from '../../cutover/cli/conformance';
import type { Report } from '../../cutover/conformance/run';
import type { Json } from '../../cutover/contract/answers';
import { COMMANDS } from '../../cutover/commands';
import { commandHere } from '../cli/command-here';
import { leasegate } from '../cli/leasegate';
import { startRawService } from '../cutover/raw-service';
import { json, type Service, startService } from '../cutover/service';
import type { Deviation } from './deviations';
import { USUAL } from './habits';
import { SMALL_TOKENS, startSmallServer } from './small-server';

jest.setTimeout(120_000);

const folder = mkdtempSync(join(tmpdir(), 'leasegate-conformance-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = (name: string): string => join(folder, name);

const run = (url: string, ...options: readonly string[]) =>
  commandHere(['conformance', '--base-url', url, ...options], {}, '', COMMANDS);

async function small(deviation: Deviation | undefined, ...options: readonly string[]) {
  const server = await startSmallServer(deviation, USUAL, new Date().toISOString().slice(0, 10));
  writeFileSync(path('token'), `${SMALL_TOKENS.main}\n`);
  writeFileSync(path('known'), '{"groups":[{"group_id":"north","group_external_ref":"N-1"}]}');
  const { other, expired } = SMALL_TOKENS;
  const given = ['--token', `@${path('token')}`, '--other-token', other, '--expired-token', expired];
  try {
    return await run(server.url, ...given, '--known', path('known'), ...options);
  } finally {
    await server.close();
  }
}

test('a server that keeps the contract: status 0, and every token and known record is used', async () => {
  const first = await small(undefined, '--json', '--profile', path('profile'));
  const report = JSON.parse(first.stdout) as Report;
  expect([first.status, first.stderr, report.counts]).toEqual([0, '', { broken: 0, held: 71, 'not testable': 0 }]);
  expect(first.stdout).toMatch(/^\{.*\}\n$/);
  expect(report.requests).toBeLessThan(500);
  expect(JSON.parse(readFileSync(path('profile'), 'utf8'))).toEqual(report.profile);
  const second = await small(undefined, '--profile', path('again'));
  expect(readFileSync(path('again'), 'utf8')).toBe(readFileSync(path('profile'), 'utf8'));
  expect(second.stdout).toContain('request.no-slash: A path without its trailing slash? ');
});

test('a server that breaks a clause: status 1, the clause, and a private file with the values', async () => {
  const { status, stdout } = await small('email-finds-nothing', '--values', path('values'));
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

test('status 1 if the server stops answering before its records are read', async () => {
  const service: Service = await startService((response) => {
    response.writeHead(service.got.length === 1 ? 200 : 503).end('{"tenants":[],"last_id":-1}');
  });
  const { status, stderr } = await run(service.url, '--token', 't');
  expect(status).toBe(1);
  expect(stderr).toContain('The server stopped answering before its records were read: POST /leases/tenants/ had');
  expect(stderr).toContain('status 503');
  await service.close();
});

test('status 1 if nothing is broken, but the token sees no record or the server gives up', async () => {
  const server = await startSmallServer();
  const nothing = await run(server.url, '--token', 'token-nothing');
  await server.close();
  expect([nothing.status, nothing.stdout]).toEqual([1, expect.stringContaining('\nNo lease was read: ')]);
  expect(nothing.stdout).toContain(' 0 broken, ');
  const { status, stdout } = await small('overloaded-by-address');
  expect([status, stdout]).toEqual([1, expect.stringMatching(/^Requests were given up: POST [^]* 0 broken, /m)]);
});

test('status 1 if the server switches protocols instead of answering, or is not there', async () => {
  const answer = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n';
  const raw = await startRawService((socket) => void socket.write(answer));
  expect(await run(raw.url, '--token', 't')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('bad_answer'),
  });
  const nowhere = ['conformance', '--base-url', 'http://127.0.0.1:9', '--token', 't'];
  expect(await leasegate(nowhere)).toMatchObject({ status: 1, stderr: expect.stringContaining('ECONNREFUSED') });
  await raw.close();
});

test.each(['[]', '{"tenant":[]}', '{"groups":{}}', '{"hidden":{"leases":[7]}}', '{"hidden":{"lease":[]}}'])(
  'the known records %s are refused, and each part may be left out',
  (file) => {
    expect(() => readKnown(JSON.parse(file) as Json)).toThrow('must be like {"groups": ');
    expect(readKnown({ hidden: { leases: ['l-900'] } })).toEqual({
      groups: [],
      hidden: { tenants: [], leases: ['l-900'] },
    });
  },
);

test('a wrong file ends it with status 1 before the server is asked, and --timeout is in seconds', async () => {
  const service = await startService((response, got) => {
    setTimeout(() => json({ error: { type: 'odd', message: '' } }, 400)(response, got), 50);
  });
  const options = ['--token', 'h.p.s', '--timeout', '20'];
  writeFileSync(path('wrong'), '{"groups":[{"group_id":"north"}]}');
  for (const [more, message] of [
    [['--known', path('wrong')], `${path('wrong')}: It must be like {"groups": `],
    [['--known', path('none')], `${path('none')} cannot be read (ENOENT).`],
    [['--token', `@${path('none')}`], `${path('none')} cannot be read (ENOENT).`],
    [['--profile', path('wrong')], `${path('wrong')} exists already.`],
  ] as const)
    expect(await run(service.url, ...options, ...more)).toEqual({
      ...{ status: 1, stdout: '' },
      stderr: expect.stringContaining(message),
    });
  expect([service.got.length, existsSync(path('none'))]).toEqual([0, false]);
  const { status, stderr } = await run(service.url, ...options);
  expect([status, stderr]).toEqual([
    1,
    'The search for all tenants has no answer of this contract: 400 odd. Check the base URL and the token.\n',
  ]);
  await service.close();
});
