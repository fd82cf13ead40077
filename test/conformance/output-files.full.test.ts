/** The files that `conformance` writes: a wrong path is known before a server is asked, and no result is lost. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { leasegate } from '../cli/leasegate';
import { json, type Service, startService } from '../cutover/service';

// A test starts the program several times, on a machine that may be busy.
jest.setTimeout(120_000);

let folder: string;
let service: Service;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leasegate-output-'));
  service = await startService(json({ tenants: [], last_id: -1 }));
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const inFolder = (name: string): string => join(folder, name);
const conformance = (): string[] => ['conformance', '--base-url', service.url, '--token', 't'];

test.each([
  ['conformance', '--json', conformance],
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
  const full = ['--junit', '/dev/full', '--profile', '/dev/full'];
  const { status, stdout, stderr } = await leasegate([...conformance(), ...full, '--json', inFolder('report')]);
  const message = '/dev/full cannot be written to (ENOSPC).\n';
  expect([status, stderr]).toEqual([1, message + message]);
  expect(stdout).toContain('Contract revision ');
  expect(JSON.parse(readFileSync(inFolder('report'), 'utf8'))).toMatchObject({ contractRevision: 1 });
});

test('an earlier report stays until there is another one', async () => {
  const earlier = 'an earlier report, which is longer than the next one. '.repeat(1000);
  const file = inFolder('earlier');
  writeFileSync(file, earlier);
  const unreachable = ['conformance', '--base-url', 'http://127.0.0.1:9', '--token', 't', '--json', file];
  expect((await leasegate(unreachable)).status).toBe(1);
  expect(readFileSync(file, 'utf8')).toBe(earlier);
  await leasegate([...conformance(), '--json', file]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ contractRevision: 1 });
});
