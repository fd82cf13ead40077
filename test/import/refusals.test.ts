/** What a file or a record may not have, and what is stored although no lookup is likely to find it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { caseForAllTests, PRUNE_ALL, SMALL } from './import-case';

const world = caseForAllTests(SMALL);

const NOT_UTF_8 = 'is not valid UTF-8: if the file is in Windows-1252, convert it by iconv -f WINDOWS-1252 -t UTF-8';
const UNREADABLE_REST = 'has an unclosed quote or is too long; the rest of the file is not read';

const lease = { identifier: 'l9', group: 'north', unit_id: 'n1', tenants: ['ann'] };
const tenant = { identifier: 't9', group: 'north' };

interface RefusedRecord {
  readonly kind: string;
  readonly record: object;
  /** Everything that is wrong. */
  readonly faults: readonly string[];
}
const RECORDS = readFileSync(join(__dirname, 'refused-records.ndjson'), 'utf8').trim().split('\n');

it.each(RECORDS)('%s, and nothing is changed', async (line) => {
  const { kind, record, faults } = JSON.parse(line) as RefusedRecord;
  const before = await world.everything();
  const reason = faults.join('; ');
  const file = `${kind}.ndjson`;
  await world.import({ [file]: [record] });
  expect(world.rejected()).toEqual([{ file, line: 1, reason, record }]);
  expect(world.refused).toEqual([{ file, line: 1, reason }]);
  expect(await world.everything()).toEqual(before);
});

it('shows at most 20 faults of a record', async () => {
  const keys = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`colour ${index}`, 1]));
  await world.import({ 'groups.ndjson': [{ identifier: 'a', ...keys }] });
  expect(world.reasons()[0]).toMatch(/^1: has an unknown key `colour 0`; .*`colour 19`; and 80 more$/);
});

it('lines that cannot be read; the lines around them are loaded', async () => {
  const content = Buffer.concat([
    Buffer.from('\ufeff{"identifier":"one"}\r\n\n{"identifier":"tw\n{"identifier":"'),
    Buffer.from([0xc3, 0x28]),
    Buffer.from(`"}\n{"identifier":"${'x'.repeat(1_100_000)}"}\n{"identifier":"six"}`),
  ]);
  await world.import({ 'groups.ndjson': content });
  expect(world.reasons()).toEqual(['3: is not valid JSON', `4: ${NOT_UTF_8}`, '5: is longer than 1048576 bytes']);
  expect(await world.identifiers('groups')).toEqual(expect.arrayContaining(['one', 'six']));
});

it('a record nested too deeply to be serialised, and writes it as it is in the file', async () => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000);
  const line = `{"identifier":"deep", "group":"north","first_name":${deep}}`;
  await world.import({ 'tenants.ndjson': `${line}\n{"identifier":"next","group":"north"}` });
  expect(world.reasons()).toEqual(['1: `first_name` must be a string']);
  expect(readFileSync(world.rejects, 'utf8')).toContain(`,"record":${line}}\n`);
  expect(await world.identifiers('tenants')).toContain('next');
});

it.each([
  ['{"identifier":"d1","group":"north","group":"south"}', 'group'],
  ['{"identifier":"d1","group":"north", "gr\\u006fup" : null}', 'group'],
  ['{"identifier":"d1","group":"north","address":{"city":"a:b","state":"{","city":"x\\":"}}', 'city'],
  ['{"identifier":"d0","identifier":"d1","group":"north"}', 'identifier'],
  [
    '{"identifier":"d1","group":"north","unit_number":"\\"group\\":{\\"group\\":","address":{"city":"group:"}}',
    undefined,
  ],
])('a JSON object that has a name twice: %s', async (line, name) => {
  const report = await world.import({ 'units.ndjson': line, 'leases.ndjson': [] }, { ...PRUNE_ALL, dryRun: true });
  expect(world.reasons()).toEqual(name === undefined ? [] : [`1: has \`${name}\` twice in one object`]);
  expect(report.notPruned).toEqual(name === 'identifier' ? ['units'] : []);
});

it('a JSON number that a parser would round, but not digits in a string', async () => {
  const lines = ['100.00000000000000001', '99999999999.9999', '0.010000000000000000'].map(
    (rent) => `{"identifier":"12345678901234567-${rent}","group":"north","unit_id":"n1","tenants":[],"rent":${rent}}`,
  );
  await world.import({ 'leases.ndjson': lines.join('\n') });
  expect(world.reasons()).toEqual(['1: has a number with more than 15 digits']);
});

it('CSV rows, reported by the line on which each starts', async () => {
  const content = Buffer.concat([
    Buffer.from(
      'identifier,group,unit_number,address.latitude\nc1,north,"two\r\nlines",1e1\n\nc2,north\nc3,north,a"b,\n',
    ),
    Buffer.from('c4,north,'),
    Buffer.from([0xff]),
    Buffer.from(',\nc5,north,é,1.2500000\n,north,,\nc6,north,"open,\nc7,north,,\n'),
  ]);
  await world.import({ 'units.csv': content });
  expect(world.reasons()).toEqual([
    '2: `address.latitude` must be a number from -90 to 90 with at most 3 digits before and 6 after the point',
    '5: has 2 cells, the header has 4',
    '6: has a misplaced quote',
    `7: ${NOT_UTF_8}`,
    '9: `identifier` is missing',
    `10: ${UNREADABLE_REST}`,
  ]);
  expect(await world.identifiers('units')).toContain('c5');
});

it('a CSV row of more than 1 MiB, and the rest of its file', async () => {
  await world.import({ 'units.csv': `identifier,group\nu1,north\n${'x'.repeat(1_100_000)},north\nu3,north\n` });
  expect(world.reasons()).toEqual([`3: ${UNREADABLE_REST}`]);
  expect(await world.identifiers('units')).toContain('u1');
});

it('each file that is named like those that are read', async () => {
  const formats = ['tenants.jsonl', 'tenants.json', 'leases.tsv', 'units.txt', 'units.xlsx', 'leases.csv.gz'];
  const copies = ['groups.csv', 'tenants (1).csv', 'tenants.csv~', 'units.csv.bak', 'Copy of leases.csv'];
  const names = ['lease.csv', 'Units.CSV', 'tenants', 'dbo.tenants.csv', 'TenantsExport.dat', 'leases-2026-01.csv'];
  const unread = [...formats, ...copies, ...names, 'tenants.sql'].toSorted();
  const files = Object.fromEntries(unread.map((name) => [name, '']));
  const failed: unknown = await world.import({ 'groups.ndjson': [], ...files }).catch((error: unknown) => error);
  const lines = (failed as Error).message.split('\n').map((line) => line.split(' is not read: '));
  expect(lines.map(([name]) => name)).toEqual(unread);
  expect(new Set(lines.map(([, advice]) => advice)).size).toBe(6);
});

const UNIT_COLUMNS =
  'identifier, external_ref, unit_number, group, address.building_name, address.address_line_1, address.address_line_2, address.city, address.country, address.state, address.postal_code, address.latitude, address.longitude';

it.each<[files: Record<string, string>, ...lines: string[]]>([
  [{}, 'There is no file to import. Expected groups, units, tenants, leases, each .ndjson or .csv.'],
  [{ 'groups.csv': '' }, 'groups.csv has no readable header row.'],
  [
    { 'groups.csv': 'identifier,jane@example.org\n' },
    'groups.csv has an unknown column `(not shown)`. Accepted columns: identifier, external_ref. See --ignore-columns.',
  ],
  [
    { 'groups.csv': 'identifier,030 12 34\n' },
    'groups.csv has an unknown column `(not shown)`. Accepted columns: identifier, external_ref. See --ignore-columns.',
  ],
  [
    { 'groups.csv': 'identifier;external_ref\n' },
    "The columns of groups.csv look separated by semicolons: use --delimiter ';'.",
  ],
  [
    {
      'groups.csv': 'identifier\tref\n',
      'units.csv': 'identifier,group,adress.city,latitude,address.longitude,street\n',
      'tenants.csv': 'identifier,mail,identifier\n',
    },
    'The columns of groups.csv look separated by tabs: use --delimiter tab.',
    `units.csv has an unknown column \`adress.city\` (did you mean \`address.city\`?), an unknown column \`latitude\` (did you mean \`address.latitude\`?), an unknown column \`street\`. Accepted columns: ${UNIT_COLUMNS}. See --ignore-columns.`,
    'tenants.csv has an unknown column `mail` (did you mean `email_address`?), the column `identifier` twice, no column `group`. Accepted columns: identifier, group, external_ref, email_address, phone_number, first_name, last_name, active. See --ignore-columns.',
  ],
])('files whose headers are wrong, and changes nothing: %j', async (files, ...lines) => {
  const before = await world.everything();
  const right = Object.keys(files).length > 0 && { 'leases.ndjson': [lease] };
  await expect(world.import({ ...files, ...right })).rejects.toThrow(lines.join('\n'));
  expect(await world.everything()).toEqual(before);
});

const PHONES = {
  likely: ['+44 113 496 0102', '0044 113/4960102', '(030) 999', '+33\u00a01 99\u202f00 00 03', '０３０–１２３', '110'],
  unlikely: [
    ...['030 999 ext. 5', '030 999x5', 'unknown', '+', '12', '030,999', '030·999'], // other characters, or too few digits
    ...['+44 (0)113 496 0102', '0044 ( 0 ) 113 4960102', '＋44（0）113 4960102'], // a zero that callers leave out
    ...['030 1234567 / 0170 1234567', '030 999; 030 998', '+49 30 999 +49 30 998'], // two numbers
  ],
};
const EMAILS = {
  likely: [' Ann@Example.com ', 'jörg.o’neil+x@exämple.de'],
  unlikely: ['a@b.de\u00a0', '\u200ba@b.de', 'a@b.de\t', 'a @b.de', 'a@b.de;c@d.de', 'Ann <a@b.de>', 'ann'],
};

test.each([
  ...Object.entries(PHONES).flatMap(([how, all]) => all.map((text) => ['phone_number', text, how])),
  ...Object.entries(EMAILS).flatMap(([how, all]) => all.map((text) => ['email_address', text, how])),
])('the %s %j is stored, and a lookup is %s to find it (decision 10)', async (field = '', text, how) => {
  const report = await world.import({ 'tenants.ndjson': [{ ...tenant, [field]: text }] });
  expect(world.reasons()).toEqual([]);
  const { kinds: _, notPruned: _none, ...unlikely } = report;
  const name = field === 'phone_number' ? 'unlikelyPhones' : 'unlikelyEmails';
  expect(unlikely).toEqual(how === 'likely' ? {} : { [name]: 1 });
});
