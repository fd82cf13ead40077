/** Phone numbers and e-mail addresses that are stored as they are, but that no lookup is likely to find (decision 10). */

import { isLikelyPhone } from '../../ingest/import/inspect';
import { ImportCase } from './import-case';

const LIKELY = [
  '+44 113 496 0102',
  '0044 113/4960102',
  '(030) 999',
  '+33\u00a01 99\u202f00 00 03',
  '０３０–１２３',
  '110',
];

const UNLIKELY = [
  ...['030 999 ext. 5', '030 999x5', 'unknown', '+', '12', '030,999', '030·999'], // other characters, or too few digits
  ...['+44 (0)113 496 0102', '0044 ( 0 ) 113 4960102', '＋44（0）113 4960102'], // a zero that callers leave out
  ...['030 1234567 / 0170 1234567', '030 999; 030 998', '+49 30 999 +49 30 998'], // two numbers
];

let world: ImportCase;
beforeAll(async () => {
  world = await ImportCase.create();
});
afterAll(() => world.end());
afterEach(() => jest.restoreAllMocks());

const filesWith = (numbers: readonly (string | null)[]) => ({
  'groups.ndjson': [{ identifier: 'north' }],
  'tenants.ndjson': numbers.map((number, index) => ({
    identifier: `tenant-${index}`,
    group: 'north',
    phone_number: number,
  })),
});

test.each(UNLIKELY)('no lookup is likely to find %j', (number) => {
  expect(isLikelyPhone(number)).toBe(false);
});

test('addresses with white space, invisible characters, a name or no @ are imported and counted', async () => {
  const likely = [' Ann@Example.com ', 'jörg.o’neil+x@exämple.de'];
  const unlikely = ['a@b.de\u00a0', '\u200ba@b.de', 'a@b.de\t', 'a @b.de', 'a@b.de;c@d.de', 'Ann <a@b.de>', 'ann'];
  const all = [...likely, ...unlikely].map((email_address, index) => ({
    identifier: `e${index}`,
    group: 'north',
    email_address,
  }));
  const report = await world.import({ 'groups.ndjson': [{ identifier: 'north' }], 'tenants.ndjson': all });
  expect(report).toMatchObject({ unlikelyEmails: unlikely.length, kinds: { tenants: { inserted: all.length } } });
});

test('such numbers are imported, and counted each time', async () => {
  const files = filesWith([...UNLIKELY, ...LIKELY]);
  const all = UNLIKELY.length + LIKELY.length;
  expect(await world.import(files)).toMatchObject({
    unlikelyPhones: UNLIKELY.length,
    kinds: { tenants: { inserted: all, refused: 0 } },
  });
  expect(await world.import(files)).toMatchObject({
    unlikelyPhones: UNLIKELY.length,
    kinds: { tenants: { unchanged: all } },
  });
});
