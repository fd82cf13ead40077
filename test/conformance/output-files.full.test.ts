/** The files that `conformance` writes: a wrong path is known before a server is asked, and no result is lost. */

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { leasegate } from '../cli/leasegate';
import { ROOT } from '../docs/repository';
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

test.each(['--profile', '--values'])(
  '%s with a missing folder, or a file that is there, asks no server',
  async (option) => {
    const before = service.got.length;
    const missing = inFolder('missing/file');
    const refused = { status: 1, stdout: '', stderr: `${missing} cannot be written to (ENOENT).\n` };
    expect(await leasegate([...conformance(), option, missing])).toMatchObject(refused);
    const file = inFolder('earlier');
    writeFileSync(file, 'an earlier result');
    const { status, stderr } = await leasegate([...conformance(), option, file]);
    expect([status, stderr]).toEqual([1, `${file} exists already.\n`]);
    expect(readFileSync(file, 'utf8')).toBe('an earlier result');
    expect(service.got.length).toBe(before);
  },
);

test('a full disk loses no line that is printed, and ends with status 1', async () => {
  const file = inFolder('profile');
  const words = [join(ROOT, 'bin', 'leasegate'), ...conformance(), '--profile', file];
  // The output is a pipe, which has no limit.
  const ended = await new Promise((resolve) => {
    execFile('bash', ['-c', 'ulimit -f 0; exec "$@"', 'bash', ...words], (error, stdout, stderr) =>
      resolve({ status: error?.code, stdout, stderr }),
    );
  });
  expect(ended).toEqual({
    status: 1,
    stdout: expect.stringContaining('Contract revision ') as string,
    stderr: `${file} cannot be written to (EFBIG).\n`,
  });
});
