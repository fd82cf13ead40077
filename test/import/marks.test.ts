/** `--since`: from which value on a round reads, if the source is not tidy. */

import { join } from 'node:path';
import { mkdirSync, writeFileSync } from 'node:fs';

import { createConnection } from 'mysql2/promise';

import { loaderOf } from '../../src/cli/import';
import { createEmptyDatabase, type TestDatabase } from '../support/database';
import { ImportCase } from './import-case';

let source: TestDatabase;
let world: ImportCase;
let round: (recent: boolean) => Promise<number | undefined>;

beforeEach(async () => {
  source = await createEmptyDatabase();
  world = await ImportCase.create();
  const folder = join(world.folder, 'queries');
  mkdirSync(folder);
  writeFileSync(join(folder, 'groups.sql'), 'select identifier, changed from houses');
  const options = { from: source.url, since: 'changed', rejects: world.rejects, lateLines: 1, lateSeconds: 1 };
  const load = loaderOf(folder, {}, options);
  round = async (recent) => (await load({ db: world.database.db, rejects: world.rejects }, recent)).kinds.groups?.read;
});
afterEach(async () => {
  await world.end();
  await source.drop();
});

async function connected() {
  const connection = await createConnection({ uri: source.url });
  await connection.query('create table if not exists houses (identifier varchar(9) primary key, changed int)');
  return connection;
}

test('a row of a transaction that was open during a round is read by the round after the next', async () => {
  const [late, usual] = [await connected(), await connected()];
  await usual.query("insert into houses values ('a', 1)");
  await round(false);
  await late.query('start transaction');
  await late.query("insert into houses values ('b', 2)");
  await usual.query("insert into houses values ('c', 3)");
  await round(true);
  await late.query('commit');
  await round(true);
  expect(await world.identifiers('groups')).toEqual(['a', 'c', 'b']);
  await Promise.all([late.end(), usual.end()]);
});

test('recent rows stay those since the last mark when the newest row is deleted', async () => {
  const usual = await connected();
  await usual.query("insert into houses values ('a', 1), ('b', 2), ('c', 3)");
  await round(false);
  await usual.query("delete from houses where identifier = 'c'");
  expect([await round(true), await round(true), await round(true)]).toEqual([0, 0, 0]);
  await usual.end();
});
