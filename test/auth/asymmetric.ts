import { generateKeyPairSync, type KeyObject } from 'node:crypto';

import { SignJWT } from 'jose';

export interface KeyPair {
  readonly algorithm: 'RS256' | 'ES256' | 'EdDSA';
  readonly privateKey: KeyObject;
  /** What AUTH_JWT_PUBLIC_KEY takes. */
  readonly pem: string;
}

export function keyPair(algorithm: KeyPair['algorithm']): KeyPair {
  const { privateKey, publicKey } = generate(algorithm);
  return { algorithm, privateKey, pem: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
}

function generate(algorithm: KeyPair['algorithm']) {
  switch (algorithm) {
    case 'RS256':
      return generateKeyPairSync('rsa', { modulusLength: 2048 });
    case 'ES256':
      return generateKeyPairSync('ec', { namedCurve: 'P-256' });
    case 'EdDSA':
      return generateKeyPairSync('ed25519');
  }
}

export function signWith(key: KeyPair, claims: Record<string, unknown>, alg: string = key.algorithm): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg }).sign(key.privateKey);
}
