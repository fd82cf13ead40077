/** Tokens with an invalid header or invalid claims, signed by the owner of the key. */

import { type Forgery, invalid, type Target } from './forgery';
import { encoded, garbage, jws, type Part, type Signer } from './jws';

/** Headers with unsupported parameters, signed by the owner of the key. */
export function headers({ claims }: Target, { header, sign }: Signer): Forgery[] {
  const critical: [string, object][] = [
    ['an empty crit', { crit: [] }],
    ['crit that is no list', { crit: 'exp' }],
    ['crit of no text', { crit: [5] }],
    ['crit of an empty text', { crit: [''] }],
    ['crit of something unknown', { crit: ['x'], x: 1 }],
    ['crit of something that is missing', { crit: ['x'] }],
    ['crit of a standard name', { crit: ['alg'] }],
    ['crit of exp', { crit: ['exp'], exp: 9_999_999_999 }],
    ['crit of kid', { crit: ['kid'] }],
    ['b64 false', { crit: ['b64'], b64: false }],
    ['b64 of text', { crit: ['b64'], b64: 'false' }],
    ['b64 missing', { crit: ['b64'] }],
  ];
  const plain = JSON.stringify(claims);
  const name = encoded({ ...header, b64: false, crit: ['b64'] });
  const json = JSON.stringify(header);
  const texts: Part[] = ['', '{', '[]', 'null', '"x"', '5', `[${json}]`, json.slice(0, -1), `${json}}`];
  texts.push(`${json.slice(0, -1)},"alg":"none"}`, `${json.slice(0, -1)},"alg":null}`, Buffer.from(json, 'utf16le'));
  texts.push(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), `{"ALG":"${header.alg}"}`, `{"__proto__":${json}}`);
  return [
    ...critical.map(([title, more]) => invalid(`${title}, ${header.alg}`, jws({ ...header, ...more }, claims, sign))),
    invalid('b64 false with a bare payload', `${name}.${plain}.${sign(`${name}.${plain}`).toString('base64url')}`),
    invalid('b64 false with no payload', `${name}..${sign(`${name}.`).toString('base64url')}`),
    ...texts.map((text, nth) => invalid(`header ${nth}, ${header.alg}`, jws(text, claims, sign))),
  ];
}

/** Invalid claims, signed by the owner of the key. */
export function claims(target: Target, { header, sign }: Signer): Forgery[] {
  const { exp, ...endless } = target.claims;
  const signed = (title: string, payload: Part, type = 'invalid_authorization'): Forgery => ({
    ...invalid(`${title}, ${header.alg}`, jws(header, payload, sign)),
    type,
  });
  const changed: [string, unknown[]][] = [
    ['exp', [String(exp), `${String(exp)}.0`, '9e9', '', null, true, [], [exp], {}, '0xffffffff', '\u0669\u0669']],
    ['nbf', ['0', '', null, true, [], [0], {}, 9_999_999_999, 1e300]],
    [
      'iss',
      [
        '',
        null,
        5,
        [],
        ['https://id.example'],
        {},
        'https://id.example/',
        'HTTPS://id.example',
        'https://id.examp\u217ce',
      ],
    ],
    ['aud', ['', null, 5, [], [5], {}, 'Leasegate', 'leasegate ', 'leasegate,other', ['other'], [['leasegate']]]],
    ['sub', [5, null, true, [], ['jane'], {}, '\ud800', 'jane\udc00']],
    ['groups', [null, 5, true, '', 'north', '**', ' *', {}, { '*': true }, [5], [null], [['*']], ['\ud800']]],
  ];
  const json = JSON.stringify(target.claims).slice(0, -1);
  const texts: Part[] = ['', '{', 'null', '[]', '"x"', '5', 'true', `[${json}}]`, `${json}`, `${json}}}`];
  texts.push(
    Buffer.from(`${json}}`, 'utf16le'),
    Buffer.concat([Buffer.from(`${json},"x":"`), Buffer.from([0xff, 0x22, 0x7d])]),
  );
  texts.push(
    `{"__proto__":${json}}}`,
    jws(header, target.claims, sign),
    JSON.stringify(jws(header, target.claims, sign)),
  );
  const expired = { ...target.claims, exp: 1_000_000_000 };
  return [
    signed('no exp', endless),
    ...changed.flatMap(([name, values]) =>
      values.map((value) => signed(`${name} ${JSON.stringify(value)}`, { ...target.claims, [name]: value })),
    ),
    ...['exp', 'iss', 'aud', 'nbf', 'groups'].map((name) => signed(`${name} twice`, `${json},"${name}":null}`)),
    ...texts.map((text, nth) => signed(`payload ${nth}`, text)),
    signed('expired', expired, 'expired_token'),
    signed('expired, another audience', { ...expired, aud: 'other' }),
    signed('expired, another issuer', { ...expired, iss: 'https://other.example' }),
    signed('expired, not yet valid', { ...expired, nbf: 9_999_999_999 }),
    signed('expired, no groups claim of a known form', { ...expired, groups: null }),
    invalid('expired, badly signed', jws(header, expired, garbage(64))),
  ];
}
