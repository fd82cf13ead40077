/** Tokens that name another algorithm or another key than the gateway's own. */

import { type Forgery, invalid, type Target } from './forgery';
import { garbage, hmac, jws, jwkOf, type Signer, threeSigners } from './jws';

const NONE = [
  'none',
  'None',
  'NONE',
  'nOnE',
  'none ',
  ' none',
  'none\0',
  'n\u043ene',
  '\uff4eone',
  'no\u200bne',
  '"none"',
];
const NO_ALGORITHM = [
  '',
  ' ',
  null,
  undefined,
  0,
  false,
  true,
  [],
  ['none'],
  {},
  'null',
  'undefined',
  '*',
  '__proto__',
];

export function unsigned({ claims }: Target, { header, sign }: Signer): Forgery[] {
  return [...NONE, ...NO_ALGORITHM].flatMap((alg) => {
    const title = `alg ${JSON.stringify(alg)} for ${header.alg}`;
    return [
      invalid(title, jws({ ...header, alg }, claims)),
      invalid(`${title}, with the key’s signature`, jws({ ...header, alg }, claims, sign)),
    ];
  });
}

/** A trusted key, used with another algorithm. */
export function otherAlgorithms({ claims }: Target, { header, sign, publicKey }: Signer): Forgery[] {
  const names = ['HS256', 'HS384', 'HS512', 'RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'ES512', 'ES256K'];
  names.push('EdDSA', 'Ed25519', 'Ed448', 'A128KW', 'dir', 'RSA-OAEP', header.alg.toLowerCase(), `${header.alg} `);
  const same = new Set([header.alg, ...(header.alg === 'EdDSA' ? ['Ed25519'] : [])]);
  const renamed = names
    .filter((alg) => !same.has(alg))
    .map((alg) => invalid(`${alg} by a key for ${header.alg}`, jws({ ...header, alg }, claims, sign)));
  if (publicKey === undefined) return renamed;

  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const der = publicKey.export({ type: 'spki', format: 'der' });
  const jwk = publicKey.export({ format: 'jwk' });
  const secrets: [string, string | Buffer][] = [
    ['PEM', pem],
    ['PEM without its last line end', pem.trim()],
    ['PEM on one line', pem.replaceAll('\n', '\\n')],
    ['PEM with CRLF', pem.replaceAll('\n', '\r\n')],
    ['DER', der],
    ['DER in base64', der.toString('base64')],
    ['JWK', JSON.stringify(jwk)],
    ['number', Buffer.from(jwk.n ?? jwk.x ?? '', 'base64url')],
    ['number in base64url', jwk.n ?? jwk.x ?? ''],
  ];
  const confused = secrets.flatMap(([form, secret]) =>
    [256, 384, 512].map((bits) =>
      invalid(
        `HS${bits} by the ${header.alg} public key as ${form}`,
        jws({ ...header, alg: `HS${bits}` }, claims, hmac(secret, bits)),
      ),
    ),
  );
  return [...renamed, ...confused];
}

/** Keys of an attacker, which the token contains or points to. */
export function strangersKeys({ claims, strangersUrl }: Target, { header }: Signer): Forgery[] {
  return threeSigners().flatMap((stranger) => {
    const jwk = jwkOf(stranger);
    const { alg } = stranger.header;
    const der = stranger.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    const tricks: Record<string, object> = {
      nothing: {},
      'no kid': { kid: undefined },
      'its own kid': { kid: 'stranger' },
      jwk: { jwk },
      'jwk, its own kid': { jwk: { ...jwk, kid: 'stranger' }, kid: 'stranger' },
      'jwk of the gateway’s kid': { jwk: { ...jwk, kid: header.kid } },
      jwks: { jwks: { keys: [jwk] } },
      jku: { jku: strangersUrl },
      'jku, its own kid': { jku: strangersUrl, kid: 'stranger' },
      x5u: { x5u: strangersUrl, kid: 'stranger' },
      x5c: { x5c: [der], x5t: 'AAAA', 'x5t#S256': 'AAAA' },
      'a kid that is a URL': { kid: strangersUrl },
      'another iss in the header': { iss: strangersUrl, kid: 'stranger' },
    };
    return Object.entries(tricks).map(([trick, more]) =>
      invalid(
        `${alg} by a stranger for ${header.alg}: ${trick}`,
        jws({ ...header, alg, ...more }, claims, stranger.sign),
      ),
    );
  });
}

const KIDS = [
  '',
  ' ',
  '*',
  '..',
  '/dev/null',
  '../../../../dev/null',
  'file:///dev/null',
  "' OR '1'='1",
  "x' UNION SELECT ''--",
];
KIDS.push(
  '|id',
  '${7*7}',
  '__proto__',
  'constructor',
  'toString',
  '0',
  'RSA',
  'rsa ',
  'rsa\0',
  '\u0440sa',
  'k'.repeat(4000),
);
const ILL_TYPED_KIDS = [null, 0, 1, true, [], ['rsa'], {}, { rsa: 1 }];

/** A known weakness elsewhere: the file that `kid` names was used as the key, and was empty. */
export function keyIds({ claims }: Target, { header }: Signer): Forgery[] {
  return [...KIDS, ...ILL_TYPED_KIDS].flatMap((kid) => [
    invalid(
      `kid ${JSON.stringify(kid).slice(0, 30)}, signed with nothing`,
      jws({ alg: 'HS256', kid }, claims, hmac('')),
    ),
    invalid(`kid ${JSON.stringify(kid).slice(0, 30)} for ${header.alg}`, jws({ ...header, kid }, claims, garbage(64))),
  ]);
}
