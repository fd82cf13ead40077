/** Every shell block of the documents is run by a test or says why not; this file runs those that no other test runs. */

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { foreignQueries, ForeignSource } from '../import/foreign-source';
import { LEASES, send } from '../http/client';
import { createTestDatabase, databasePrefix, type TestDatabase } from '../support/database';
import { debianProgram, INSTALL_LIMIT_MS } from '../support/debian-program';
import { startTestGateway } from '../support/gateway';
import { runOnServer } from '../support/server';
import { TEST_SECRET } from '../support/tokens';
import { codeBlocks, section } from './markdown';
import { readText, repositoryFiles, ROOT } from './repository';

jest.setTimeout(60_000);

/** What runs the blocks of each page. */
const RUN_BY: Readonly<Record<string, readonly string[]>> = {
  'README.md': ['docs/readme.test.ts', 'package/package.full.test.ts', 'demo/run-demo.full.test.ts'],
  'docs/develop/search.md': ['docs/commands.full.test.ts'],
  'docs/operate/import.md': ['docs/commands.full.test.ts', 'import/exports.full.test.ts'],
  'docs/operate/install.md': ['deploy/copied.full.test.ts'],
  'docs/operate/monitoring.md': ['docs/commands.full.test.ts', 'audit/document.test.ts'],
  'docs/operate/scale.md': ['docs/commands.full.test.ts'],
  'docs/operate/tokens.md': ['docs/commands.full.test.ts'],
  'docs/operate/upgrading.md': ['servers/backups.full.test.ts'],
  'docs/use/moving.md': ['docs/moving.full.test.ts'],
};
const NOT_RUN = /(?:<!-- not run: \S.* -->|_Not tested: \S.*_)\n\n(?=```sh)/g;

test('each page with shell blocks has a test that reads it, and few blocks are not run, each with its reason', () => {
  const pages = repositoryFiles().filter((path) => /^(?:README\.md|docs\/.*\.md)$/.test(path));
  const blocks = pages.map((path) => ({ path, run: codeBlocks(readText(path), 'sh').length - marks(path) }));
  expect(blocks.filter(({ run }) => run > 0).map(({ path }) => path)).toEqual(Object.keys(RUN_BY));
  for (const [page, tests] of Object.entries(RUN_BY))
    expect([page, tests.some((path) => readText(`test/${path}`).includes(page))]).toEqual([page, true]);
  expect(pages.map(marks).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(10);
});
const marks = (path: string): number => [...readText(path).matchAll(NOT_RUN)].length;

const folder = mkdtempSync(join(tmpdir(), 'leasegate-commands-'));
let database: TestDatabase;
let source: ForeignSource;
beforeAll(async () => {
  database = await createTestDatabase();
  source = await ForeignSource.create();
  await database.db
    .insertInto('groups')
    .values(['acme', 'globex'].map((identifier) => ({ identifier })))
    .execute();
});
afterAll(async () => {
  await source.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** @throws with what it printed if the status is not 0 */
async function run(commands: string, settings: Readonly<Record<string, string>> = {}): Promise<string> {
  const env = {
    PATH: `${join(ROOT, 'bin')}:${process.env.PATH}`,
    DATABASE_URL: database.url,
    AUTH_JWT_SECRET: TEST_SECRET,
  };
  const options = { cwd: folder, env: { ...env, ...settings } };
  return (await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', commands], options)).stdout;
}

test('tokens.md: a token is created, imported and inspected, and one is revoked', async () => {
  const page = readText('docs/operate/tokens.md');
  const [commands = ''] = codeBlocks(section(page, 'Opaque access tokens'), 'sh');
  await runOnServer([`alter table \`${new URL(database.url).pathname.slice(1)}\`.opaque_tokens auto_increment = 7`]);
  const imported = 'x'.repeat(20);
  writeFileSync(join(folder, 'token.txt'), `${imported}\n`);
  const [created = '', ...list] = (await run(commands)).trim().split('\n');
  expect(list.map((line) => JSON.parse(line) as object)).toMatchObject([
    { id: 7, subject: 'billing', groups: ['acme', 'globex'] },
    { id: 8, subject: 'billing', groups: ['acme'], expires: null },
  ]);
  const gateway = await startTestGateway({ databaseUrl: database.url });
  const ask = async (token: string) => (await send(gateway.url + LEASES, { token, body: { identifier: 'x' } })).status;
  expect([await ask(created), await ask(imported)]).toEqual([401, 200]);
  await gateway.close();
  expect(await run(codeBlocks(section(page, 'Why a token is refused'), 'sh').join(''))).toContain('acme');
});

test('the settings in the documents can be read', async () => {
  for (const page of ['tokens', 'scale', 'monitoring'])
    for (const block of codeBlocks(readText(`docs/operate/${page}.md`), 'sh').filter((each) =>
      /^(?:#.*\n|export )*[A-Z_]+=/.test(each),
    )) {
      const key = Buffer.alloc(32).toString('base64');
      const printed = await run(`set -a\n${block.replace('base64:…', `base64:${key}`)}\nleasegate print-config`);
      for (const [, name] of block.matchAll(/^(?:export )?([A-Z_]+)=/gm)) expect(printed).toContain(name);
    }
});

test('import.md: another database is imported', async () => {
  const [commands = ''] = codeBlocks(section(readText('docs/operate/import.md'), 'Import from a database'), 'sh');
  mkdirSync(join(folder, 'queries'));
  for (const [file, query] of foreignQueries(ROOT)) writeFileSync(join(folder, 'queries', file), query);
  await source.run("insert into portfolios values (1, 'North', 'N-1')");
  const { host, pathname } = new URL(source.database.url);
  const user = `${databasePrefix()}reader`;
  await runOnServer([`create user ${user} identified by 'reads'`, `grant select on ${pathname.slice(1)}.* to ${user}`]);
  const printed = await run(
    commands
      .replace('=…', '=reads')
      .replaceAll('reader@db.example/estate', `${user}@${host}${pathname} --max-prune 100%`),
  );
  expect(printed.match(/1 inserted/g)).toHaveLength(2);
});

test('search.md: a lookup is explained', async () => {
  const [command = ''] = codeBlocks(readText('docs/develop/search.md'), 'sh');
  expect(await run(command)).toMatch(/select/);
});

test(
  'Prometheus reads the alerts',
  async () => {
    await debianProgram('prometheus');
    expect(await run(`promtool check rules ${ROOT}/docs/operate/grafana/alerts.yml`)).toContain('SUCCESS');
  },
  INSTALL_LIMIT_MS,
);
