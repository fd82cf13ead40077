import { errorType, LEASES, send } from '../http/client';
import { startTestGateway } from '../support/gateway';
import { clocked } from './clocked';
import { startProvider } from './provider';
import { until } from '../support/until';

/** A request whose token is being verified holds no slot, and the number of such requests is limited. */

const UNKNOWN = 300;

test('300 tokens with unknown key ids, while the provider hangs, block no known caller', async () => {
  const provider = await startProvider('first');
  const token = await provider.issue({ claims: { sub: 'jane' } });
  const env = { AUTH_JWKS_URL: provider.keySetUrl, AUTH_JWT_SECRET: '', MAX_REQUESTS_IN_FLIGHT: '2' };
  let ahead = 0;
  const gateway = await startTestGateway({
    databaseUrl: 'mysql://root@127.0.0.1:1/none',
    env,
    monotonicNow: () => performance.now() + ahead,
  });
  // No database is needed: the cursor is past the end.
  const ask = (bearer: string) =>
    send(gateway.url + LEASES, { token: bearer, body: { identifier: 'x', 'after-id': -1 } });
  expect((await ask(token)).status).toBe(200);

  const release = provider.hold();
  ahead = 30_000;
  const [header = '', ...rest] = token.split('.');
  const unknown = (nth: number): string => {
    const named = { ...(JSON.parse(Buffer.from(header, 'base64url').toString()) as object), kid: `unknown-${nth}` };
    return [Buffer.from(JSON.stringify(named)).toString('base64url'), ...rest].join('.');
  };
  const types: string[] = [];
  const flood = Array.from({ length: UNKNOWN }, (_, nth) =>
    ask(unknown(nth)).then((answer) => types.push(errorType(answer))),
  );
  await until(() => provider.fetches >= 2);
  for (let nth = 0; nth < 20; nth += 1) expect((await ask(token)).status).toBe(200);

  release();
  await Promise.all(flood);
  // A machine that is too busy may not read a body of the flood in time.
  const refusals = /^(invalid_authorization|service_unavailable|request_timeout)$/;
  expect(types.filter((type) => !refusals.test(type))).toEqual([]);
  await gateway.close();
  await provider.stop();
}, 60_000);

test('at most 256 tokens wait for a fetch; one more is refused immediately', async () => {
  const provider = await startProvider('first');
  const token = await provider.issue({ claims: { sub: 'jane' } });
  const one = clocked({ AUTH_JWKS_URL: provider.keySetUrl });
  expect(await one.verdict(token)).toBe('jane');
  const [, ...rest] = token.split('.');
  const unknown = [Buffer.from('{"alg":"ES256","kid":"unknown"}').toString('base64url'), ...rest].join('.');
  for (const clock of [30_000, 60_000]) {
    one.clock = clock;
    const release = provider.hold();
    const verdicts = Array.from({ length: 300 }, () => one.verdict(unknown));
    expect(await Promise.race(verdicts)).toBe('service_unavailable');
    expect(await one.verdict(token)).toBe('jane');
    release();
    const settled = await Promise.all(verdicts);
    expect(settled.filter((verdict) => verdict === 'invalid_authorization')).toHaveLength(256);
    expect(settled.filter((verdict) => verdict === 'service_unavailable')).toHaveLength(44);
  }
  await provider.stop();
});
