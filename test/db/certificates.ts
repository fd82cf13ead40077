/** Certificate authorities for tests, and the certificates that they sign. */

import { generateKeyPairSync, randomBytes } from 'node:crypto';

import { md, pki } from 'node-forge';

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
  sign(hostName: string, days?: readonly [number, number]): KeyPair;
}

interface Contents {
  readonly subject: string;
  readonly issuer: string;
  /** Of validity, from and to, counted from now. */
  readonly days: readonly [number, number];
  readonly extension: object;
}

export function createAuthority(name: string): Authority {
  const own = newKeys();
  const extension = { name: 'basicConstraints', critical: true, cA: true, pathLenConstraint: 0 };
  return {
    certificate: signed({ subject: name, issuer: name, days: [-2, 2], extension }, own.publicKey, own.privateKey),
    sign(hostName, days = [-1, 1]) {
      const { publicKey, privateKey } = newKeys();
      const names = { name: 'subjectAltName', altNames: [{ type: TYPE_DNS, value: hostName }] };
      const contents = { subject: 'a database server', issuer: name, days, extension: names };
      return { certificate: signed(contents, publicKey, own.privateKey), key: privateKey };
    },
  };
}

/** RFC 5280, section 4.2.1.6: `dNSName`. */
const TYPE_DNS = 2;

const newKeys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

function signed({ subject, issuer, days: [from, to], extension }: Contents, publicKey: string, signingKey: string) {
  const certificate = pki.createCertificate();
  // A first byte below 0x80 keeps the number positive.
  certificate.serialNumber = `01${randomBytes(8).toString('hex')}`;
  certificate.publicKey = pki.publicKeyFromPem(publicKey);
  certificate.validity.notBefore = new Date(Date.now() + from * DAY);
  certificate.validity.notAfter = new Date(Date.now() + to * DAY);
  certificate.setSubject([{ name: 'commonName', value: subject }]);
  certificate.setIssuer([{ name: 'commonName', value: issuer }]);
  certificate.setExtensions([extension]);
  certificate.sign(pki.privateKeyFromPem(signingKey), md.sha256.create());
  return pki.certificateToPem(certificate);
}
