/** Tokens of parts that no honest signer would combine. */

import {
  constants,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign as signBytes,
} from 'node:crypto';

export type Sign = (signed: string) => Buffer;

/** A part as it is, or a value to encode as JSON. */
export type Part = string | Buffer | object | null | number;

export const encoded = (part: Part): string =>
  (Buffer.isBuffer(part) ? part : Buffer.from(typeof part === 'string' ? part : JSON.stringify(part))).toString(
    'base64url',
  );

export function jws(header: Part, payload: Part, sign: Sign = () => Buffer.alloc(0)): string {
  const signed = `${encoded(header)}.${encoded(payload)}`;
  return `${signed}.${sign(signed).toString('base64url')}`;
}

export const hmac =
  (secret: string | Buffer, bits = 256): Sign =>
  (signed) =>
    createHmac(`sha${bits}`, secret).update(signed).digest();

export const rsa =
  (key: KeyObject, bits = 256, padding = constants.RSA_PKCS1_PADDING): Sign =>
  (signed) =>
    signBytes(`sha${bits}`, Buffer.from(signed), {
      key,
      padding,
      ...(padding === constants.RSA_PKCS1_PSS_PADDING && { saltLength: bits / 8 }),
    });

export const ecdsa =
  (key: KeyObject, bits = 256, dsaEncoding: 'ieee-p1363' | 'der' = 'ieee-p1363'): Sign =>
  (signed) =>
    signBytes(`sha${bits}`, Buffer.from(signed), { key, dsaEncoding });

export const eddsa =
  (key: KeyObject): Sign =>
  (signed) =>
    signBytes(null, Buffer.from(signed), key);

/** A key that a gateway trusts, and the header that its owner uses. */
export interface Signer {
  readonly header: { readonly alg: string; readonly kid?: string };
  readonly sign: Sign;
  /** Absent for a shared secret. */
  readonly publicKey?: KeyObject;
}

/** Three key pairs of one owner: the provider or an attacker. */
export function threeSigners(): [rsa: Required<Signer>, ec: Required<Signer>, ed: Required<Signer>] {
  const [one, two, three] = [
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    generateKeyPairSync('ed25519'),
  ];
  return [
    { header: { alg: 'RS256', kid: 'rsa' }, sign: rsa(one.privateKey), publicKey: createPublicKey(one.privateKey) },
    { header: { alg: 'ES256', kid: 'ec' }, sign: ecdsa(two.privateKey), publicKey: createPublicKey(two.privateKey) },
    {
      header: { alg: 'EdDSA', kid: 'ed' },
      sign: eddsa(three.privateKey),
      publicKey: createPublicKey(three.privateKey),
    },
  ];
}

export const jwkOf = ({ publicKey, header }: Required<Signer>) => ({
  ...publicKey.export({ format: 'jwk' }),
  ...header,
});

export const garbage =
  (bytes: number): Sign =>
  () =>
    randomBytes(bytes);
export const bytes =
  (value: Buffer): Sign =>
  () =>
    value;
