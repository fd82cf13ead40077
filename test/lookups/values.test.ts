import { ServiceError } from '../../src/errors';
import { isLocalDate, localDateIn } from '../../src/model/local-date';
import { textProblem } from '../../src/model/text';
import { readTenants } from '../../src/rest/requests';

/** Days and texts, which both transports read in the same way. */

describe('days', () => {
  test.each(['0001-01-01', '2024-02-29', '2000-02-29', '2023-02-28', '1900-02-28', '2026-12-31', '2026-04-30'])(
    '%s is one',
    (text) => expect(isLocalDate(text)).toBe(true),
  );

  test.each([
    '',
    '0000-01-01',
    '2026-00-01',
    '2026-01-00',
    '2026-13-01',
    '2026-04-31',
    '2026-01-32',
    '1900-02-29',
    '2023-02-29',
    '2026-1-01',
    '02026-01-01',
    '2026-01-011',
    ' 2026-01-01',
    '2026-01-01 ',
    '2026-01-01T00:00',
  ])('%j is none', (text) => expect(isLocalDate(text)).toBe(false));
});

test('decision 14: the day changes at midnight of the time zone', () => {
  const [utc, tokyo, kolkata] = ['UTC', 'Asia/Tokyo', 'Asia/Kolkata'].map(localDateIn);
  const at = (text: string) => [utc!(new Date(text)), tokyo!(new Date(text))];
  expect([29, 30].map((minute) => kolkata!(new Date(`2026-03-15T18:${minute}Z`)))).toEqual([
    '2026-03-15',
    '2026-03-16',
  ]);
  expect(at('2026-03-15T14:59:59.999Z')).toEqual(['2026-03-15', '2026-03-15']);
  expect(at('2026-03-15T15:00:00Z')).toEqual(['2026-03-15', '2026-03-16']);
  expect(at('2026-03-15T23:59:59.999Z')).toEqual(['2026-03-15', '2026-03-16']);
  expect(at('2026-03-16T00:00:00Z')).toEqual(['2026-03-16', '2026-03-16']);
});

test('the length of a text is counted in code points', () => {
  const key = '\u{1F511}';
  expect([textProblem(key.repeat(255)), textProblem('x'.repeat(255))]).toEqual([undefined, undefined]);
  for (const long of [key.repeat(256), 'x'.repeat(256)]) {
    expect(textProblem(long)).toBe('must be at most 255 characters long');
  }
});

test('decision 2: a cursor of REST has at most 19 digits, of which the first may be zeros', () => {
  const cursor = (zeros: number) => readTenants({ 'after-id': `${'0'.repeat(zeros)}2` });
  expect(cursor(18).page).toMatchObject({ after: 2 });
  expect(() => cursor(19)).toThrow(new ServiceError('invalidCursor'));
});
