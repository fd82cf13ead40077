/** docs/develop/structure.md lists the files of `src` that a request enters. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { serve } from './cli/leasegate';
import { createTestDatabase, type TestDatabase } from './support/database';
import { insertGroup, insertTenantsWithLeases } from './support/records';
import { signToken, TEST_SECRET } from './support/tokens';
import { until } from './support/until';

const ROOT = join(__dirname, '..');

/** The files below a heading of the page. */
function listedBelow(heading: string): string[] {
  const page = readFileSync(join(ROOT, 'docs/develop/structure.md'), 'utf8');
  const section = page.split(`\n### ${heading}\n`)[1]?.split('\n#')[0] ?? '';
  return [...section.matchAll(/`([^`]+\.ts)`/g)].map(([, path]) => path!);
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertTenantsWithLeases(database.db, await insertGroup(database.db, 'group'), 'tenant', 1);
});
afterAll(() => database.drop());

/** The files that a request enters when its like has come before, and the number of modules that are loaded by then. */
async function enteredBy(path: string, body: object): Promise<{ files: string[]; modules: number }> {
  const program = {
    path: join(ROOT, 'bin/leasegate'),
    nodeOptions: `--require ${join(ROOT, 'test/support/entered-files.cjs')}`,
  };
  const gateway = await serve({ DATABASE_URL: database.url, AUTH_JWT_SECRET: TEST_SECRET }, program);
  const said = (line: RegExp) => until(() => line.exec(gateway.stdout())?.[1]);
  const authorization = `Bearer ${await signToken({ groups: '*' })}`;
  const ask = async () => {
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(gateway.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"tenant-1"')]);
  };
  for (let nth = 0; nth < 3; nth++) await ask();
  process.kill(gateway.pid, 'SIGUSR2');
  const modules = Number(await said(/^watching, with (\d+) modules$/m));
  await ask();
  process.kill(gateway.pid, 'SIGUSR2');
  const files = await said(/^entered: (.*)$/m);
  await gateway.end();
  return { files: files.split(' '), modules };
}

test('a REST request enters these files, at most 30, and needs at most 1,125 modules', async () => {
  const { files, modules } = await enteredBy('/leases/find-for-tenant/', { identifier: 'tenant-1' });
  expect(files).toEqual(listedBelow('REST').sort());
  expect(files.length).toBeLessThanOrEqual(30);
  expect(modules).toBeLessThanOrEqual(1_125);
});

test('a GraphQL request enters these files besides, at most 12', async () => {
  const query = '{ leasesForTenant(tenant: { identifier: "tenant-1" }) { nodes { identifier } } }';
  const rest = listedBelow('REST');
  const files = (await enteredBy('/graphql', { query })).files.filter((path) => !rest.includes(path));
  expect(files).toEqual(listedBelow('GraphQL').sort());
  expect(files.length).toBeLessThanOrEqual(12);
});
