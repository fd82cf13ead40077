/** What a file or a record may not have, and what is stored although no lookup is likely to find it. */

import { readFileSync } from 'node:fs';

import { caseForAllTests, PRUNE_ALL, SMALL } from './import-case';

const world = caseForAllTests(SMALL);

const NOT_UTF_8 = 'is not valid UTF-8: if the file is in Windows-1252, convert it by iconv -f WINDOWS-1252 -t UTF-8';
const UNREADABLE_REST = 'has an unclosed quote or is too long; the rest of the file is not read';
const CHARACTERS = 'must not hold NUL or half of a surrogate pair';
const DECIMAL = 'must be a number with at most 11 digits before and 4 after the point';
const WHOLE = 'must be a whole number from -2147483648 to 2147483647';
const DAY = 'must be a day of the calendar as YYYY-MM-DD';
const TAKEN = 'belongs to another group; one that is no longer in the files passes it on with `--prune`';
const degrees = (limit: number) =>
  `must be a number from -${limit} to ${limit} with at most 3 digits before and 6 after the point`;

const lease = { identifier: 'l9', group: 'north', unit_id: 'n1', tenants: ['ann'] };
const unit = { identifier: 'u9', group: 'north' };
const tenant = { identifier: 't9', group: 'north' };

const RECORDS: [kind: string, record: object | null, ...faults: string[]][] = [
  ['groups', ['a'], 'is not a JSON object'],
  ['groups', null, 'is not a JSON object'],
  ['groups', { identifier: null }, '`identifier` is missing'],
  ['groups', { identifier: '  ' }, '`identifier` must not be blank'],
  ['groups', { identifier: 7 }, '`identifier` must be a string'],
  ['groups', { identifier: 'x'.repeat(256) }, '`identifier` must be at most 255 characters long'],
  [
    'groups',
    { identifier: 'a\0', external_ref: '\ud800' },
    `\`identifier\` ${CHARACTERS}`,
    `\`external_ref\` ${CHARACTERS}`,
  ],
  ['groups', { identifier: 'a', external_ref: 'S' }, `\`external_ref\` ${TAKEN}`],
  ['groups', { identifier: 'a', externalRef: 'x' }, 'has an unknown key `externalRef` (did you mean `external_ref`?)'],
  ['units', { identifier: 'a' }, '`group` is missing'],
  ['units', { ...unit, group: 'North' }, '`group` does not exist'],
  ['units', { ...unit, address: 'x' }, '`address` must be an object'],
  ['units', { ...unit, 'address.city': 'x' }, 'has an unknown key `address.city`'],
  [
    'units',
    { ...unit, address: { city: false, latitude: 90.000001 } },
    '`address.city` must be a string',
    `\`address.latitude\` ${degrees(90)}`,
  ],
  ['units', { ...unit, address: { longitude: 1.0000001 } }, `\`address.longitude\` ${degrees(180)}`],
  [
    'units',
    { group: 7, adress: {}, address: { town: 'x', ctiy: 'x', latitude: 'north' }, unit_number: true },
    'has an unknown key `adress`',
    'has an unknown key `address.town`',
    'has an unknown key `address.ctiy` (did you mean `address.city`?)',
    '`identifier` is missing',
    '`unit_number` must be a string',
    '`group` must be a string',
    `\`address.latitude\` ${degrees(90)}`,
  ],
  [
    'tenants',
    { ...tenant, active: 'true', phone_number: 491 },
    '`phone_number` must be a string',
    '`active` must be true or false',
  ],
  ['leases', { ...lease, start_date: '2023-02-29' }, `\`start_date\` ${DAY}`],
  ['leases', { ...lease, start_date: '', end_date: '0000-01-01' }, `\`start_date\` ${DAY}`, `\`end_date\` ${DAY}`],
  ['leases', { ...lease, minimum_days_notice: 2147483648 }, `\`minimum_days_notice\` ${WHOLE}`],
  ['leases', { ...lease, rent: 0.00001, deposit: 100000000000 }, `\`deposit\` ${DECIMAL}`, `\`rent\` ${DECIMAL}`],
  [
    'leases',
    { ...lease, start_date: 1, rent: '950', is_furnished: 1, tenants: ['ann', ''], minimum_days_notice: 1.5 },
    `\`start_date\` ${DAY}`,
    '`is_furnished` must be true or false',
    `\`minimum_days_notice\` ${WHOLE}`,
    `\`rent\` ${DECIMAL}`,
    '`tenants` has an entry (number 2) that must not be blank',
  ],
  ['leases', { ...lease, unit_id: undefined, tenants: undefined }, '`unit_id` is missing', '`tenants` is missing'],
  ['leases', { ...lease, tenants: 'ann' }, '`tenants` must be a list of identifiers'],
  [
    'leases',
    { ...lease, group: 'nowhere', unit_id: 'none', tenants: ['ann', 'ann '] },
    '`group` does not exist',
    '`unit_id` names a unit that does not exist',
    '`tenants` names a tenant (number 2) that does not exist',
  ],
  [
    'leases',
    { ...lease, unit_id: 's1', tenants: ['sue', 'nobody'] },
    '`unit_id` names a unit of another group',
    '`tenants` names a tenant (number 1) of another group',
    '`tenants` names a tenant (number 2) that does not exist',
  ],
];

it.each(RECORDS)('%s: %j: everything that is wrong, and nothing is changed', async (kind, record, ...faults) => {
  const before = await world.everything();
  const reason = faults.join('; ');
  const file = `${kind}.ndjson`;
  await world.import({ [file]: [record as object] });
  const kept = JSON.parse(JSON.stringify(record)) as unknown;
  expect(world.rejected()).toEqual([{ file, line: 1, reason, record: kept }]);
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
  const record = (rent: string, identifier: string) =>
    `{"identifier":"${identifier}","group":"north","unit_id":"n1","tenants":[],"rent":${rent}}`;
  const lines = [record('100.00000000000000001', 'r1'), record('99999999999.9999', '12345678901234567890')];
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
    `2: \`address.latitude\` ${degrees(90)}`,
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
