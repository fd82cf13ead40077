import { generateKeyPairSync, type KeyObject } from 'node:crypto';

import { COMMANDS } from '../../ingest/commands';
import { answering, type Provider, startProvider } from '../auth/provider';
import { commandHere } from './command-here';
import { leasegate } from './leasegate';

let provider: Provider;

beforeAll(async () => {
  provider = await startProvider('first');
});

afterAll(() => provider.stop().catch(() => undefined));

async function keySetLine(AUTH_JWKS_URL = provider.keySetUrl): Promise<string | undefined> {
  const { stdout } = await commandHere(['check'], { AUTH_JWKS_URL }, '', COMMANDS);
  return stdout.split('\n').find((line) => line.startsWith('key set: '));
}

test('`check` counts and names the keys that verify no token, which alone are no problem', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = (key: KeyObject, more: object) => ({ ...key.export({ format: 'jwk' }), ...more });
  const unusable = [
    jwk(publicKey, { kid: 'for\nsecrets', use: 'enc' }),
    jwk(publicKey, { kid: 'long', alg: 'RS512' }),
    jwk(privateKey, { kid: 'leaked' }),
    jwk(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey, {}),
    { kty: 'oct', k: 'c2VjcmV0', kid: 'shared' },
  ];
  const named =
    '; keys that verify no token: 5 ("for?secrets" is not for signatures, "long" is not for RS256, ' +
    '"leaked" contains its private part, a key without id has a type or size that is not accepted, ' +
    '"shared" is not a public key)';
  provider.instead = answering({ keys: [...unusable, jwk(publicKey, { kid: 'good' })] });
  expect(await keySetLine()).toBe(`key set: ok${named}`);
  provider.instead = answering({ keys: unusable });
  expect(await keySetLine()).toBe(`key set: ${provider.keySetUrl} has no key that can verify a token${named}`);
  provider.instead = undefined;
});

test('`check` says whether the key set can be used', async () => {
  expect(await keySetLine()).toBe('key set: ok');
  provider.instead = answering('<!doctype html>');
  expect(await keySetLine()).toBe(`key set: ${provider.keySetUrl} is not a JSON Web Key Set`);
  await provider.stop();
  // A query may hold a secret.
  const { stdout } = await leasegate(['check'], { AUTH_JWKS_URL: `${provider.keySetUrl}?key=hunter2` });
  expect(stdout).toContain(`\nkey set: ${provider.keySetUrl} cannot be reached (ECONNREFUSED)\n`);
});

test('`check` has no line for a key set that is not configured or has an invalid URL', async () => {
  expect(await keySetLine('')).toBeUndefined();
  const { status, stdout } = await commandHere(['check'], { AUTH_JWKS_URL: 'ftp://id.example' }, '', COMMANDS);
  expect([status, stdout]).toEqual([1, expect.stringMatching(/^settings and keys: .*AUTH_JWKS_URL must be/)]);
});
