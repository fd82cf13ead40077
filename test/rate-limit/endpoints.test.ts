import { insertHousehold } from '../db/household';
import { errorType, everyGroup, json, LEASES, send, type Sending, sendGraphQL, TENANTS } from '../http/client';
import { databaseForAllTests } from '../support/database';
import { startTestGateway } from '../support/gateway';
import { signToken } from '../support/tokens';
import { type LimitedGateway, standing, startLimited, limitFields, NO_FIELDS } from './limited-gateway';

/** `RATE_LIMIT` over REST and GraphQL (decision 55). */

const database = databaseForAllTests();
let gateway: LimitedGateway;
let token: string;

beforeAll(async () => {
  await insertHousehold(database.db, 'north');
  token = await signToken({ subject: 'ann', groups: '*' });
});
afterEach(() => gateway.close());

const rest = (sending: Sending = {}) =>
  send(gateway.url + LEASES, { token, body: { identifier: 'north-tenant' }, ...sending });
const graphql = (sending: Sending = {}) => sendGraphQL(gateway.url, { token, ...sending });
const query = (text: string, sending: Sending = {}) =>
  send(`${gateway.url}/graphql`, { token, body: { query: text }, ...sending });

test('every answer to a known caller has its standing, whatever the status; REST and GraphQL share a count', async () => {
  gateway = await startLimited(database.url, 10);
  const answers = [
    await rest(),
    await graphql(),
    await send(gateway.url + TENANTS, { token, body: { identifier: 'unknown' } }),
    await rest({ body: '{' }),
    await rest({ headers: { 'Content-Type': 'text/plain' } }),
    await rest({ body: { identifier: 7 } }),
    await rest({ body: { identifier: 'x'.repeat(70_000) } }),
    await query('query ($i: String!) { leasesForTenant(tenant: { identifier: $i }) { nodes { id } } }'),
    await query('{ leasesForTenant(tenant: { identifier: "x" }, first: 1000) { nodes { id } } }'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 400, 415, 400, 413, 200, 200]);
  expect(answers.map(limitFields)).toEqual(answers.map((_, index) => standing(10, 9 - index)));
});

test.each(['application/json', 'application/graphql-response+json'])(
  'one more is 429 over REST and GraphQL, and its invalid body is not read (%s)',
  async (Accept) => {
    gateway = await startLimited(database.url, 1);
    expect(limitFields(await rest())).toEqual(standing(1, 0));
    gateway.clock += 12_600;
    const refused = ['"default";q=1;w=60', '"default";r=0;t=48', '48'];

    for (const body of [{ identifier: 'north-tenant' }, '{']) {
      const answer = await rest({ body });
      expect([answer.status, errorType(answer), limitFields(answer)]).toEqual([429, 'rate_limited', refused]);
    }
    const answer = await graphql({ headers: { Accept } });
    expect([answer.status, limitFields(answer)]).toEqual([429, refused]);
    expect(answer.headers.get('content-type')).toContain(Accept);
    expect(json(answer)).toEqual({
      errors: [
        {
          message: expect.stringContaining('limit of 1 requests in 60 seconds'),
          extensions: { code: 'RATE_LIMITED', type: 'rate_limited' },
        },
      ],
    });
  },
);

test.each(['REST', 'GraphQL'])('%s: of 40 requests at once with a limit of 10, exactly 10 pass', async (transport) => {
  gateway = await startLimited(database.url, 10);
  const answers = await Promise.all(Array.from({ length: 40 }, () => (transport === 'REST' ? rest() : graphql())));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
});

test('a missing or refused token has no caller: nothing is counted and no field is sent', async () => {
  gateway = await startLimited(database.url, 1);
  const forged = await signToken({ subject: 'ann', groups: '*', secret: 'some other secret, that is long enough' });
  const expired = await signToken({ subject: 'ann', groups: '*', expiresIn: -60 });
  for (const bad of [undefined, 'nonsense', forged, expired]) {
    for (const answer of [await rest({ token: bad }), await graphql({ token: bad })]) {
      expect([limitFields(answer), [400, 401].includes(answer.status)]).toEqual([NO_FIELDS, true]);
    }
  }
  expect(limitFields(await rest())).toEqual(standing(1, 0));
  // Authentication comes first, even for a caller beyond its limit.
  expect(errorType(await rest({ token: expired }))).toBe('expired_token');
});

test('a request that is answered before its token is verified does not count', async () => {
  gateway = await startLimited(database.url, 1);
  const answers = [
    await rest({ method: 'PUT' }),
    await send(`${gateway.url}/nowhere`, { token, body: {} }),
    await query('{'),
    await query('{ nonsense }'),
    await query('{ __schema { queryType { name } } }'),
  ];
  expect(answers.map(limitFields)).toEqual(answers.map(() => NO_FIELDS));
  expect(limitFields(await rest())).toEqual(standing(1, 0));
  expect((await query('{ __schema { queryType { name } } }')).status).toBe(200);
});

test('INTROSPECTION=token: reading the schema needs a caller, and counts', async () => {
  gateway = await startLimited(database.url, 1, { INTROSPECTION: 'token' });
  expect(limitFields(await query('{ __schema { queryType { name } } }'))).toEqual(standing(1, 0));
  expect((await query('{ __schema { queryType { name } } }')).status).toBe(429);
});

test('a GraphQL request counts once, whatever its method and number of lookups', async () => {
  gateway = await startLimited(database.url, 2);
  const lookups = Array.from({ length: 8 }, (_, nth) => `a${nth}: leasesForTenant(tenant: $t) { nodes { id } }`);
  const tenant = { identifier: 'north-tenant' };
  const text = `query ($t: TenantMatch!) { __typename viewer { subject } ${lookups.join(' ')} }`;
  const many = await query(text, { body: { query: text, variables: { t: tenant } } });
  expect([many.status, limitFields(many)]).toEqual([200, standing(2, 1)]);

  const get = `${gateway.url}/graphql?${new URLSearchParams({ query: '{ viewer { subject } }' }).toString()}`;
  const seen = await send(get, { method: 'GET', token });
  expect([seen.status, limitFields(seen)]).toEqual([200, standing(2, 0)]);
  const refused = await send(get, { method: 'GET', token });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
});

test('without RATE_LIMIT nothing is counted and no field is sent', async () => {
  const plain = await startTestGateway({ databaseUrl: database.url });
  gateway = Object.assign(plain, { clock: 0 });
  const anyone = await everyGroup();
  for (const answer of [await rest({ token: anyone }), await graphql({ token: anyone })]) {
    expect([answer.status, limitFields(answer)]).toEqual([200, NO_FIELDS]);
  }
});
