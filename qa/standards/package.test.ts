/** The packed package, judged by tools for package authors. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { pack } from '../../test/package/packed';
import { program } from './program';

jest.setTimeout(120_000);

const packed = pack();
afterAll(() => packed.remove());

test('publint finds nothing to complain of', async () => {
  const { stdout } = await promisify(execFile)(program('publint'), ['run', packed.tarball, '--strict']);
  expect(stdout).toContain('All good!');
});

describe('the types', () => {
  /** Prints each entry point with what it leads to, and every problem. */
  const CHECK = `
    import { readFileSync } from 'node:fs';
    import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';

    const { entrypoints, problems } = await checkPackage(createPackageFromTarballData(readFileSync(process.argv[2])), {
      // No module, but a file.
      excludeEntrypoints: ['./schema.graphql'],
    });
    const resolved = Object.entries(entrypoints).map(([path, { resolutions }]) => [
      path,
      Object.fromEntries(Object.entries(resolutions).map(([kind, { resolution }]) => [kind, resolution?.fileName])),
    ]);
    console.log(JSON.stringify({ entrypoints: Object.fromEntries(resolved), problems }));
  `;
  interface Told {
    readonly entrypoints: Readonly<Record<string, Readonly<Record<string, string | undefined>>>>;
    readonly problems: readonly unknown[];
  }
  let told: Told;
  beforeAll(async () => {
    const running = promisify(execFile)(process.execPath, ['--input-type=module', '-', packed.tarball], {
      cwd: __dirname,
    });
    running.child.stdin?.end(CHECK);
    told = JSON.parse((await running).stdout) as Told;
  });

  test('are found and right, however a program resolves modules', () => expect(told.problems).toEqual([]));

  test('of the client are those of the module that is loaded', () => {
    const dist = '/node_modules/leasegate/dist/client';
    expect(told.entrypoints['./client']).toEqual({
      node10: `${dist}/index.d.ts`,
      'node16-cjs': `${dist}/index.d.ts`,
      'node16-esm': `${dist}/esm/index.d.ts`,
      bundler: `${dist}/esm/index.d.ts`,
    });
  });
});
