/** Backslashes in CSV files, as MySQL, MariaDB and PostgreSQL write them. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { CellFormats } from '../../ingest/import/cell-formats';
import { countingEscapes, withMarks } from '../../ingest/import/escapes';
import type { FileOptions } from '../../ingest/import/import-folder';
import { caseForEachTest } from './import-case';

const world = caseForEachTest({ 'groups.ndjson': [{ identifier: 'north' }] });

/** As written by MySQL 9.7 (the same as by MariaDB 11.8) and by psql 15. The names say how. */
const RECORDED = join(__dirname, 'exports', 'escapes');

const TEXTS = [
  ['C:\\new\\table', 'Ann', null],
  ['a\ttab\ntwo\r\nthree', 'Köln, "quoted"', '+44 1'],
  ['\\N', '"all in quotes"', 'NULL'],
  ['ends with \\', null, null],
  ['quote then backslash "\\', '\\"', 'x;y|z'],
];

test.each(readdirSync(RECORDED))('%s is read as it was written, and never without --escapes', async (name) => {
  const written = readFileSync(join(RECORDED, name), 'utf8');
  const words = new Set([name.startsWith('batch') ? 'NULL' : '']);
  const delimiter = name.includes('-tab') ? '\t' : name.includes('-bar') ? '|' : ',';
  const files: FileOptions = { delimiter, null: words };
  const escapes = name.includes('quoted') ? 'quoted' : 'unquoted';
  const content = { 'tenants.csv': `${written}6\n` };
  await expect(world.import(content, { files })).rejects.toThrow('tenants.csv has backslashes that may be escapes');
  expect(await world.identifiers('tenants')).toEqual([]);
  await world.import(content, { files: { ...files, escapes } });
  expect(world.reasons()).toEqual([`${written.split('\n').length}: has 1 cells, the header has 5`]);
  const texts = TEXTS.map((row) => row.map((text) => (words.has(text ?? 'x') ? null : text)));
  expect((await world.everything()).tenants).toMatchObject(
    texts.map(([first_name, last_name, phone_number]) => ({ first_name, last_name, phone_number })),
  );
});

test('only a backslash before another character is text without --escapes', async () => {
  const importing = (cell: string) =>
    world.import({ 'tenants.csv': `identifier,group,first_name,last_name\nw1,north,${cell},${cell}\n` });
  for (const cell of ['C:\\new', 'C:\\\\', '\\"', 'C:\\'])
    await expect(importing(cell)).rejects.toThrow('tenants.csv has backslashes that may be escapes');
  expect((await importing('C:\\windows')).kinds.tenants).toMatchObject({ inserted: 1 });
});

test('an escape may be cut in two by a chunk, and an open one at the end of a file is refused', async () => {
  const text = 'identifier,group\n"x\\"1\\\\",north\ny,n\\';
  const cut = async function* (size: number) {
    for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size));
  };
  const marked = async (size: number) => (await buffer(withMarks(cut(size)))).toString('latin1');
  expect(await marked(1)).toBe(await marked(100));
  const formats = new CellFormats('tenants.csv');
  await buffer(countingEscapes(cut(1), ',', formats));
  expect(formats.escapes).toBe(3);
  await world.import({ 'tenants.csv': text }, { files: { escapes: 'quoted' } });
  expect(world.reasons()).toEqual([expect.stringMatching(/^3: is not valid UTF-8/)]);
  expect(await world.identifiers('tenants')).toEqual(['x"1\\']);
});
