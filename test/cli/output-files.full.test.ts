/** The files that `replay` and `conformance` write: a wrong path is known before a server is asked, and no result is lost. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Service, startService } from '../replay/service';
import { leasegate } from './leasegate';

// A test starts the program several times, on a machine that may be busy.
jest.setTimeout(120_000);

let folder: string;
let service: Service;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leasegate-output-'));
  const request = { at: 0, operation: 'tenants', caller: null, type: 'application/json', body: {}, status: 200 };
  writeFileSync(inFolder('tape'), `${JSON.stringify(request)}\n`);
  service = await startService((response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"tenants":[],"last_id":-1}');
  });
});

afterAll(() => {
  service.close();
  rmSync(folder, { recursive: true });
});

const inFolder = (name: string): string => join(folder, name);
const replay = (): string[] => ['replay', '--tape', inFolder('tape'), '--left', service.url, '--right', service.url];
const conformance = (): string[] => ['conformance', '--base-url', service.url, '--token', 't'];

test.each([
  ['replay', '--json', replay],
  ['replay', '--junit', replay],
  ['replay', '--results', replay],
  ['conformance', '--json', conformance],
  ['conformance', '--html', conformance],
  ['conformance', '--junit', conformance],
  ['conformance', '--profile', conformance],
  ['conformance', '--values', conformance],
])('%s %s with a missing folder asks no server', async (_name, option, command) => {
  const before = service.got.length;
  const file = inFolder('missing/file');
  const { status, stdout, stderr } = await leasegate([...command(), option, file]);
  expect([status, stdout, stderr]).toEqual([1, '', `${file} cannot be written to (ENOENT).\n`]);
  expect(service.got.length).toBe(before);
});

test('a full disk loses neither what is printed nor the other files', async () => {
  const full = ['--results', '/dev/full', '--junit', '/dev/full'];
  const { status, stdout, stderr } = await leasegate([...replay(), ...full, '--json', inFolder('report')]);
  const message = '/dev/full cannot be written to (ENOSPC).\n';
  expect([status, stderr]).toEqual([1, message + message]);
  expect(stdout).toContain('1 requests in ');
  expect(JSON.parse(readFileSync(inFolder('report'), 'utf8'))).toMatchObject({ requests: 1, same: 1 });
});

test('an earlier report stays until there is another one', async () => {
  const earlier = 'an earlier report, which is longer than the next one. '.repeat(1000);
  const file = inFolder('earlier');
  writeFileSync(file, earlier);
  const unreachable = ['conformance', '--base-url', 'http://127.0.0.1:9', '--token', 't', '--json', file];
  expect((await leasegate(unreachable)).status).toBe(1);
  expect(readFileSync(file, 'utf8')).toBe(earlier);
  expect((await leasegate([...replay(), '--json', file])).status).toBe(0);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ same: 1 });
});
