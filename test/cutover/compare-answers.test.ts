/** Answers that mean the same, and answers with one difference that must be found. */

import { compareAnswers, type Comparison } from '../../cutover/compare/compare-answers';
import { type Answer, jsonIn, lastIdIn } from '../../cutover/contract/answers';
import { DEFAULT_RULES, OPTIONAL_RULES, type RuleName } from '../../cutover/compare/compare-values';

type Fields = Record<string, unknown>;

const tenant = (identifier: string, more: Fields = {}): Fields => ({
  identifier,
  external_ref: `ref-${identifier}`,
  email_address: `${identifier}@secret.example`,
  phone_number: '+44 113 496 0101',
  active: true,
  group: 'acme',
  ...more,
});

const lease = (identifier: string, more: Fields = {}): Fields => ({
  identifier,
  start_date: '2025-02-01',
  end_date: null,
  tenants: [tenant('ada'), tenant('ben')],
  rent: 985.5,
  deposit: 1200,
  address: { city: 'Leeds', latitude: 53.797 },
  ...more,
});

function answer(body: unknown, status = 200, contentType = 'application/json'): Answer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { 'content-type': contentType }, text, json: jsonIn(text) };
}

const leases = (records: readonly Fields[], lastId: unknown = -1): Answer =>
  answer({ leases: records, last_id: lastId });
const one = (more: Fields = {}): Answer => leases([lease('l1', more)]);
const without = (record: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
const error = (type: unknown, message: unknown, status = 400): Answer => answer({ error: { type, message } }, status);

const bothWays = (left: Answer, right: Answer) => [[left, right] as const, [right, left] as const];
const RULE_NAMES = [...DEFAULT_RULES, ...OPTIONAL_RULES];

const compare = (left: Answer, right: Answer, rules?: ReadonlySet<RuleName>): Comparison =>
  compareAnswers([left], [right], 'leases', rules);

test.each([
  ['spaces and the order of fields', answer('{"leases":[],"last_id":-1}'), answer('{ "last_id": -1, "leases": [] }')],
  ['escapes', one({ city: 'é' }), answer(one({ city: 'é' }).text.replace('é', '\\u00e9'))],
])('equal as JSON: %s', (_what, left, right) => {
  expect(compare(left, right)).toEqual({ outcome: 'same', differences: [], ignored: [] });
});

const ada = (more: Fields): Answer => one({ tenants: [tenant('ada', more), tenant('ben')] });
/** Of a record, or of the answer. */
const whole = (path: string): string => (path.startsWith('$') ? path : `$.leases[*].${path}`);

const NOWHERE = one({ address: { city: null, state: null } });
const UTF_8 = answer(one().text, 200, 'Application/JSON; charset=utf-8');
const A = lease('a');

/** Each is ignored by its rule, and without the rule it is a difference of that kind at that path. */
const IGNORED: readonly (readonly [RuleName, string, Answer, Answer, kind: string, path: string])[] = [
  ['absent-or-null', 'a field', one(), leases([without(lease('l1'), 'end_date')]), 'absent_or_null', 'end_date'],
  ['absent-or-null', 'an unknown address', NOWHERE, one({ address: null }), 'absent_or_null', 'address'],
  ['absent-or-null', 'no tenants', one({ tenants: [] }), one({ tenants: null }), 'absent_or_null', 'tenants'],
  ['absent-or-null', 'last_id', answer({ leases: [] }), leases([]), 'absent_or_null', '$.last_id'],
  ['tenant-order', 'tenants', one(), one({ tenants: [tenant('ben'), tenant('ada')] }), 'order', 'tenants'],
  ['record-order', 'leases', leases([lease('a'), lease('b')]), leases([lease('b'), lease('a')]), 'order', '$.leases'],
  ['message-wording', 'an error', error('a', 'None.'), error('a', 'No.'), 'message', '$.error.message'],
  ['media-type-parameters', 'a character set', one(), UTF_8, 'media_type', '$'],
  ['media-type-parameters', 'an encoding', one(), { ...one(), encoding: 'utf-16le' }, 'encoding', '$'],
  ['success-status', 'a success', one(), answer(one().text, 201), 'status', '$'],
  ['blank-or-null', 'a field', one({ end_date: '' }), one(), 'missing_value', 'end_date'],
  ['numbers-as-text', 'rent', one({ rent: '985.50' }), one(), 'type', 'rent'],
  ['numbers-as-text', 'last_id', leases([], '-1'), leases([]), 'type', '$.last_id'],
];

describe('ignored by a rule', () => {
  test.each(IGNORED)('%s: %s', (rule, _what, left, right, kind, path) => {
    for (const [first, second] of bothWays(left, right)) {
      expect(compare(first, second, new Set([rule]))).toMatchObject({
        outcome: 'ignored',
        differences: [],
        ignored: [{ rule, difference: { kind, path: whole(path) } }],
      });
      const others = new Set(RULE_NAMES.filter((name) => name !== rule));
      const different = { outcome: 'different', differences: [{ kind, path: whole(path) }] };
      expect(compare(first, second, others)).toMatchObject(different);
    }
  });

  it('has a case for each rule, and applies by default what the contract leaves open', () => {
    expect(new Set(IGNORED.map(([rule]) => rule))).toEqual(new Set(RULE_NAMES));
    expect(OPTIONAL_RULES).toEqual(['blank-or-null', 'numbers-as-text']);
  });

  it('ignores the order of the records that both have, beside one that is missing', () => {
    const [left, right] = [leases(['a', 'b', 'c'].map((name) => lease(name))), leases([lease('c'), lease('a')])];
    expect(compare(left, right)).toMatchObject({
      differences: [{ kind: 'missing_record' }],
      ignored: [{ rule: 'record-order' }],
    });
  });

  it('still finds a difference of one page beside what a rule ignores on another', () => {
    const page = (type: string): Answer => ({ ...leases([]), headers: { 'content-type': type } });
    const left = ['application/json', 'application/json'].map(page);
    const right = ['text/html', 'application/json; charset=utf-8'].map(page);
    expect(compareAnswers(left, right, 'leases').outcome).toBe('different');
  });
});

/** Each is a difference with every rule that applies by default. */
const DIFFERENT: readonly (readonly [string, Answer, Answer, kind: string, path: string])[] = [
  ['another status', one(), error('not_found', 'No.', 404), 'status', '$'],
  ['another media type', one(), answer(one().text, 200, 'text/html'), 'media_type', '$'],
  ['JSON that is not an object', one(), answer('[]'), 'not_json', '$'],
  ['another type of an error', error('a', 'm'), error('b', 'm'), 'error_type', '$.error.type'],
  ['an error without a message', error('a', 'm'), error('a', null), 'missing_value', '$.error.message'],
  ['another value', one(), one({ start_date: '2025-02-02' }), 'value', 'start_date'],
  ['another number', one(), one({ rent: 986 }), 'rounding', 'rent'],
  ['a number that is far away', one(), one({ rent: 1 }), 'value', 'rent'],
  ['another boolean', one(), ada({ active: false }), 'value', 'tenants[*].active'],
  ['a number as text', one(), one({ rent: '985.5' }), 'type', 'rent'],
  ['a text that is empty', one({ end_date: '' }), one(), 'missing_value', 'end_date'],
  ['a text of spaces', one({ end_date: ' ' }), one(), 'missing_value', 'end_date'],
  ['letter case', one({ unit_number: '2B' }), one({ unit_number: '2b' }), 'letter_case', 'unit_number'],
  ['surrounding spaces', one({ unit_number: '2B' }), one({ unit_number: '2B ' }), 'spaces', 'unit_number'],
  ['Unicode forms', one({ unit_number: '\u00e9' }), one({ unit_number: 'e\u0301' }), 'unicode_form', 'unit_number'],
  ['a date with a time', one(), one({ start_date: '2025-02-01T00:00:00Z' }), 'date_form', 'start_date'],
  ['a phone number', one(), ada({ phone_number: '+441134960101' }), 'punctuation', 'tenants[*].phone_number'],
  ['a lease that comes twice', leases([A]), leases([A, A]), 'repeated_record', '$.leases[*]'],
  ['a missing tenant', one(), one({ tenants: [tenant('ada')] }), 'missing_record', 'tenants[*]'],
  ['null for the list of leases', leases([]), answer({ leases: null, last_id: -1 }), 'missing_value', '$.leases'],
  ['a last_id that is not a number', leases([lease('a')]), leases([lease('a')], 'seven'), 'type', '$.last_id'],
  ['another number of untyped members', one({ notes: ['x'] }), one({ notes: ['x', 'y'] }), 'length', 'notes'],
  ['a field named like one of every object', one({ constructor: 1 }), one(), 'missing_value', 'constructor'],
];

test.each(DIFFERENT)('different: %s', (_what, left, right, kind, path) => {
  for (const [first, second] of bothWays(left, right)) {
    const found = compare(first, second);
    expect(found).toMatchObject({ outcome: 'different', differences: [{ kind, path: whole(path) }] });
    expect(found.differences).toMatchSnapshot();
  }
});

test.each([
  ['a server that is busy', one(), error('overloaded', 'm', 503), 'new_unavailable'],
  ['a caller that is too fast', error('rate_limited', 'm', 429), one(), 'old_unavailable'],
  ['two refusals', error('a', 'm', 401), error('b', 'm', 403), 'both_refused'],
  ['two failures', error('a', 'm', 500), error('b', 'm', 500), 'no_answer_of_the_contract'],
])('not compared: %s', (_what, left, right, reason) => {
  expect(compare(left, right)).toMatchObject({ outcome: 'not_compared', differences: [], reason });
});

describe('a difference', () => {
  it('is one of 150,000 within a record', () => {
    const [left, right] = [true, false].map((value) => one({ floors: Array(150_000).fill(value) }));
    expect(compare(left!, right!).differences.length).toBe(150_000);
  });

  it('has no value of either side without its detail', () => {
    const secrets = (suffix: string): Fields => ({
      [`name-${suffix}@secret.example`]: 1,
      rent: Number(`77123.${suffix}`),
      start_date: `1987-06-0${suffix}`,
      unit_number: `secret ${suffix}`,
      tenants: [tenant(`secret-${suffix}`), tenant('ada', { phone_number: `0777123456${suffix}` })],
    });
    const text = JSON.stringify(
      [
        compare(one(secrets('1')), one(secrets('2'))),
        compare(error('secret@x.example', 'secret 1'), error('none', 'secret 2')),
        compare(one(), answer(one().text, 200, 'secret one')),
        compare(one(), answer('secret')),
      ].flatMap(({ differences }) => differences.map(({ detail: _detail, ...difference }) => difference)),
    );
    expect(text).toContain('missing_record');
    expect(text).not.toMatch(/secret|77123|1987|0777|ada/);
  });
});

test.each([
  ['"12345678901234567"', '12345678901234567'],
  ['12345678901234567', '12345678901234567'],
  ['1.5', undefined],
])('a `last_id` of %s is read exactly', (written, lastId) =>
  expect(lastIdIn(answer(`{ "leases": [], "last_id": ${written} }`))).toBe(lastId),
);
