/** Third-party clients, as `examples/` uses them, read every record of both connections once and in order. */

import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { insertLeaseTenants } from '../../ingest/import/store';
import { createTestDatabase, type TestDatabase } from '../../test/support/database';
import { startTestGateway, type TestGateway } from '../../test/support/gateway';
import { insertGroup, insertTenantsWithLeases } from '../../test/support/records';
import { signToken } from '../../test/support/tokens';
import { program } from './program';

const ROOT = join(__dirname, '..', '..');
const run = promisify(execFile);

// Programs of their own, on a machine that may be busy.
jest.setTimeout(120_000);

let database: TestDatabase;
let gateway: TestGateway;
let token: string;
let folder: string;

/** Two and a half pages of both connections. The first tenant has one and a half pages of leases. */
const COUNT = 250;
const OWN = 15;
const identifiers = Array.from({ length: COUNT }, (_, index) => `north-${index + 1}`);

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await insertTenantsWithLeases(db, await insertGroup(db, 'north'), 'north', COUNT);
  await insertTenantsWithLeases(db, await insertGroup(db, 'south'), 'south', 3);
  const { id: tenant_id } = await idOf('tenants', 'north-1');
  const others = await Promise.all(identifiers.slice(1, OWN).map((identifier) => idOf('leases', identifier)));
  await insertLeaseTenants(
    db,
    others.map(({ id: lease_id }) => ({ tenant_id, lease_id })),
  );
  gateway = await startTestGateway({ databaseUrl: database.url });
  token = await signToken({ groups: ['north'] });
  folder = mkdtempSync(join(tmpdir(), 'leasegate-examples-'));
  cpSync(join(ROOT, 'examples'), join(folder, 'examples'), { recursive: true });
  cpSync(join(ROOT, 'schema.graphql'), join(folder, 'schema.graphql'));
  symlinkSync(join(ROOT, 'qa', 'node_modules'), join(folder, 'node_modules'));
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await gateway.close();
  await database.drop();
});

const idOf = (table: 'leases' | 'tenants', identifier: string) =>
  database.db.selectFrom(table).select('id').where('identifier', '=', identifier).executeTakeFirstOrThrow();

/** The lines that an example prints for each kind of record. */
async function said(example: string): Promise<Record<string, string[]>> {
  const args = [join('examples', example), `${gateway.url}/graphql`, 'north@example.com'];
  const env = { PATH: process.env.PATH, LEASEGATE_TOKEN: token };
  const { stdout } = await run(process.execPath, args, { cwd: folder, env });
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
  const found: Record<string, string[]> = {};
  for (const [kind = '', identifier = ''] of lines) (found[kind] ??= []).push(identifier);
  return found;
}

test.each(['urql.mjs', 'apollo-client.mjs'])('%s pages through all records of both connections', async (example) => {
  expect(await said(example)).toEqual({ lease: identifiers, tenant: identifiers });
});

test('relay-compiler accepts pagination of both connections and refetching by `node`, and the example does both', async () => {
  await run(program('relay-compiler'), [], { cwd: join(folder, 'examples', 'relay') });
  expect(await said('relay/records.mjs')).toEqual({
    lease: identifiers,
    tenant: identifiers,
    again: ['north-1'],
    own: identifiers.slice(0, OWN),
  });
});
