/** Certificate authorities for tests, and the certificates that they sign. */

import 'reflect-metadata';

import { webcrypto } from 'node:crypto';

import { BasicConstraintsExtension, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY = 24 * 60 * 60 * 1000;

/** Both as PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

export interface Authority {
  /** PEM. */
  readonly certificate: string;
  /** A server's certificate for a host name. @param days of validity, from and to, counted from now */
  sign(hostName: string, days?: readonly [number, number]): Promise<KeyPair>;
}

export async function createAuthority(name: string): Promise<Authority> {
  const keys = await newKeys();
  const own = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    signingAlgorithm: ALGORITHM,
    ...between(-2, 2),
    extensions: [new BasicConstraintsExtension(true, 0, true)],
  });
  return {
    certificate: own.toString('pem'),
    async sign(hostName, [from, to] = [-1, 1]) {
      const { publicKey, privateKey } = await newKeys();
      const certificate = await X509CertificateGenerator.create({
        subject: 'CN=a database server',
        issuer: own.subject,
        publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: ALGORITHM,
        ...between(from, to),
        extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: hostName }])],
      });
      return { certificate: certificate.toString('pem'), key: await pemOf(privateKey) };
    },
  };
}

const newKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

const between = (from: number, to: number): { notBefore: Date; notAfter: Date } => ({
  notBefore: new Date(Date.now() + from * DAY),
  notAfter: new Date(Date.now() + to * DAY),
});

async function pemOf(privateKey: webcrypto.CryptoKey): Promise<string> {
  const bytes = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', privateKey));
  return `-----BEGIN PRIVATE KEY-----\n${bytes.toString('base64')}\n-----END PRIVATE KEY-----\n`;
}
