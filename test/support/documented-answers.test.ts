import { documentedAnswers, type SeenAnswer } from './documented-answers';

/** Every answer of the suite passes through this check. These tests prove that it notices differences. */

const TARGET = '/api/leases/tenants';
const HEADERS = {
  'x-request-id': 'a',
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  'content-length': 2,
};
const TENANT = {
  identifier: 't',
  email_address: null,
  first_name: null,
  last_name: null,
  external_ref: null,
  phone_number: null,
};

const differences = documentedAnswers();
const answer = (changes: Partial<Omit<SeenAnswer, 'body'>> & { body?: unknown }): string[] => {
  const { body = { tenants: [TENANT], last_id: -1 }, ...rest } = changes;
  return differences({ target: TARGET, status: 200, headers: HEADERS, ...rest, body: JSON.stringify(body) });
};
const error = (type: string, more = {}) => ({ error: { type, message: 'x', ...more } });

test('an answer as documented has no difference, with any prefix and any query', () => {
  for (const target of [TARGET, '/leases/tenants/', '/leases/tenants/?x=1']) expect(answer({ target })).toEqual([]);
});

test('another path is not checked', () => {
  for (const target of ['/graphql', '/', '/leases/', '/Leases/Tenants/']) {
    expect(answer({ target, status: 418 })).toEqual([]);
  }
});

test.each<[string, Parameters<typeof answer>[0]]>([
  ['an undocumented status', { status: 418 }],
  ['an undocumented header', { headers: { ...HEADERS, 'x-powered-by': 'y' } }],
  ['a missing header', { headers: { ...HEADERS, 'x-request-id': undefined } }],
  ['a header with another value', { headers: { ...HEADERS, 'cache-control': 'public' } }],
  ['another media type', { headers: { ...HEADERS, 'content-type': 'text/html' } }],
  ['a missing field', { body: { tenants: [TENANT] } }],
  ['a surplus field', { body: { tenants: [{ ...TENANT, secret: 1 }], last_id: -1 } }],
  ['a field of another type', { body: { tenants: [{ ...TENANT, identifier: 7 }], last_id: -1 } }],
  ['more than a page', { body: { tenants: Array(101).fill(TENANT), last_id: -1 } }],
  ['an empty page of tenants', { body: { tenants: [], last_id: -1 } }],
  ['an error type of another status', { status: 400, body: error('not_found') }],
  ['an error type of the other operation', { status: 400, body: error('no_tenant_information') }],
  ['an error with a third field', { status: 400, body: error('invalid_json', { stack: 'x' }) }],
  ['an unavailability that says no time', { status: 503, body: error('overloaded') }],
])('%s is reported', (_what, changes) => {
  expect(answer(changes)).not.toEqual([]);
});
