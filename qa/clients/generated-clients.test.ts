/** Clients that generators make from `openapi.json` compile under `strict` as they are, and have the documented answers. */

import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { examplesOf, operationAt, readOpenApi, responsesOf } from '../../test/openapi/described';
import { exampleDatabase } from '../../test/openapi/example-world';
import { ROOT } from '../../test/docs/repository';
import type { TestDatabase } from '../../test/support/database';
import { startTestGateway, type TestGateway } from '../../test/support/gateway';
import { signToken } from '../../test/support/tokens';

const PACKAGES = join(ROOT, 'qa', 'node_modules');

/** orval and hey-api need Node 22.18. */
const NODE =
  parseInt(process.versions.node, 10) >= 24
    ? dirname(process.execPath)
    : join(PACKAGES, `node-22-${process.arch}`, 'bin');

/** The programs of `programs/`, by the commands that generate their clients. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'openapi-typescript': ['openapi-typescript', 'openapi.json', '-o', 'generated/openapi-typescript.ts'],
  'orval-fetch': ['orval', '--config', 'orval.config.mjs', '--project', 'fetch'],
  'orval-zod': ['orval', '--config', 'orval.config.mjs', '--project', 'zod'],
  'typed-openapi': ['typed-openapi', 'openapi.json', '--output', 'generated/typed-openapi.ts'],
  'hey-api': ['openapi-ts', '-i', 'openapi.json', '-o', 'generated/hey-api', '-c', '@hey-api/client-fetch'],
  kubb: ['kubb', 'generate', '--config', 'kubb.config.mjs'],
};

// Programs of their own, on a machine that may be busy.
jest.setTimeout(120_000);

let database: TestDatabase;
let gateway: TestGateway;
let folder: string;

const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  promisify(execFile)(program, args, {
    cwd: folder,
    env: { ...process.env, PATH: [NODE, process.env.PATH].join(delimiter), CI: 'true', ...env },
  });

beforeAll(async () => {
  database = await exampleDatabase();
  gateway = await startTestGateway({ databaseUrl: database.url });
  folder = mkdtempSync(join(tmpdir(), 'leasegate-clients-'));
  cpSync(join(__dirname, 'programs'), folder, { recursive: true });
  cpSync(join(ROOT, 'openapi.json'), join(folder, 'openapi.json'));
  symlinkSync(PACKAGES, join(folder, 'node_modules'));
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await gateway.close();
  await database.drop();
});

const document = readOpenApi();
const [LEASES, TENANTS] = Object.keys(document.paths).map((path) =>
  examplesOf(responsesOf(document, operationAt(document, path))[200]),
);

test.each(Object.entries(COMMANDS))('%s: its client compiles as it is and gets both answers', async (name, command) => {
  const [program = '', ...args] = command;
  await run(join(PACKAGES, '.bin', program), args);
  const files = ['main.ts', `${name}.ts`];
  writeFileSync(join(folder, 'program.json'), JSON.stringify({ extends: './tsconfig.json', files }));
  // Throws with what the compiler says.
  await run(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', 'program.json']);
  const env = { TOKEN: await signToken({ groups: ['acme'] }), GATEWAY: gateway.url };
  const { stdout } = await run(process.execPath, [join('js', 'main.js'), name, gateway.url], env);
  expect(JSON.parse(stdout)).toEqual([LEASES!.byEmailAddress, TENANTS!.byAddressAndDay]);
});
