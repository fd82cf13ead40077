/** Imports fit the `max_allowed_packet` of the server, and a server whose limit is too small is named. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Kysely } from 'kysely';
import { createConnection } from 'mysql2/promise';

import { readDatabaseAddress } from '../../src/config/settings';
import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { migrate } from '../../src/db/migrations/index';
import { schemaProblems } from '../../src/db/schema-check';
import type { Tables } from '../../src/db/tables';
import { importFolder } from '../../ingest/import/import-folder';
import { type PrivateServer, startPrivateServer } from '../db/private-server';

let server: PrivateServer;
const folder = mkdtempSync(join(tmpdir(), 'leasegate-packets-'));

beforeAll(async () => {
  server = await startPrivateServer({}, [], process.env.TEST_SERVER_PATH);
  await withLimit(64 * 1024 * 1024, (db) => migrate(db));
}, 120_000);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** Runs `work` on connections with this limit. */
async function withLimit<Result>(bytes: number, work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
  const connection = await createConnection(server.databaseUrl);
  await connection.query('set global max_allowed_packet = ?', [bytes]);
  await connection.end();
  const db = connect(readDatabaseAddress({ DATABASE_URL: server.databaseUrl }), COMMAND_CONNECTION);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** As long as any record can be: every text has 255 characters, of four bytes each or escaped. */
const records = (text: string) => {
  const identifiers = Array.from({ length: 900 }, (_, index) => `${index}`.padEnd(255, "'"));
  const parts = ['building_name', 'address_line_1', 'address_line_2', 'city', 'country', 'state', 'postal_code'];
  const address = Object.fromEntries(parts.map((part) => [part, text]));
  return {
    groups: [{ identifier: 'north' }],
    units: identifiers.map((identifier) => ({
      identifier,
      group: 'north',
      external_ref: text,
      unit_number: text,
      address,
    })),
    tenants: identifiers.map((identifier) => ({ identifier, group: 'north', first_name: text, last_name: text })),
    leases: identifiers.map((each) => ({ identifier: each, group: 'north', unit_id: each, tenants: [each] })),
  };
};

test('the longest records are stored and changed with the smallest limit', async () => {
  const report = await withLimit(1024 * 1024, async (db) => {
    expect(await schemaProblems(db)).toEqual([]);
    const reports = [];
    for (const text of ['😀'.repeat(255), "\\'".repeat(127)]) {
      for (const [kind, list] of Object.entries(records(text)))
        writeFileSync(join(folder, `${kind}.ndjson`), list.map((each) => JSON.stringify(each)).join('\n'));
      reports.push(await importFolder({ db, folder, rejects: join(folder, 'rejects.txt') }));
    }
    return reports.map(({ kinds }) => [kinds.units, kinds.tenants, kinds.leases]);
  });
  expect(report[0]).toMatchObject([900, 900, 900].map((inserted) => ({ inserted, refused: 0 })));
  expect(report[1]?.slice(0, 2)).toMatchObject([900, 900].map((updated) => ({ updated, refused: 0 })));
}, 180_000);

test.each([
  [1024 * 1024, []],
  [512 * 1024, ['the server accepts statements of 524288 bytes only: set max_allowed_packet to 1048576 or more']],
])('with max_allowed_packet = %s, the check finds %j', async (bytes, problems) => {
  expect(await withLimit(bytes, schemaProblems)).toEqual(problems);
});
