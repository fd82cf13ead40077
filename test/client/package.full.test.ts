/** The packaged client: its examples run, and its types work in every module system. */

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { transformSync } from '@swc/core';

import { COMMANDS } from '../../ingest/commands';
import { runCommandLine } from '../../src/cli/program';
import * as client from '../../client/index';
import { codeBlocks } from '../docs/markdown';
import { readText, ROOT } from '../docs/repository';
import { createEmptyDatabase, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { signToken } from '../support/tokens';

/** Runs a program in the root of the repository, with its script on standard input. */
async function run(args: readonly string[], script = '', env: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { PATH: process.env.PATH, ...env } });
  child.stdin.end(script);
  let written = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (written += String(text)));
  await new Promise((resolve) => child.on('close', resolve));
  return written;
}

const MODULE = ['--input-type=module'];

describe('against a gateway with examples/two-groups', () => {
  let database: TestDatabase;
  let gateway: TestGateway;
  let env: Readonly<Record<string, string>>;
  beforeAll(async () => {
    jest.spyOn(console, 'log').mockImplementation(() => {});
    database = await createEmptyDatabase();
    for (const command of [['migrate'], ['import', join(ROOT, 'examples', 'two-groups')]]) {
      expect(await runCommandLine(command, { DATABASE_URL: database.url }, '0', COMMANDS)).toBe(0);
    }
    gateway = await startTestGateway({ databaseUrl: database.url });
    env = { LEASEGATE_URL: gateway.url, TOKEN: await signToken({ groups: ['acme'] }) };
  });
  afterAll(async () => {
    await gateway.close();
    await database.drop();
    jest.restoreAllMocks();
  });

  test.each(['leases-by-rest.mjs', 'leases-by-graphql.mjs'])('examples/client/%s prints the leases', async (name) => {
    expect(await run([join('examples', 'client', name), 'ada@example.com'], '', env)).toBe(
      'lease-1 2025-02-01 985.5\n',
    );
  });

  test('examples/client/tenants-in-city.ts prints the groups and the tenants, and distinguishes errors', async () => {
    const { code } = transformSync(readText('examples/client/tenants-in-city.ts'), {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
      module: { type: 'es6' },
    });
    const printed = (city: string, more = {}) => run([...MODULE, '-', city], code, { ...env, ...more });
    expect(await printed('leeds')).toBe('acme\nAda Byrne\nBen Okafor\n');
    expect(await printed(' ')).toBe('acme\n`address.city` must not be blank.\n');
    expect(await printed('leeds', { TOKEN: 'abc' })).toMatch(/^invalid_authorization \(request [\w-]+\)\n$/);
  });

  test('the example of docs/use/client.md prints what its comments say', async () => {
    const [script = ''] = codeBlocks(readText('docs/use/client.md'), 'js');
    const told = [...script.matchAll(/console\.log\(.*\/\/ (.*)$/gm)].map(([, line]) => `${line}\n`);
    expect(told).toHaveLength(3);
    expect(await run(MODULE, script.replace('http://127.0.0.1:4000', gateway.url), env)).toBe(told.join(''));
  });
});

test.each([
  ['import', MODULE, "import * as client from 'leasegate/client';"],
  ['require', ['--input-type=commonjs'], "const client = require('leasegate/client');"],
])('%s provides all exports without a warning', async (_how, args, load) => {
  const names = await run(args, `${load}\nconsole.log(Object.keys(client).sort().join());`);
  expect(names).toBe(`${Object.keys(client).toSorted().join()}\n`);
});

describe('types', () => {
  const CONSUMER = `
    import { createClient, LeasegateError, LeasesForTenant, type Lease } from 'leasegate/client';

    export async function use(): Promise<Lease | undefined> {
      const leasegate = createClient({ url: 'http://127.0.0.1:4000', token: async ({ renew }) => (renew ? 'b' : 'a') });
      const { leases, last_id } = await leasegate.findLeases({ email_address: 'ada@example.com', 'after-id': 7 });
      const next: number = last_id;
      // @ts-expect-error A rent may be unknown.
      const rent: number = leases[0]!.rent;
      // @ts-expect-error There is no such field.
      await leasegate.findLeases({ email: 'ada@example.com' });
      // @ts-expect-error The criteria are required.
      await leasegate.graphql(LeasesForTenant, {});
      const tenant = { externalRef: 'A-1', group: { identifier: 'acme' } };
      for await (const { nodes } of leasegate.graphqlPages(LeasesForTenant, { tenant }, (data) => data.leasesForTenant)) {
        const day: string | null = nodes[0]!.startDate;
        // @ts-expect-error Null is an unknown value.
        nodes[0]!.address.city;
      }
      await leasegate.findTenants({}).catch((error: unknown) => {
        if (!(error instanceof LeasegateError)) throw error;
        if (error.type === 'not_found' || error.code === 'OVERLOADED') return error.retryAfter;
        // @ts-expect-error There is no such type.
        return error.type === 'not_fond';
      });
      return leases[0];
    }
  `;

  const folder = mkdtempSync(join(tmpdir(), 'leasegate-client-'));
  beforeAll(() => {
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(ROOT, join(folder, 'node_modules', 'leasegate'), 'dir');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  // Only the types of browsers are available, and the declarations themselves are checked, too.
  const OPTIONS = ['--lib', 'ES2022,DOM', '--types', '', '--strict', '--noEmit', '--ignoreConfig'];

  test.each([
    ['an ES module of Node', 'consumer.mts', 'Node16', 'Node16'],
    ['a CommonJS module of Node', 'consumer.cts', 'Node16', 'Node16'],
    ['a bundler', 'consumer.ts', 'ESNext', 'Bundler'],
  ])('hold for %s', (_whom, name, module, moduleResolution) => {
    writeFileSync(join(folder, name), CONSUMER);
    const args = [...OPTIONS, '--module', module, '--moduleResolution', moduleResolution, name];
    const compiler = join(ROOT, 'node_modules', '.bin', 'tsc');
    const { status, stdout } = spawnSync(compiler, args, { cwd: folder, encoding: 'utf8' });
    expect([stdout, status]).toEqual(['', 0]);
  });
});
