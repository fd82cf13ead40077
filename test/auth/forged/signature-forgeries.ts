/** Signatures that were not made with a trusted key. */

import { constants, generateKeyPairSync } from 'node:crypto';

import { type Forgery, invalid, type Target } from './forgery';
import { bytes, ecdsa, garbage, hmac, jws, rsa, type Sign, type Signer } from './jws';

export function signatures({ claims }: Target, { header, sign, publicKey }: Signer): Forgery[] {
  const length = sign('').length;
  const cut =
    (change: (signature: Buffer) => Buffer): Sign =>
    (signed) =>
      change(sign(signed));
  const tricks: [string, Sign][] = [
    ['nothing', bytes(Buffer.alloc(0))],
    ['zeros', bytes(Buffer.alloc(length))],
    ['ones', bytes(Buffer.alloc(length, 0xff))],
    ['chance', garbage(length)],
    ['one byte less', cut((signature) => signature.subarray(1))],
    ['one byte less at its end', cut((signature) => signature.subarray(0, -1))],
    ['one byte more', cut((signature) => Buffer.concat([signature, Buffer.alloc(1)]))],
    ['a zero before it', cut((signature) => Buffer.concat([Buffer.alloc(1), signature]))],
    ['itself twice', cut((signature) => Buffer.concat([signature, signature]))],
    ['its bytes backwards', cut((signature) => Buffer.from(signature).reverse())],
    ['that of the payload alone', (signed) => sign(signed.split('.')[1] ?? '')],
    ['that of the header alone', (signed) => sign(signed.split('.')[0] ?? '')],
    ['that of nothing', () => sign('')],
    ['hexadecimal', cut((signature) => Buffer.from(signature.toString('hex')))],
  ];
  if (header.alg === 'ES256') tricks.push(...ecdsaTricks(length, sign));
  if (publicKey?.asymmetricKeyType === 'rsa')
    tricks.push(['one', bytes(Buffer.concat([Buffer.alloc(length - 1), Buffer.from([1])]))]);
  const weak = [
    '',
    'secret',
    'password',
    'leasegate',
    '0',
    'null',
    'undefined',
    'your-256-bit-secret',
    header.alg,
    header.kid ?? 'kid',
  ];
  return [
    ...tricks.map(([title, trick]) => invalid(`signature: ${title}, ${header.alg}`, jws(header, claims, trick))),
    ...weak.map((secret) =>
      invalid(`HS256 by the secret ${JSON.stringify(secret)}`, jws({ ...header, alg: 'HS256' }, claims, hmac(secret))),
    ),
    ...wrongKeys().map(([alg, trick]) =>
      invalid(`${alg} by a key of no use, ${header.alg}`, jws({ ...header, alg }, claims, trick)),
    ),
  ];
}

const ORDER = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex');

function ecdsaTricks(length: number, sign: Sign): [string, Sign][] {
  const half = length / 2;
  const swapped: Sign = (signed) => {
    const signature = sign(signed);
    return Buffer.concat([signature.subarray(half), signature.subarray(0, half)]);
  };
  const one = Buffer.concat([Buffer.alloc(half - 1), Buffer.from([1])]);
  return [
    ['r and s of the order', bytes(Buffer.concat([ORDER, ORDER]))],
    ['r and s of 1', bytes(Buffer.concat([one, one]))],
    ['r of 0', bytes(Buffer.concat([Buffer.alloc(half), one]))],
    ['s of 0', bytes(Buffer.concat([one, Buffer.alloc(half)]))],
    ['r and s changed about', swapped],
    ['DER of zeros', bytes(Buffer.from('3006020100020100', 'hex'))],
  ];
}

/** Other curves, sizes and paddings, each correctly signed with the attacker’s key. */
function wrongKeys(): [string, Sign][] {
  const curve = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).privateKey;
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
  return [
    ['ES256', ecdsa(curve('P-384'))],
    ['ES256', ecdsa(curve('secp256k1'))],
    ['ES256', ecdsa(curve('P-256'), 256, 'der')],
    ['ES384', ecdsa(curve('P-384'), 384)],
    ['ES512', ecdsa(curve('P-521'), 512)],
    ['ES256K', ecdsa(curve('secp256k1'))],
    ['RS256', rsa(small)],
    ['PS256', rsa(small, 256, constants.RSA_PKCS1_PSS_PADDING)],
  ];
}
