import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto';

import { errorType, json, LEASES, send, sendGraphQL } from '../http/client';
import { startTestGateway, type TestGateway } from '../support/gateway';
import { TEST_SECRET } from '../support/tokens';
import { answering, Provider } from './provider';
import { NOW, verdictWith } from './clocked';

/** Decision 28: a token counts only as a holder of a trusted key has signed it. No database is needed to refuse any other. */

type Sign = (signed: string) => Buffer;
type Part = string | Buffer | object;

interface Signer {
  readonly header: { readonly alg: string; readonly kid?: string };
  readonly sign: Sign;
  /** Absent for a shared secret. */
  readonly publicKey?: KeyObject;
}

const encoded = (part: Part): string =>
  Buffer.from(typeof part === 'string' || Buffer.isBuffer(part) ? part : JSON.stringify(part)).toString('base64url');

function jws(header: Part, payload: Part, sign: Sign): string {
  const signed = `${encoded(header)}.${encoded(payload)}`;
  return `${signed}.${sign(signed).toString('base64url')}`;
}

const hmac =
  (secret: string | Buffer, bits = 256): Sign =>
  (signed) =>
    createHmac(`sha${bits}`, secret).update(signed).digest();
const always = (signature: Buffer) => (): Buffer => signature;

function signer(alg: string, kid: string, privateKey: KeyObject, digest: string | null = 'sha256'): Required<Signer> {
  const sign: Sign = (signed) =>
    signBytes(digest, Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' as const });
  return { header: { alg, kid }, sign, publicKey: createPublicKey(privateKey) };
}

/** The keys of the provider, or of a stranger. */
const threeSigners = (): Required<Signer>[] => [
  signer('RS256', 'rsa', generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
  signer('ES256', 'ec', generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
  signer('EdDSA', 'ed', generateKeyPairSync('ed25519').privateKey, null),
];

const CLAIMS = { sub: 'jane', groups: '*', iss: 'https://id.example', aud: 'leasegate', exp: NOW + 3_600 };
const owners = threeSigners();
const strangers = threeSigners();
const signers: readonly Signer[] = [{ header: { alg: 'HS256' }, sign: hmac(TEST_SECRET) }, ...owners];
const jwkOf = ({ publicKey, header }: Required<Signer>) => ({ ...publicKey.export({ format: 'jwk' }), ...header });

const provider = new Provider();
let gateway: TestGateway;

beforeAll(async () => {
  await provider.start();
  provider.instead = answering({ keys: owners.map(jwkOf) });
  gateway = await startTestGateway({
    databaseUrl: 'mysql://root@127.0.0.1:1/none',
    env: {
      AUTH_JWT_ISSUER: CLAIMS.iss,
      AUTH_JWT_AUDIENCE: CLAIMS.aud,
      AUTH_JWT_SECRET: TEST_SECRET,
      AUTH_JWKS_URL: provider.keySetUrl,
    },
  });
});

afterAll(async () => {
  await gateway.close();
  await provider.stop();
});

/** What REST and GraphQL say to a token: the `type` of their refusals. */
async function answers(token: string): Promise<string[]> {
  const headers = { Authorization: `Bearer ${token}` };
  const rest = await send(gateway.url + LEASES, { headers, body: { group_id: 'a', group_external_ref: 'b' } });
  const graphql = json(await sendGraphQL(gateway.url, { headers })) as { errors: [{ extensions: { type: string } }] };
  return [errorType(rest), graphql.errors[0].extensions.type];
}

/** The title and the text of each forged token of a key. */
function forgeries({ header, sign, publicKey }: Signer, stranger: Required<Signer>): [string, string][] {
  const token = jws(header, CLAIMS, sign);
  const [head = '', payload = '', signature = ''] = token.split('.');
  const withHeader = (changed: object, by = sign) => jws({ ...header, ...changed }, CLAIMS, by);
  const withClaims = (changed: object) => jws(header, { ...CLAIMS, ...changed }, sign);
  const signedWith = (change: (own: Buffer) => Buffer) => jws(header, CLAIMS, (signed) => change(sign(signed)));
  const text = JSON.stringify(CLAIMS).slice(0, -1);
  const size = sign('').length;
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const theirs = { alg: stranger.header.alg, jwk: jwkOf(stranger), jwks: { keys: [jwkOf(stranger)] } };
  return [
    ['alg none', withHeader({ alg: 'none' }, always(Buffer.alloc(0)))],
    ['alg NONE, with the key’s signature', withHeader({ alg: 'NONE' })],
    ['no alg', withHeader({ alg: undefined })],
    ['its alg in other case', withHeader({ alg: header.alg === 'EdDSA' ? 'eddsa' : header.alg.toLowerCase() })],
    ...['HS512', 'RS512', 'PS256', 'ES384'].map((alg): [string, string] => [alg, withHeader({ alg })]),
    ['a critical header parameter', withHeader({ crit: ['x'], x: 1 })],
    ['an unencoded payload', withHeader({ crit: ['b64'], b64: false })],
    ['a header that is no JSON', jws(`${JSON.stringify(header)}}`, CLAIMS, sign)],
    ['a header that names another algorithm, too', jws(`{"alg":"${header.alg}","alg":"none"}`, CLAIMS, sign)],
    ['a stranger’s key', withHeader({ alg: stranger.header.alg }, stranger.sign)],
    ['a stranger’s key in the header', withHeader(theirs, stranger.sign)],
    ['a stranger’s key set', withHeader({ ...theirs, jku: provider.keySetUrl, kid: 'stranger' }, stranger.sign)],
    ['an empty file as the key', withHeader({ alg: 'HS256', kid: '../../dev/null' }, hmac(''))],
    ['a weak secret', withHeader({ alg: 'HS256' }, hmac('secret'))],
    ['no signature', `${head}.${payload}.`],
    ['a signature of zeros', jws(header, CLAIMS, always(Buffer.alloc(size)))],
    ['a byte less', signedWith((own) => own.subarray(0, -1))],
    ['a byte more', signedWith((own) => Buffer.concat([own, Buffer.alloc(1)]))],
    ['halves changed about', signedWith((own) => Buffer.concat([own.subarray(size / 2), own.subarray(0, size / 2)]))],
    ['another payload', `${head}.${encoded({ ...CLAIMS, sub: 'root' })}.${signature}`],
    ['another header', `${encoded({ ...header, typ: 'JWT' })}.${payload}.${signature}`],
    ['padding', `${token}=`],
    ['a blank within', `${head}.${payload}.${signature.slice(0, 8)} ${signature.slice(8)}`],
    ['a no-break space at its end', `${token}\u00a0`],
    ['another spelling of its last bits', token.slice(0, -1) + alphabet[alphabet.indexOf(token.at(-1)!) ^ 1]],
    ['dots alone', '..'],
    ['a payload that is no object', jws(header, 'null', sign)],
    ['a claim twice', jws(header, `${text},"groups":null}`, sign)],
    ['exp missing', withClaims({ exp: undefined })],
    ['exp as text', withClaims({ exp: '9999999999' })],
    ['nbf in the future', withClaims({ nbf: 9_999_999_998 })],
    ['another issuer', withClaims({ iss: 'https://id.example/' })],
    ['another audience', withClaims({ aud: ['Leasegate'] })],
    ['an ill-formed subject', withClaims({ sub: 'jane\ud800' })],
    ['an ill-formed groups claim', withClaims({ groups: '**' })],
    ['expired, by a stranger', jws(header, { ...CLAIMS, exp: 1_000_000_000 }, stranger.sign)],
    ...confusions(header, publicKey),
  ];
}

/** A public key that everybody has, used as the secret of HS256. */
function confusions(header: object, publicKey: KeyObject | undefined): [string, string][] {
  if (publicKey === undefined) return [];
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const secrets = { pem, trimmed: pem.trim(), DER: publicKey.export({ type: 'spki', format: 'der' }) };
  return Object.entries(secrets).map(([form, secret]) => [
    `HS256 by the public key as ${form}`,
    jws({ ...header, alg: 'HS256' }, CLAIMS, hmac(secret)),
  ]);
}

describe.each(signers.map((one, nth) => [one.header.alg, one, strangers[Math.max(0, nth - 1)]!] as const))(
  'a trusted key for %s',
  (_alg, own, stranger) => {
    test('accepts a token of its owner', async () => {
      // REST refuses two groups at its next check, and GraphQL asks the database.
      const accepted = ['both_group_identifiers_provided', 'service_unavailable'];
      expect(await answers(jws(own.header, CLAIMS, own.sign))).toEqual(accepted);
    });

    test('refuses every forged token', async () => {
      const wrong: unknown[] = [];
      for (const [title, token] of forgeries(own, stranger)) {
        const given = await answers(token);
        if (given.some((type) => type !== 'invalid_authorization')) wrong.push([title, ...given]);
      }
      expect(wrong).toEqual([]);
    });
  },
);

test.each(owners.map((own, nth) => [own.header.alg, own, strangers[nth]!] as const))(
  'AUTH_JWT_PUBLIC_KEY for %s, on one line, verifies its own tokens and no others',
  async (_alg, { header, sign, publicKey }, stranger) => {
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString().trim();
    const verdict = verdictWith({ AUTH_JWT_PUBLIC_KEY: pem.replaceAll('\n', '\\n') });
    expect(await verdict(jws(header, CLAIMS, sign))).toMatchObject({ groups: { kind: 'all' } });
    const others = [
      jws({ ...header, jwk: jwkOf(stranger) }, CLAIMS, stranger.sign),
      jws({ alg: 'HS256' }, CLAIMS, hmac(TEST_SECRET)),
      ...confusions({}, publicKey).map(([, token]) => token),
    ];
    for (const other of others) expect(await verdict(other)).toBe('invalid_authorization');
  },
);

test('AUTH_JWT_SECRET may be base64, which is decoded', async () => {
  const verdict = verdictWith({ AUTH_JWT_SECRET: `base64:${Buffer.from(TEST_SECRET).toString('base64')}` });
  const token = jws({ alg: 'HS256' }, { groups: '*', exp: NOW + 60 }, hmac(TEST_SECRET));
  expect(await verdict(token)).toMatchObject({ groups: { kind: 'all' } });
});
