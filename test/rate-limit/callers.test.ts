import { insertHousehold } from '../db/household';
import { LEASES, send, sendGraphQL } from '../http/client';
import { databaseForAllTests } from '../support/database';
import { giveToken } from '../support/opaque-tokens';
import { signToken } from '../support/tokens';
import { type LimitedGateway, standing, startLimited, limitFields } from './limited-gateway';

/** Which caller a request counts for (decision 55). */

const database = databaseForAllTests();
let gateway: LimitedGateway;

beforeAll(() => insertHousehold(database.db, 'north'));
afterEach(() => gateway.close());

const ask = (token: string) => send(gateway.url + LEASES, { token, body: { identifier: 'north-tenant' } });

test.each(['0', '30'])(
  'AUTH_REMEMBER_SECONDS=%s: all tokens of a subject count to one limit, whatever their kind and groups',
  async (seconds) => {
    gateway = await startLimited(database.url, 6, { AUTH_REMEMBER_SECONDS: seconds });
    const subject = 'ann';
    const tokens = [
      await signToken({ subject, groups: '*' }),
      await signToken({ subject, groups: ['north'], claims: { jti: 'second' } }),
      (await giveToken(database.db, { subject })).token,
    ];
    const answers = [];
    for (const token of [...tokens, ...tokens]) answers.push(limitFields(await ask(token)));
    expect(answers).toEqual([5, 4, 3, 2, 1, 0].map((remaining) => standing(6, remaining)));
    for (const token of tokens) expect((await sendGraphQL(gateway.url, { token })).status).toBe(429);
  },
);

test('all tokens without a subject share one limit', async () => {
  gateway = await startLimited(database.url, 2);
  expect(limitFields(await ask(await signToken({ groups: '*' })))).toEqual(standing(2, 1));
  expect(limitFields(await ask(await signToken({ groups: ['north'], claims: { jti: 'second' } })))).toEqual(
    standing(2, 0),
  );
  expect((await ask(await signToken({ groups: [] }))).status).toBe(429);
  expect(limitFields(await ask(await signToken({ subject: '' })))).toEqual(standing(2, 1));
});

test('subjects of any length are distinguished', async () => {
  gateway = await startLimited(database.url, 1);
  const long = 'x'.repeat(2000);
  const [first, second] = [await signToken({ subject: `${long}1` }), await signToken({ subject: `${long}2` })];
  expect((await ask(first)).status).toBe(200);
  expect((await ask(second)).status).toBe(200);
  expect((await ask(first)).status).toBe(429);
});
