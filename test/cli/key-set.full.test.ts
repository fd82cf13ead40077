import { answering, type Provider, startProvider } from '../auth/provider';
import { leasegate } from './leasegate';

jest.setTimeout(60_000);

let provider: Provider;

beforeAll(async () => {
  provider = await startProvider('first');
});

afterAll(() => provider.stop().catch(() => undefined));

async function keySetLine(AUTH_JWKS_URL = provider.keySetUrl): Promise<string | undefined> {
  const { stdout } = await leasegate(['check'], { AUTH_JWKS_URL });
  return stdout.split('\n').find((line) => line.startsWith('key set: '));
}

test('`check` says whether the key set can be used', async () => {
  expect(await keySetLine()).toBe('key set: ok');
  provider.instead = answering({ keys: [] });
  expect(await keySetLine()).toBe(`key set: ${provider.keySetUrl} has no key that can verify a token`);
  provider.instead = answering('<!doctype html>');
  expect(await keySetLine()).toBe(`key set: ${provider.keySetUrl} is not a JSON Web Key Set`);
  await provider.stop();
  // A query may hold a secret.
  expect(await keySetLine(`${provider.keySetUrl}?key=hunter2`)).toBe(
    `key set: ${provider.keySetUrl} cannot be reached (ECONNREFUSED)`,
  );
});

test('`check` has no line for a key set that is not configured or has an invalid URL', async () => {
  expect(await keySetLine('')).toBeUndefined();
  const { status, stdout } = await leasegate(['check'], { AUTH_JWKS_URL: 'ftp://id.example' });
  expect([status, stdout]).toEqual([1, expect.stringMatching(/^settings and keys: .*AUTH_JWKS_URL must be/)]);
});
