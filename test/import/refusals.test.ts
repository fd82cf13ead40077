/** What a file or a record may not have, and what is stored although no lookup is likely to find it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { caseForAllTests, SMALL } from './import-case';

const world = caseForAllTests(SMALL);

const NOT_UTF_8 = 'is not valid UTF-8: if the file is in Windows-1252, convert it by iconv -f WINDOWS-1252 -t UTF-8';
const UNREADABLE_REST = 'has an unclosed quote or is too long; the rest of the file is not read';

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

it('a JSON number that a parser would round, but not digits in a string', async () => {
  const lines = ['100.00000000000000001', '99999999999.9999', '0.010000000000000000'].map(
    (rent) => `{"identifier":"12345678901234567-${rent}","group":"north","unit_id":"n1","tenants":[],"rent":${rent}}`,
  );
  await world.import({ 'leases.ndjson': lines.join('\n') });
  expect(world.reasons()).toEqual(['1: has a number with more than 15 digits']);
});

it('a line of 1 MiB is read, and a longer one is not; a batch of long lines ends at 8 MiB', async () => {
  const line = (nth: number, length: number) => `{"identifier":${nth},"external_ref":"${'x'.repeat(length - 35)}"}`;
  const lines = [1024 * 1024, 1024 * 1024 + 1, ...Array<number>(18).fill(1_000_000)].map((length, nth) =>
    line(10 + nth, length),
  );
  const done: number[] = [];
  const onProgress = (progress: { readonly done: number }) => done.push(progress.done);
  await world.import({ 'groups.ndjson': lines.join('\n') }, { dryRun: true, onProgress });
  const { length } = Buffer.from(lines[0]!);
  expect([length, world.reasons()[1], done]).toEqual([
    1024 * 1024,
    '2: is longer than 1048576 bytes',
    [10, 19, 20, 10, 19, 20],
  ]);
});

it('a CSV row of more than 1 MiB, and the rest of its file', async () => {
  await world.import({ 'units.csv': `identifier,group\nu1,north\n${'x'.repeat(1_100_000)},north\nu3,north\n` });
  expect(world.reasons()).toEqual([`3: ${UNREADABLE_REST}`]);
  expect(await world.identifiers('units')).toContain('u1');
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
