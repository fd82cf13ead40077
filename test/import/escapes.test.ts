/** Backslashes in CSV files, as MySQL, MariaDB and PostgreSQL write them. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sql } from 'kysely';

import { CellFormats } from '../../ingest/import/cell-formats';
import { csvRecords } from '../../ingest/import/csv-records';
import type { FileOptions } from '../../ingest/import/import-folder';
import type { SourceRecord } from '../../ingest/import/source-record';
import { eachTest, type ImportCase } from './import-case';

let world: ImportCase;
eachTest(async (empty) => {
  world = empty;
  await world.import({ 'groups.ndjson': [{ identifier: 'north' }] });
});

/** As written by MySQL 9.7 (the same as by MariaDB 11.8) and by psql 15. */
const recorded = (name: string): string => readFileSync(join(__dirname, 'exports', 'escapes', name), 'utf8');

const TEXTS = [
  ['C:\\new\\table', 'Ann', null],
  ['a\ttab\ntwo\r\nthree', 'Köln, "quoted"', '+44 1'],
  ['\\N', '"all in quotes"', 'NULL'],
  ['ends with \\', null, null],
  ['quote then backslash "\\', '\\"', 'x;y|z'],
];

test.each([
  ['outfile-tab.csv', '\t', 'unquoted'],
  ['outfile-comma.csv', ',', 'unquoted'],
  ['outfile-quoted.csv', ',', 'quoted'],
  ['outfile-crlf.csv', ',', 'quoted'],
  ['copy-tab.csv', '\t', 'unquoted'],
  ['copy-bar.csv', '|', 'unquoted'],
  ['batch.csv', '\t', 'unquoted'],
] as const)(
  '%s: backslash escapes are read as they were written, and never without the option',
  async (name, delimiter, escapes) => {
    const words = new Set([name === 'batch.csv' ? 'NULL' : '']);
    const files: FileOptions = { delimiter, null: words };
    const content = { 'tenants.csv': recorded(name) };
    const before = await world.everything();
    await expect(world.import(content, { files })).rejects.toThrow(
      /^tenants.csv: \d+ backslashes may be escapes: give/,
    );
    expect(await world.everything()).toEqual(before);
    await world.import({ 'tenants.csv': `${content['tenants.csv']}6\n` }, { files: { ...files, escapes } });
    expect(world.reasons()).toEqual([expect.stringMatching(/^\d+: has 1 cells, the header has 5$/)]);
    expect(world.refused[0]?.line).toBe(recorded(name).split('\n').length);
    const { rows } = await sql<Record<string, unknown>>`select first_name, last_name, phone_number from tenants
    where identifier between '1' and '5' order by identifier`.execute(world.database.db);
    const texts = TEXTS.map((row) => row.map((text) => (text !== null && words.has(text) ? null : text)));
    expect(rows.map((row) => Object.values(row))).toEqual(texts);
  },
);

test('only a backslash before another character is text without --escapes', async () => {
  const importing = (cell: string) =>
    world.import({ 'tenants.csv': `identifier,group,first_name,last_name\nw1,north,${cell},${cell}\n` });
  for (const cell of ['C:\\new', 'C:\\\\', '\\"', 'C:\\'])
    await expect(importing(cell)).rejects.toThrow('tenants.csv: 2 backslashes may be escapes');
  expect((await importing('C:\\windows')).kinds.tenants).toMatchObject({ inserted: 1 });
});

test('an escape may be cut in two by a chunk, and at the end of a file it is refused', async () => {
  const cut = async function* () {
    for (const byte of Buffer.from('identifier,group\n"x\\"1\\\\",north\ny,n\\')) yield Buffer.from([byte]);
  };
  const formats = new CellFormats('tenants.csv');
  const reading = {
    kind: 'tenants',
    name: 'tenants.csv',
    delimiter: ',',
    formats,
    ignore: new Set(''),
    ignored: new Set(''),
  } as const;
  const records = async (escapes: 'quoted' | undefined) => {
    const all: SourceRecord[] = [];
    for await (const part of csvRecords({ ...reading, escapes }, cut())) all.push(...part);
    return all;
  };
  expect(await records('quoted')).toMatchObject([
    { cells: { identifier: 'x"1\\' } },
    { problem: expect.stringMatching(/UTF-8/) as string },
  ]);
  await records(undefined);
  expect(formats.escapes).toBe(3);
});
