import { gatewayWithoutDatabase } from '../support/gateway';
import { signToken } from '../support/tokens';
import { errorType, json, LEASES, send, sendGraphQL, TENANTS } from '../http/client';

/** Decisions 25 and 31, over REST and GraphQL. No database is needed to refuse a token. */

const INVALID = 'Bearer realm="leasegate", error="invalid_token", error_description="The token is not valid"';
const EXPIRED = 'Bearer realm="leasegate", error="invalid_token", error_description="The token has expired"';
const MISSING = 'Bearer realm="leasegate"';

const gateway = gatewayWithoutDatabase();

async function expectChallenge(authorization: string | undefined, status: number, type: string, challenge: string) {
  const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization };
  for (const path of [LEASES, TENANTS]) {
    // Broken JSON: authorization is checked first.
    const answer = await send(gateway.url + path, { headers, body: '{' });
    expect([answer.status, errorType(answer)]).toEqual([status, type]);
    expect(answer.headers.get('www-authenticate')).toBe(challenge);
  }
  const graphql = await sendGraphQL(gateway.url, { headers });
  expect([graphql.status, graphql.headers.get('www-authenticate')]).toEqual([401, challenge]);
  const body = json(graphql);
  expect(body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED', type } }] });
  expect(body).not.toHaveProperty('data');
}

test.each([undefined, '', 'Bearer', 'Bearer\t', 'Basic abc', 'Bearerabc', 'a.b.c', 'Bearer,a.b.c'])(
  'decision 25: %j is no bearer token',
  (authorization) => expectChallenge(authorization, 400, 'missing_authorization', MISSING),
);

test.each(['Bearer a.b.c', 'BEARER x', 'bearer   a b c', 'Bearer a.b.c, Bearer a.b.c'])(
  'decision 31: %j is invalid',
  (authorization) => expectChallenge(authorization, 401, 'invalid_authorization', INVALID),
);

test.each(['\u00a0', '\u00a0\t', '\u0085'])('decision 53: %j after a token is part of it', async (blank) => {
  const token = await signToken({ groups: '*' });
  await expectChallenge(`Bearer ${token}${blank}`, 401, 'invalid_authorization', INVALID);
  await expectChallenge(`Bearer ${' '.repeat(10_000)}${blank}`, 401, 'invalid_authorization', INVALID);
});

test('decision 31: expired', async () => {
  const token = await signToken({ groups: '*', expiresIn: -10 });
  await expectChallenge(`bEaReR  ${token}`, 401, 'expired_token', EXPIRED);
});

test('no answer repeats the token', async () => {
  const token = await signToken({ groups: '*', secret: 'x'.repeat(40) });
  const { text, headers } = await send(gateway.url + LEASES, { token, body: {} });
  expect(text + JSON.stringify([...headers])).not.toContain(token.slice(0, 20));
});
