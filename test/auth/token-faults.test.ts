/** Why a token is refused: the log and the metrics say it, the answer and the log never give a value of the token. */

import { generateKeyPairSync } from 'node:crypto';

import { SignJWT } from 'jose';
import { pino } from 'pino';

import { inspectToken } from '../../src/cli/inspect-token';
import { TOKEN_FAULTS, type TokenFault } from '../../src/errors';
import { errorType, LEASES, send } from '../http/client';
import { scrape } from '../http/scraped';
import type { Environment } from '../cli/leasegate';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { signToken, TEST_SECRET } from '../support/tokens';
import { until } from '../support/until';
import { type Provider, startProvider } from './provider';

const ISSUER = 'https://id.example';
const INVALID = 'invalid_authorization';
const AUDIENCE = 'leasegate';
const SUBJECT = 'ada@example.com';
const claims = { iss: ISSUER, aud: AUDIENCE };

const token = (changed: Record<string, unknown>, options: { expiresIn?: number; secret?: string } = {}) =>
  signToken({ subject: SUBJECT, groups: ['north'], claims: { ...claims, ...changed }, ...options });

/** A token of parts that no honest signer would combine. */
function crafted(header: object, payload: object | string, signature = ''): string {
  const encoded = [header, payload].map((part) =>
    Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url'),
  );
  return `${encoded.join('.')}.${signature}`;
}

const AUTHORIZATIONS: Readonly<Record<TokenFault, () => Promise<string> | string | undefined>> = {
  missing: () => undefined,
  scheme: () => 'Basic YWRhOnNlY3JldA==',
  malformed: () => 'Bearer not.a.token',
  algorithm: () => `Bearer ${crafted({ alg: 'HS512' }, { ...claims, sub: SUBJECT }, 'c2lnbmF0dXJl')}`,
  key: async () => {
    const jwt = new SignJWT({ ...claims, sub: SUBJECT }).setProtectedHeader({ alg: 'ES256', kid: 'other' });
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return `Bearer ${await jwt.setExpirationTime('1h').sign(privateKey)}`;
  },
  signature: async () => `Bearer ${await token({}, { secret: `${TEST_SECRET}, but another` })}`,
  claim_missing: async () => `Bearer ${await token({ aud: undefined })}`,
  issuer: async () => `Bearer ${await token({ iss: 'https://other.example' })}`,
  audience: async () => `Bearer ${await token({ aud: 'another' })}`,
  not_yet_valid: async () => `Bearer ${await token({ nbf: Math.floor(Date.now() / 1000) + 600 })}`,
  claim_invalid: async () => `Bearer ${await token({ groups: 'north' })}`,
  expires_too_late: async () => `Bearer ${await token({ exp: Date.now() })}`,
  expired: async () => `Bearer ${await token({}, { expiresIn: -60 })}`,
  unknown: () => 'Bearer an-opaque-token-that-nobody-stored',
};

let database: TestDatabase;
let provider: Provider;
let gateway: TestGateway;
const lines: string[] = [];

const SETTINGS = { AUTH_JWT_ISSUER: ISSUER, AUTH_JWT_AUDIENCE: AUDIENCE, AUTH_JWT_SECRET: TEST_SECRET };
const environment = () => ({ ...SETTINGS, DATABASE_URL: database.url, AUTH_JWKS_URL: provider.keySetUrl });

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.insertInto('groups').values({ identifier: 'north' }).execute();
  provider = await startProvider('first');
  gateway = await startTestGateway({
    databaseUrl: database.url,
    env: { ...SETTINGS, AUTH_JWKS_URL: provider.keySetUrl, ACCESS_LOG: 'on' },
    log: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
  });
});
afterAll(async () => {
  await gateway.close();
  await provider.stop();
  await database.drop();
});

test.each(TOKEN_FAULTS)('a token refused for the fault %s is counted and logged under that name', async (fault) => {
  const authorization = await AUTHORIZATIONS[fault]();
  lines.length = 0;
  const answer = await send(gateway.url + LEASES, {
    body: { email_address: SUBJECT },
    headers: authorization === undefined ? {} : { Authorization: authorization },
  });
  const type =
    fault === 'expired'
      ? 'expired_token'
      : fault === 'missing' || fault === 'scheme'
        ? 'missing_authorization'
        : INVALID;
  expect(errorType(answer)).toBe(type);
  if (type === INVALID) expect(answer.text).not.toContain(fault);
  expect((await scrape(gateway.adminUrl)).sum('leasegate_token_checks_total', { verdict: fault })).toBe(1);
  await until(() => lines.length === 2);
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(logged).toContainEqual(expect.objectContaining({ msg: 'tokens refused', fault, requests: 1 }));
  expect(logged).toContainEqual(expect.objectContaining({ msg: 'request', type, tokenFault: fault }));
  expect(lines.join()).not.toMatch(/ada@|example|Bearer|Basic|another|eyJ/);
});

test('a valid token without a group in the database is counted and logged, and finds nothing', async () => {
  lines.length = 0;
  const valid = await token({ groups: ['a renamed group'] });
  const answer = await send(gateway.url + LEASES, { token: valid, body: { email_address: SUBJECT } });
  expect(answer).toMatchObject({ status: 200, text: '{"leases":[],"last_id":-1}' });
  expect((await scrape(gateway.adminUrl)).sum('leasegate_groupless_requests_total')).toBe(1);
  await until(() => lines.length === 2);
  expect(lines.join()).toContain('"requests":1,"msg":"no group of the caller is in the database"');
  expect(lines.join()).not.toMatch(/ada@|renamed/);
});

describe('all that `leasegate token inspect` prints', () => {
  // The connection needs real timers.
  const real = ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] as const;
  beforeEach(() => {
    jest.useFakeTimers({ now: new Date('2026-03-15T12:00Z'), doNotFake: [...real, 'performance'] });
  });
  afterEach(() => jest.useRealTimers());

  const inspected = (text: string, env: Environment = environment()) => inspectToken(text, env, () => new Date());

  test.each(TOKEN_FAULTS.filter((fault) => fault !== 'scheme'))('of a token with the fault %s', async (fault) => {
    const header = (await AUTHORIZATIONS[fault]()) ?? '';
    const { lines: found, accepted } = await inspected(header.replace('Bearer ', ''));
    expect([accepted, found.at(-1)]).toEqual([false, expect.stringContaining(`refused (${fault}): the token `)]);
    expect(found).toMatchSnapshot();
    expect(found.join()).not.toMatch(/eyJ|opaque-token-that/);
  });

  test.each<[string, Record<string, unknown>, Environment]>([
    ['of a group', {}, {}],
    ['without groups', { groups: undefined, other: 1 }, {}],
    ['of another claim', { 'a claim': '*' }, { AUTH_GROUPS_CLAIM: 'a claim' }],
    ['of no issuer and audience', { iss: undefined, aud: undefined }, { AUTH_JWT_ISSUER: '', AUTH_JWT_AUDIENCE: '' }],
    ['of one audience of two', { aud: ['x', 'b'] }, { AUTH_JWT_AUDIENCE: 'a,b' }],
    ['without a database', { nbf: 1773575999 }, { DATABASE_URL: '' }],
    ['that ends now', { exp: 1773576000, nbf: '1773576000' }, {}],
    ['while no database answers', {}, { DATABASE_URL: 'mysql://nobody@127.0.0.1:1/none' }],
    ['with claims that are none', { exp: null, sub: 5, iss: { a: 1 }, nbf: true, groups: [1] }, {}],
    ['whose key no provider has', {}, { AUTH_JWT_SECRET: '', AUTH_JWKS_URL: 'http://127.0.0.1:1' }],
  ])('of a token %s', async (_what, changed, env) => {
    expect(await inspected(await token(changed), { ...environment(), ...env })).toMatchSnapshot();
  });

  test('of a token that needs what cannot be reached', async () => {
    const away = { ...environment(), AUTH_JWKS_URL: 'http://127.0.0.1:1', DATABASE_URL: '' };
    const other = ((await AUTHORIZATIONS.key()) ?? '').replace('Bearer ', '');
    for (const text of [other, 'an-opaque-token-that-nobody-stored', crafted({}, '"x"')])
      expect(await inspected(text, away)).toMatchSnapshot();
  });
});

test('`leasegate token inspect` escapes what a terminal does not show, and what changes the order of its text', async () => {
  const hidden = '\u202e\u200b\u00a0\u0085\u009b\u2028\ufeff\u3164\u{e0001}';
  const shown = '\\u{202e}\\u{200b}\\u{a0}\\u{85}\\u{9b}\\u{2028}\\u{feff}\\u{3164}\\u{e0001}';
  const found = async (text: string) => (await inspectToken(text, environment(), () => new Date())).lines;
  const all = { iss: hidden, aud: [hidden], sub: hidden, exp: hidden, groups: [hidden] };
  const forged = (await found(crafted({ alg: 'HS256', kid: hidden }, all))).join('\n');
  expect([forged.split(shown).length, forged.includes('\u202e')]).toEqual([7, false]);
  expect((await found(crafted({ alg: 'HS256' }, { [hidden]: 1 }))).join()).toContain(`has the claims "${shown}"`);
  expect(await found(crafted({ alg: 'HS256' }, '{"exp":1e400}'))).toContain('exp: Infinity');
  await database.db.insertInto('groups').values({ identifier: 'a\u202eb' }).execute();
  expect((await found(await token({ groups: ['a\u202eb'] }))).at(-1)).toBe('groups in the database: a\\u{202e}b');
});
