/** The configuration of GraphQL Code Generator in `docs/use/graphql.md` works as it is, and without `documentMode` for Apollo Client. */

import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { exampleDatabase } from '../../test/openapi/example-world';
import { readText, ROOT } from '../../test/docs/repository';
import type { TestDatabase } from '../../test/support/database';
import { startTestGateway, type TestGateway } from '../../test/support/gateway';
import { signToken } from '../../test/support/tokens';

const PACKAGES = join(ROOT, 'qa', 'node_modules');
const PROGRAMS = join(__dirname, 'programs');

// Programs of their own, on a machine that may be busy.
jest.setTimeout(120_000);

let database: TestDatabase;
let gateway: TestGateway;
let folder: string;

beforeAll(async () => {
  database = await exampleDatabase();
  gateway = await startTestGateway({ databaseUrl: database.url });
  folder = mkdtempSync(join(tmpdir(), 'leasegate-codegen-'));
  symlinkSync(PACKAGES, join(folder, 'node_modules'));
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await gateway.close();
  await database.drop();
});

const [, CONFIGURATION = ''] = /```ts\n(\/\/ codegen\.ts\n[^]*?)```/.exec(readText('docs/use/graphql.md')) ?? [];

test.each([
  ['client', CONFIGURATION],
  ['apollo', CONFIGURATION.replace("documentMode: 'string', ", '')],
])(
  '%s.ts compiles under strict with the generated types, dates are text, and it gets its records',
  async (name, configuration) => {
    const cwd = join(folder, name);
    for (const part of ['src', 'node_modules']) mkdirSync(join(cwd, part), { recursive: true });
    symlinkSync(ROOT, join(cwd, 'node_modules', 'leasegate'));
    const env = { ...process.env, CI: 'true', TOKEN: await signToken({ groups: ['acme'] }) };
    const run = (program: string, ...args: string[]) => promisify(execFile)(program, args, { cwd, env });
    writeFileSync(join(cwd, 'codegen.ts'), configuration);
    const options = {
      extends: join(PROGRAMS, 'tsconfig.json'),
      compilerOptions: { rootDir: 'src', outDir: 'js' },
      include: ['src'],
    };
    writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify(options));
    cpSync(join(ROOT, 'schema.graphql'), join(cwd, 'schema.graphql'));
    cpSync(join(PROGRAMS, 'codegen', 'main.ts'), join(cwd, 'src', 'main.ts'));
    cpSync(join(PROGRAMS, 'codegen', `${name}.ts`), join(cwd, 'src', 'ask.ts'));
    await run(join(PACKAGES, '.bin', 'graphql-codegen'));
    // Throws with what the compiler says.
    await run(join(ROOT, 'node_modules', '.bin', 'tsc'));
    const { stdout } = await run(process.execPath, join('js', 'main.js'), gateway.url);
    expect(JSON.parse(stdout)).toEqual([['lease-1', '2025-02-01']]);
  },
);

test('the configuration of the page is for the client of the package', () => {
  expect(CONFIGURATION).toContain("documentMode: 'string'");
});
