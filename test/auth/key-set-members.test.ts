/** Which keys of a provider’s set may verify tokens, and with which algorithms (decision 52). */

import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

import { SignJWT } from 'jose';

import { fetchKeySet } from '../../src/auth/key-set';
import { clocked } from './clocked';
import { answering, type Provider, startProvider } from './provider';

const INVALID = 'invalid_authorization';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const ed25519 = generateKeyPairSync('ed25519');
const PAIRS = { RS256: rsa, ES256: p256, EdDSA: ed25519, Ed25519: ed25519 };
type Algorithm = keyof typeof PAIRS;

const jwk = (key: KeyObject, more: object = {}) => ({ ...key.export({ format: 'jwk' }), kid: 'own', ...more });
const good = jwk(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey, { kid: 'good' });

let provider: Provider;

beforeAll(async () => {
  provider = await startProvider();
});

afterAll(() => provider.stop());

/** The verdict on a token of a key when these keys are the set. */
function verdict(keys: unknown[], alg: Algorithm): Promise<unknown> {
  provider.instead = answering({ keys });
  const { verdict: verdictOn } = clocked({ AUTH_JWKS_URL: provider.keySetUrl });
  const token = new SignJWT({ sub: 'jane', groups: '*' })
    .setProtectedHeader({ alg, kid: 'own' })
    .setExpirationTime('1h')
    .sign(PAIRS[alg].privateKey);
  return token.then(verdictOn);
}

test.each<[Algorithm, object, string]>([
  ...(['RS256', 'ES256', 'EdDSA', 'Ed25519'] as const).flatMap((alg): [Algorithm, object, string][] => [
    [alg, {}, 'jane'],
    [alg, { alg, use: 'sig', key_ops: ['verify'] }, 'jane'],
  ]),
  ['RS256', { key_ops: ['sign', 'verify', 'verify'], ext: 5 }, 'jane'],
  ['RS256', { key_ops: 'verify' }, 'jane'],
  [
    'RS256',
    { x5t: 'CNv0OI3RwqlHFEVnaoMAshCH2XE', x5c: ['MIIDBTCCAe2gAwIBAgIQ'], issuer: 'https://id.example' },
    'jane',
  ],
  ['RS256', { use: 'enc' }, INVALID],
  ['RS256', { key_ops: ['sign'] }, INVALID],
  ['RS256', { key_ops: [] }, INVALID],
  ['RS256', { key_ops: 5 }, INVALID],
  ['RS256', { alg: 'RS512' }, INVALID],
  ['RS256', { alg: 'ES256' }, INVALID],
  ['RS256', { alg: 'HS256' }, INVALID],
  ['RS256', rsa.privateKey.export({ format: 'jwk' }), INVALID],
  ['ES256', p256.privateKey.export({ format: 'jwk' }), INVALID],
  ['EdDSA', ed25519.privateKey.export({ format: 'jwk' }), INVALID],
])('a token by %s, whose key is in the set with %.60j: %s', async (alg, more, expected) => {
  expect(await verdict([jwk(PAIRS[alg].publicKey, more), good], alg)).toBe(expected);
});

test('a set with keys of other purposes, as Keycloak has it, and with members that are no keys', async () => {
  const encryption = jwk(rsa.publicKey, { kid: 'enc', use: 'enc', alg: 'RSA-OAEP' });
  const members = [null, 5, 'key', [], {}, { kty: 'RSA' }, { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }];
  expect(await verdict([encryption, ...members, good, jwk(rsa.publicKey)], 'RS256')).toBe('jane');
  const { keys, unusable } = await fetchKeySet(provider.keySetUrl);
  expect([keys.length, unusable[0]]).toEqual([2, '"enc" is not for signatures']);
  expect(unusable.slice(1)).toEqual(members.map(() => 'a key without id is not a public key'));
});

test.each([
  ['empty', []],
  ['of keys that everyone can use', [jwk(rsa.privateKey), jwk(ed25519.privateKey)]],
  ['of keys that verify no token', [jwk(rsa.publicKey, { use: 'enc' }), jwk(p384.publicKey), jwk(weak.publicKey)]],
  ['of a key of another type', [jwk(generateKeyPairSync('ed448').publicKey)]],
])('a set that is %s is not loaded as the first one', async (_title, keys) => {
  expect(await verdict(keys, 'RS256')).toBe('service_unavailable');
});

/** An RSA key with an unknown private part; the exponent is in hexadecimal. */
function largeKey(bits: number, exponent: string) {
  const modulus = randomBytes(bits / 8);
  modulus[0]! |= 0x80;
  modulus[modulus.length - 1]! |= 1;
  return { kty: 'RSA', n: modulus.toString('base64url'), e: Buffer.from(exponent, 'hex').toString('base64url') };
}

test.each([
  [2040, '010001', 0],
  [8192, '010001', 1],
  [8200, '010001', 0],
  [2048, 'ffffffff', 1],
  [2048, '0100000001', 0],
])('an RSA key of %d bits with the exponent %s: %d counts', async (bits, exponent, counting) => {
  provider.instead = answering({ keys: [largeKey(bits, exponent)] });
  // Each forged token has to be checked with it.
  expect((await fetchKeySet(provider.keySetUrl)).keys).toHaveLength(counting);
});

test('a set has at most a hundred keys', async () => {
  provider.instead = answering({ keys: Array<unknown>(100).fill(good) });
  expect((await fetchKeySet(provider.keySetUrl)).keys).toHaveLength(100);
  provider.instead = answering({ keys: Array<unknown>(101).fill({}) });
  await expect(fetchKeySet(provider.keySetUrl)).rejects.toThrow('has more than 100 keys');
});
