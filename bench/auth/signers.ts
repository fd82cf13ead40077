import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The gateway's settings for one kind of signature, and the key that signs. */
export interface Signer {
  readonly title: string;
  readonly header: { readonly alg: string; readonly kid?: string };
  readonly key: KeyObject | Uint8Array;
  readonly env: Readonly<Record<string, string>>;
}

const PAIRS = {
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
};

/** Each kind of signature, with a key in the settings and with the key set of a fake provider at `server`. */
export async function signers(): Promise<{ signers: Signer[]; server: Server }> {
  const secret = randomBytes(32).toString('hex');
  const pairs = Object.entries(PAIRS).map(([alg, generate]) => ({ alg, ...generate() }));
  const keys = pairs.map(({ alg, publicKey }) => ({ ...publicKey.export({ format: 'jwk' }), alg, kid: alg }));
  const server = createServer((_request, response) => response.end(JSON.stringify({ keys }))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
  return {
    server,
    signers: [
      { title: 'HS256', header: { alg: 'HS256' }, key: Buffer.from(secret), env: { AUTH_JWT_SECRET: secret } },
      ...pairs.map(({ alg, publicKey, privateKey }) => ({
        title: alg,
        header: { alg },
        key: privateKey,
        env: { AUTH_JWT_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString() },
      })),
      ...pairs.map(({ alg, privateKey }) => ({
        title: `${alg}, key set`,
        header: { alg, kid: alg },
        key: privateKey,
        env: { AUTH_JWKS_URL: url },
      })),
    ],
  };
}
