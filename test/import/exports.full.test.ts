/** The commands of docs/operate/import.md on files as psql, sqlcmd, SQL Server Management Studio and bcp write them. */

import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { codeBlocks, section } from '../docs/markdown';
import { readText, ROOT } from '../docs/repository';
import { caseForEachTest } from './import-case';

// Each command starts the program.
jest.setTimeout(60_000);

const PAGE = readText('docs/operate/import.md');
const blocksOf = (title: string): string[] => codeBlocks(section(PAGE, title), 'sh');
const importing = (title: string): string[] => blocksOf(title).filter((block) => block.includes('leasegate import'));

const world = caseForEachTest();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leasegate-exports-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function run(commands: string): Promise<string> {
  const env = { PATH: `${join(ROOT, 'bin')}:${process.env.PATH ?? ''}`, DATABASE_URL: world.database.url };
  return new Promise((resolve) => {
    execFile('bash', ['--norc', '-euc', commands], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve(`${stderr}${stdout}${error === null ? '' : `status ${error.code}`}`),
    );
  });
}

const done = expect.stringMatching(/^(?:\w+: \d+ read, \d+ inserted\n)+Done in [\d.]+ s\.\n$/);

async function storedRecords() {
  const { groups, units, tenants, leases, pairs } = await world.everything();
  return { groups, units, tenants, leases, pairs: pairs.length };
}

const GROUPS = [
  { identifier: '1', external_ref: 'N-1' },
  { identifier: '2', external_ref: null },
];
const LEASES = [
  { identifier: '31', start_date: '2026-02-01', end_date: '2027-01-31', rent: 985.5, deposit: 1971, is_furnished: 1 },
  { identifier: '32', start_date: '2026-03-01', end_date: null, rent: 0.5, deposit: null, is_furnished: 0 },
];

test('psql: the files of the four commands', async () => {
  const files = join(__dirname, 'exports', 'postgresql');
  const [commands = '', ...imports] = blocksOf('From PostgreSQL');
  for (const [, name = '', query = ''] of commands.matchAll(/export\/(\S+) -c (.*)/g)) {
    const [header = ''] = readFileSync(join(files, name), 'utf8').split('\n');
    for (const column of header.split(',')) expect(query).toContain(column);
  }
  cpSync(files, join(folder, 'export'), { recursive: true });
  expect(await run('leasegate import export')).toBe(
    "tenants.csv: `last_name`: 1 cell needs --null NULL or --null '' if it is text.\nstatus 1",
  );
  expect(await run(imports.join('\n'))).toEqual(done);
  expect(await storedRecords()).toMatchObject({
    groups: GROUPS,
    units: [
      { identifier: '11', unit_number: '1', address_line_1: 'Straße 1, Hof', city: 'Köln', latitude: 50.938 },
      { identifier: '12', unit_number: '3 "b"', address_line_1: 'Calle 1\nBajo', city: 'Málaga', latitude: null },
    ],
    tenants: [
      { identifier: '21', email_address: 'ann@example.com', phone_number: '+49 221 1', last_name: 'O"Neil', active: 1 },
      { identifier: '22', email_address: null, phone_number: null, last_name: 'NULL', active: 0 },
      { identifier: '23', email_address: null, last_name: 'Ray, Jr.', active: 1 },
    ],
    leases: LEASES,
    pairs: 3,
  });
});

/** The records below, as sqlcmd writes them. */
const FILES = {
  groups: 'identifier|external_ref\n1|N-1\n2|NULL\n',
  units:
    'identifier|group|address.city|address.latitude|address.longitude\n' +
    '11|1|Köln|50.938000|6.960000\n12|2|London|51.507400|-.127800\n',
  tenants:
    'identifier|group|phone_number|last_name|active\n' +
    '21|1|+49 221 1|Müller|1\n22|1|NULL|Łódź|0\n23|2|NULL|Ray, Jr.|1\n',
  leases:
    'identifier|group|unit_id|start_date|end_date|rent|deposit|is_furnished|tenants\n' +
    '31|1|11|2026-02-01 00:00:00.000|2027-01-31|985.50|1971.0000|1|21;22\n' +
    '32|2|12|2026-03-01 00:00:00.000|NULL|.50|NULL|0|23\n',
};
const STORED = {
  groups: GROUPS,
  units: [
    { identifier: '11', city: 'Köln', latitude: 50.938, longitude: 6.96 },
    { identifier: '12', city: 'London', latitude: 51.5074, longitude: -0.1278 },
  ],
  tenants: [
    { identifier: '21', phone_number: '+49 221 1', last_name: 'Müller', active: 1 },
    { identifier: '22', phone_number: null, last_name: 'Łódź', active: 0 },
    { identifier: '23', phone_number: null, last_name: 'Ray, Jr.', active: 1 },
  ],
  leases: LEASES,
  pairs: 3,
};

const [sqlcmd = '', managementStudio = '', bcp = ''] = importing('From SQL Server');

test('sqlcmd: vertical bars, a line of hyphens, NULL, and no zero before a point', async () => {
  for (const [kind, text] of Object.entries(FILES)) {
    const [header = '', ...rows] = text.split('\n');
    writeFileSync(join(folder, `${kind}.txt`), [header, header.replace(/[^|]/g, '-'), ...rows].join('\n'));
  }
  mkdirSync(join(folder, 'export'));
  expect(await run(sqlcmd)).toEqual(done);
  expect(await storedRecords()).toMatchObject(STORED);
});

test('SQL Server Management Studio: a byte order mark, CRLF, quotes where they are needed, and NULL', async () => {
  mkdirSync(join(folder, 'export'));
  for (const [kind, text] of Object.entries(FILES)) {
    const csv = text
      .replace(/[^|\n]*,[^|\n]*/g, '"$&"')
      .replace(/(\|-?)\./g, '$10.')
      .replaceAll('|', ',');
    writeFileSync(join(folder, 'export', `${kind}.csv`), `\ufeff${csv.replaceAll('\n', '\r\n')}`);
  }
  expect(await run(managementStudio)).toEqual(done);
  expect(await storedRecords()).toMatchObject(STORED);
});

test.each(['\ufeff', ''])('bcp: UTF-16, which begins with %j, and no header', async (mark) => {
  await world.import({ 'groups.ndjson': GROUPS.map(({ identifier }) => ({ identifier })) });
  const text = '21\t1\t+49 221 1\t1\r\n22\t1\t\t0\r\n23\t2\t\t1\r\n';
  writeFileSync(join(folder, 'tenants.txt'), Buffer.from(mark + text, 'utf16le'));
  expect(await run(bcp)).toEqual(done);
  expect((await storedRecords()).tenants).toMatchObject(STORED.tenants.map(({ last_name: _, ...tenant }) => tenant));
});
