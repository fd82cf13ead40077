/** Good tokens in another encoding or another header. */

import { type Forgery, invalid, type Target } from './forgery';
import { encoded, garbage, jws, type Signer } from './jws';

/** A good token in another encoding. */
export function forms({ claims }: Target, { header, sign }: Signer): Forgery[] {
  const token = jws(header, claims, sign);
  const [head = '', payload = '', signature = ''] = token.split('.');
  const other = encoded({ ...claims, sub: 'root', groups: '*' });
  const written: Record<string, string> = {
    'one part': head,
    'two parts': `${head}.${payload}`,
    'two parts and a dot': `${head}.${payload}.`,
    'four parts': `${token}.`,
    'four parts, the last filled': `${token}.${signature}`,
    'five parts': `${head}.${payload}.${signature}.${payload}.${signature}`,
    'a dot before': `.${token}`,
    'no header': `.${payload}.${signature}`,
    'no payload': `${head}..${signature}`,
    'dots alone': '..',
    'its parts the other way round': `${signature}.${payload}.${head}`,
    'another payload': `${head}.${other}.${signature}`,
    'another header': `${encoded({ ...header, typ: 'JWT' })}.${payload}.${signature}`,
    padded: `${head}.${payload}.${signature}=`,
    'padded twice': `${head}.${payload}.${signature}==`,
    'padded within': `${head}=.${payload}=.${signature}`,
    'a blank within': `${head}. ${payload}.${signature}`,
    'a tab within': `${head}.${payload}.\t${signature}`,
    'a blank in the signature': `${head}.${payload}.${signature.slice(0, 8)} ${signature.slice(8)}`,
    'a no-break space at its end': `${token}\u00a0`,
    'a no-break space before it': `\u00a0${token}`,
    'an ideographic space at its end': `${token}\u3000`,
    'a byte order mark before it': `\ufeff${token}`,
    quoted: `"${token}"`,
    'a comma after it': `${token},`,
    'a semicolon after it': `${token};`,
    'itself, a comma and itself': `${token}, ${token}`,
    'itself, a blank and itself': `${token} ${token}`,
    'Bearer before it': `Bearer ${token}`,
    'its dots percent-encoded': token.replaceAll('.', '%2E'),
    'fullwidth dots': token.replaceAll('.', '\uff0e'),
    'in base64': Buffer.from(token).toString('base64'),
    'in hexadecimal': Buffer.from(token).toString('hex'),
    'in upper case': token.toUpperCase(),
    backwards: [...token].reverse().join(''),
    'as JSON': JSON.stringify({ protected: head, payload, signature }),
    'as JSON of several': JSON.stringify({ payload, signatures: [{ protected: head, signature }] }),
    'as a nested token that no one signed': jws({ alg: 'none', cty: 'JWT' }, token),
    'huge, without a signature': jws(header, { ...claims, x: 'x'.repeat(8000) }, garbage(256)),
    'huge in its header': jws({ ...header, x: 'x'.repeat(8000) }, claims, garbage(256)),
    'a thousand dots': '.'.repeat(1000),
    deep: jws(header, `${'['.repeat(5000)}${']'.repeat(5000)}`, garbage(64)),
    'deep in its header': jws(`{"alg":${'['.repeat(5000)}${']'.repeat(5000)}}`, claims, garbage(64)),
  };
  const tooLarge = jws(header, { ...claims, x: 'x'.repeat(20_000) }, sign);
  return [
    ...Object.entries(written).map(([title, text]) => invalid(`${title}, ${header.alg}`, text)),
    ...otherSpellings(token).map((text) => invalid(`unused bits of its end, ${header.alg}`, text)),
    { ...invalid(`larger than any header, ${header.alg}`, tooLarge), type: 'headers_too_large' },
  ];
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The last character of a part may have unused bits, so other characters decode to the same bytes. */
export function otherSpellings(token: string): string[] {
  const bits = Buffer.from(token.split('.')[2] ?? '', 'base64url');
  return [...ALPHABET]
    .map((letter) => token.slice(0, -1) + letter)
    .filter((text) => text !== token && Buffer.from(text.split('.')[2] ?? '', 'base64url').equals(bits));
}

/** A good token that is not sent as a bearer token. */
export function otherSchemes({ claims, signers: [signer] }: Target): Forgery[] {
  const token = signer === undefined ? '' : jws(signer.header, claims, signer.sign);
  const schemes = ['', 'Bearer', 'Bearer ', token, `Basic ${token}`, `JWT ${token}`, `Token ${token}`, `DPoP ${token}`];
  schemes.push(
    `Bearer${token}`,
    `Bearer=${token}`,
    `Bearer:${token}`,
    `Bearer, ${token}`,
    `Bearer\t${token}`,
    `"Bearer" ${token}`,
  );
  schemes.push(`B\u0435arer ${token}`, `Basic x, Bearer ${token}`, `${token} Bearer`);
  return schemes.map((authorization) => ({
    title: `the scheme of ${authorization.slice(0, 12)}`,
    authorization,
    type: 'missing_authorization',
  }));
}
