import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createTestDatabase, type TestDatabase } from '../../support/database';
import { startTestGateway, type TestGateway } from '../../support/gateway';
import { TEST_SECRET } from '../../support/tokens';
import { answering, Provider } from '../provider';
import { type Transports, transportsOf } from './transports';
import { forgeries } from './forgeries';
import { otherSpellings } from './form-forgeries';
import type { Forgery } from './forgery';
import { hmac, jwkOf, jws, type Signer, threeSigners } from './jws';
import { mutations } from './mutations';

/**
 * Every token that was not signed as it is by the owner of a key is refused: crafted tokens, and good ones with a change.
 * Those that no longer have three parts are looked up as opaque tokens; no other statement is run for any of them.
 * `FORGED_SEED`, which each run prints, repeats its mutations.
 */

const CLAIMS = { sub: 'jane', groups: '*', iss: 'https://id.example', aud: 'leasegate', exp: 9_999_999_999 };
/** With a good token the request fails at its second check: both groups are given. */
const PAST_THE_TOKEN = 'both_group_identifiers_provided';
/** Of mutated tokens, all gateways together. */
const MUTATED = 10_000;

const seed = Number(process.env.FORGED_SEED || Math.floor(Math.random() * 1e9));

/** The lookup of an opaque token, and the check of the schema before the first one. */
const BEFORE_A_LOOKUP =
  /from `opaque_tokens` as `o` left join|from `kysely_migration`|limit 0$|@@wsrep_on|@@max_allowed_packet/;

const owners = threeSigners();
const provider = new Provider();
let strangersFetches = 0;
let stranger: Server;
let strangersUrl: string;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await provider.start();
  provider.instead = answering({ keys: owners.map(jwkOf) });
  const keys = answering({ keys: threeSigners().map(jwkOf) });
  stranger = createServer((request, response) => {
    strangersFetches += 1;
    keys(request, response);
  }).listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  strangersUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/jwks`;
});

afterAll(async () => {
  await provider.stop();
  stranger.close();
  await database.drop();
});

const secretSigner: Signer = { header: { alg: 'HS256' }, sign: hmac(TEST_SECRET) };
const gateways: [string, Signer[], () => Record<string, string>][] = [
  ['a shared secret', [secretSigner], () => ({})],
  ['a key set', owners, () => ({ AUTH_JWT_SECRET: '', AUTH_JWKS_URL: provider.keySetUrl })],
];

describe.each(gateways)('a gateway with %s', (_title, signers, env) => {
  let gateway: TestGateway;
  let transports: Transports;
  let statements: string[] = [];

  beforeAll(async () => {
    gateway = await startTestGateway({
      databaseUrl: database.url,
      env: { AUTH_JWT_ISSUER: CLAIMS.iss, AUTH_JWT_AUDIENCE: CLAIMS.aud, MAX_REQUESTS_IN_FLIGHT: '1000', ...env() },
      onStatement: (sql) => BEFORE_A_LOOKUP.test(sql) || statements.push(sql),
    });
    transports = transportsOf(gateway.url);
  });

  beforeEach(() => {
    statements = [];
  });

  afterAll(async () => {
    transports.close();
    await gateway.close();
  });

  /** Tokens that were not refused as expected, by transport. */
  async function wronglyAnswered(sent: readonly Forgery[]): Promise<string[]> {
    const wrong: string[] = [];
    const waiting = [...sent];
    const send = async () => {
      for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
        const { title, authorization, type } = one;
        const [rest, graphql] = [await transports.rest(authorization), await transports.graphql(authorization)];
        if (rest !== type) wrong.push(`REST, ${title}: ${rest}`);
        if (graphql !== type) wrong.push(`GraphQL, ${title}: ${graphql}`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, send));
    return wrong;
  }

  test('accepts the tokens of the owners of its keys', async () => {
    for (const { header, sign } of signers) {
      const authorization = `Bearer ${jws(header, CLAIMS, sign)}`;
      expect([await transports.rest(authorization), await transports.graphql(authorization)]).toEqual([
        PAST_THE_TOKEN,
        'jane',
      ]);
    }
  });

  test('refuses every crafted token, with its type, over REST and GraphQL', async () => {
    const crafted = forgeries({ claims: CLAIMS, signers, strangersUrl });
    const different = new Set(crafted.map(({ authorization }) => authorization)).size;
    process.stderr.write(`${different} crafted tokens are refused\n`);
    expect(different).toBeGreaterThanOrEqual(200);
    expect(await wronglyAnswered(crafted)).toEqual([]);
    expect([strangersFetches, statements]).toEqual([0, []]);
  }, 300_000);

  test('refuses every mutated token over REST and GraphQL', async () => {
    const share = (MUTATED * signers.length) / 4;
    process.stderr.write(`${share} mutated tokens are refused (FORGED_SEED=${seed})\n`);
    const subjects = ['jane', 'joe', 'ruth'];
    const goods = signers.flatMap(({ header, sign }) => subjects.map((sub) => jws(header, { ...CLAIMS, sub }, sign)));
    const mutated = mutations(goods, share, seed);
    expect(new Set(mutated.map(({ token }) => token)).size).toBe(share);
    const sent = mutated.map(({ title, token }) => ({
      title: `${title} ${token}`,
      authorization: `Bearer ${token}`,
      type: 'invalid_authorization',
    }));
    expect(await wronglyAnswered(sent)).toEqual([]);
    expect(statements).toEqual([]);
  }, 300_000);

  test('the encodings of one signature that decoders accept are among them', () => {
    const spellings = signers.flatMap(({ header, sign }) => otherSpellings(jws(header, CLAIMS, sign)));
    expect(spellings.length).toBeGreaterThan(0);
  });
});
