import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

import { SignJWT } from 'jose';

import { fetchKeySet } from '../../src/auth/key-set';
import { algorithmsOf, verifiesTokens } from '../../src/auth/public-keys';
import { clocked } from './clocked';
import { answering, type Provider, startProvider } from './provider';

/** Which keys of a provider’s set may verify tokens, and with which algorithms. */

const CLAIMS = { sub: 'jane', groups: '*', exp: Math.floor(Date.now() / 1000) + 3_600 };

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const ed25519 = generateKeyPairSync('ed25519');

const jwk = (key: KeyObject, more: object = {}) => ({ ...key.export({ format: 'jwk' }), kid: 'other', ...more });
const good = jwk(p256.publicKey, { kid: 'good' });

let provider: Provider;

beforeAll(async () => {
  provider = await startProvider();
});

afterAll(() => provider.stop());

function sign(alg: string, key: KeyObject | Uint8Array, kid = 'other'): Promise<string> {
  return new SignJWT(CLAIMS).setProtectedHeader({ alg, kid }).sign(key);
}

/** The verdict on a token when these keys are in the set, together with a good one. */
async function verdict(keys: unknown[], token: string): Promise<unknown> {
  provider.instead = answering({ keys: [...keys, good] });
  const one = clocked({ AUTH_JWKS_URL: provider.keySetUrl });
  expect(await one.verdict(await sign('ES256', p256.privateKey, 'good'))).toBe('jane');
  return one.verdict(token);
}

test.each([
  ['RS256', rsa],
  ['ES256', p256],
  ['EdDSA', ed25519],
  ['Ed25519', ed25519],
])('%s, named by the key or not', async (alg, { publicKey, privateKey }) => {
  const token = await sign(alg, privateKey);
  expect(await verdict([jwk(publicKey)], token)).toBe('jane');
  expect(await verdict([jwk(publicKey, { alg, use: 'sig', key_ops: ['verify'] })], token)).toBe('jane');
  expect(await verdict([jwk(publicKey, { key_ops: ['sign', 'verify', 'verify'], ext: 5 })], token)).toBe('jane');
});

test.each([
  ['is for encryption', { use: 'enc' }],
  ['is for other operations', { key_ops: ['sign'] }],
  ['is for no operation', { key_ops: [] }],
  ['has operations that are no list', { key_ops: 5 }],
  ['names another algorithm', { alg: 'RS512' }],
  ['names an algorithm of another type', { alg: 'ES256' }],
  ['names an algorithm for secrets', { alg: 'HS256' }],
])('a key that %s', async (_title, more) => {
  expect(await verdict([jwk(rsa.publicKey, more)], await sign('RS256', rsa.privateKey))).toBe('invalid_authorization');
});

const { kty, n, e } = jwk(rsa.publicKey) as Readonly<Record<string, string>>;
const PLAIN = { kty, use: 'sig', kid: 'other', n, e };
const RS256 = { ...PLAIN, alg: 'RS256' };
const CERTIFIED = { x5t: 'CNv0OI3RwqlHFEVnaoMAshCH2XE', x5c: ['MIIDBTCCAe2gAwIBAgIQ'] };
const ENCRYPTION = { ...RS256, ...CERTIFIED, kid: 'enc', use: 'enc', alg: 'RSA-OAEP' };

test.each<[string, object[], string[]?]>([
  ['Microsoft Entra ID', [{ ...PLAIN, ...CERTIFIED, cloud_instance_name: 'x', issuer: 'https://id.example' }]],
  ['Google, Amazon Cognito and Okta', [{ ...RS256, kid: 'older', n: largeKey(2048, '010001').n }, RS256]],
  ['Auth0', [{ ...RS256, ...CERTIFIED, 'x5t#S256': 'x' }]],
  ['Keycloak', [ENCRYPTION, { ...RS256, ...CERTIFIED }], ['"enc" is not for signatures']],
  ['Supabase', [{ ...RS256, key_ops: ['verify'], ext: true }]],
])('a set in the form of %s', async (_title, keys, unusable = []) => {
  expect(await verdict(keys, await sign('RS256', rsa.privateKey))).toBe('jane');
  expect(await fetchKeySet(provider.keySetUrl)).toMatchObject({ unusable });
});

test('a key that was published with its private part', async () => {
  const pairs = { RS256: rsa, ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }), EdDSA: ed25519 };
  for (const [alg, { privateKey }] of Object.entries(pairs)) {
    expect(await verdict([jwk(privateKey)], await sign(alg, privateKey))).toBe('invalid_authorization');
  }
});

test('a key in the token is not one of the set', async () => {
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const header = { alg: 'ES256', kid: 'good', jwk: jwk(stranger.publicKey) };
  const token = await new SignJWT(CLAIMS).setProtectedHeader(header).sign(stranger.privateKey);
  expect(await verdict([], token)).toBe('invalid_authorization');
});

test('members that are not keys are skipped', async () => {
  const token = await sign('RS256', rsa.privateKey);
  const nonsense = [
    null,
    5,
    'key',
    [],
    {},
    { kty: 'RSA' },
    { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' },
    { kty: 'AKP' },
  ];
  const twisted = [
    { ...jwk(p256.publicKey), key_ops: 'verify' },
    { ...jwk(p256.publicKey), ext: 5 },
  ];
  expect(await verdict([...nonsense, ...twisted, jwk(rsa.publicKey)], token)).toBe('jane');
});

test.each([
  ['empty', []],
  ['of keys that everyone can use', [jwk(rsa.privateKey), jwk(ed25519.privateKey)]],
  ['of keys that verify no token', [jwk(rsa.publicKey, { use: 'enc' }), jwk(p384.publicKey), jwk(weak.publicKey)]],
])('a set that is %s is not loaded as the first one', async (_title, keys) => {
  provider.instead = answering({ keys });
  const one = clocked({ AUTH_JWKS_URL: provider.keySetUrl });
  expect(await one.verdict(await sign('RS256', rsa.privateKey))).toBe('service_unavailable');
  expect(one.problems).toEqual([expect.stringMatching(/^has no key that can verify a token/)]);
});

/** An RSA key with an unknown private part; the exponent is in hexadecimal. */
function largeKey(bits: number, exponent: string) {
  const modulus = randomBytes(bits / 8);
  modulus[0]! |= 0x80;
  modulus[modulus.length - 1]! |= 1;
  return { kty: 'RSA', n: modulus.toString('base64url'), e: Buffer.from(exponent, 'hex').toString('base64url') };
}

test.each([
  [8192, '010001', 1],
  [8200, '010001', 0],
  [16_384, '010001', 0],
  [2048, 'ffffffff', 1],
  [2048, '0100000001', 0],
  [3072, `01${'00'.repeat(300)}01`, 0],
])(
  'an RSA key of %d bits with the exponent %s: %d counts, for each forged token has to be checked with it',
  async (...key) => {
    const [bits, exponent, counting] = key;
    provider.instead = answering({ keys: [largeKey(bits, exponent)] });
    expect((await fetchKeySet(provider.keySetUrl)).keys).toHaveLength(counting);
  },
);

test('a set has at most a hundred keys', async () => {
  provider.instead = answering({ keys: Array<unknown>(100).fill(good) });
  expect((await fetchKeySet(provider.keySetUrl)).keys).toHaveLength(100);
  for (const one of [good, {}, null]) {
    provider.instead = answering({ keys: Array<unknown>(101).fill(one) });
    await expect(fetchKeySet(provider.keySetUrl)).rejects.toThrow('has more than 100 keys');
  }
});

test.each([
  ['rsa', { modulusLength: 2048 }, true, ['RS256']],
  ['rsa', { modulusLength: 2047 }, false, ['RS256']],
  ['rsa', undefined, false, ['RS256']],
  ['ec', { namedCurve: 'prime256v1' }, true, ['ES256']],
  ['ec', { namedCurve: 'secp384r1' }, false, ['ES256']],
  ['ec', undefined, false, ['ES256']],
  ['ed25519', {}, true, ['EdDSA', 'Ed25519']],
  ['ed448', { modulusLength: 4096 }, false, []],
  ['rsa-pss', { modulusLength: 4096 }, false, []],
  ['x25519', { namedCurve: 'prime256v1' }, false, []],
  [undefined, undefined, false, []],
] as const)('a public key of type %s with %j', (asymmetricKeyType, asymmetricKeyDetails, verifies, algorithms) => {
  const key = { asymmetricKeyType, asymmetricKeyDetails } as Parameters<typeof verifiesTokens>[0];
  expect([verifiesTokens(key), algorithmsOf(key)]).toEqual([verifies, algorithms]);
});
