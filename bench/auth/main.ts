/**
 * `npm run bench:auth [-- --rounds N] [-- --tokens N]`
 * CPU time of authentication for each request, all threads of the process together: the first one with a token, whose
 * signature is verified or which is looked up, and those that follow, which are remembered. The database server’s own time
 * is not in it. Prints a table; on the server that BENCH_DATABASE_URL names, else on a private one.
 */

import { parseArgs } from 'node:util';

import { SignJWT } from 'jose';

import type { FindOpaqueToken } from '../../src/auth/opaque-token';
import { createAuthenticator } from '../../src/auth/authenticate';
import type { DatabaseAddress } from '../../src/config/setting-values';
import { readSettings } from '../../src/config/settings';
import { onDatabaseServer } from '../scale/database-server';
import { inWorld } from '../scale/world-database';
import { opaqueTokens } from './opaque';
import { type Signer, signers } from './signers';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '9' }, tokens: { type: 'string', default: '1000' } },
});
const rounds = Number(values.rounds);
const tokens = Number(values.tokens);
/** How often each token is repeated. */
const AGAIN = 10;

/** The gateway's settings for one kind of token, and that many tokens. */
interface Stand {
  readonly title: string;
  readonly env: Readonly<Record<string, string>>;
  readonly tokens: readonly string[];
}

function tokensOf({ header, key }: Signer): Promise<string[]> {
  return Promise.all(
    Array.from({ length: tokens }, async (_, nth) => {
      const claims = new SignJWT({ sub: `caller ${nth}`, groups: ['north', 'south'], iss: 'https://id.example' });
      return claims.setProtectedHeader(header).setIssuedAt().setExpirationTime('1h').sign(key);
    }),
  );
}

/** Microseconds of CPU time per request: for the first with each token, and for later ones. */
async function round(stand: Stand, findOpaqueToken: FindOpaqueToken): Promise<{ first: number; again: number }> {
  const { jwt } = readSettings({ DATABASE_URL: 'mysql://root@127.0.0.1/none', ...stand.env });
  const { authenticate } = createAuthenticator(jwt, {
    ttlMs: 30_000,
    now: () => new Date(),
    monotonicNow: () => performance.now(),
    findOpaqueToken,
    observer: {
      keySetFailed(problem) {
        throw new Error(`The key set ${problem}.`);
      },
    },
  });
  const [warm = '', ...rest] = stand.tokens.map((token) => `Bearer ${token}`);
  await authenticate(warm);
  const perRequest = async (times: number) => {
    const before = process.cpuUsage();
    for (let time = 0; time < times; time += 1) for (const authorization of rest) await authenticate(authorization);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / (times * rest.length);
  };
  return { first: await perRequest(1), again: await perRequest(AGAIN) };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}

async function bench(address: DatabaseAddress): Promise<void> {
  const { signers: kinds, server } = await signers();
  const opaque = await opaqueTokens(address, tokens);
  const signed = kinds.map(async (signer): Promise<Stand> => ({ ...signer, tokens: await tokensOf(signer) }));
  const env = { AUTH_JWT_SECRET: 'asked for, and of no use here ..' };
  const stands: Stand[] = [...(await Promise.all(signed)), { title: 'none: opaque', env, tokens: opaque.tokens }];
  const figures = stands.map(() => ({ first: [] as number[], again: [] as number[] }));
  // The kinds alternate, so that other load on the machine affects all of them.
  for (let turn = 0; turn < rounds + 1; turn += 1) {
    for (const [nth, stand] of stands.entries()) {
      const { first, again } = await round(stand, opaque.find);
      // The first round warms up the compiler.
      if (turn > 0) figures[nth]?.first.push(first);
      if (turn > 0) figures[nth]?.again.push(again);
    }
  }
  server.close();
  await opaque.close();
  console.log('| signature | first, µs of CPU | remembered, µs of CPU |\n| --- | ---: | ---: |');
  for (const [nth, { title }] of stands.entries()) {
    const { first = [], again = [] } = figures[nth] ?? {};
    console.log(`| ${title} | ${median(first).toFixed(0)} | ${median(again).toFixed(1)} |`);
  }
}

const { BENCH_DATABASE_URL: given, PATH: path = '' } = process.env;
onDatabaseServer({ given, path, say: (line) => console.error(line) }, (serverUrl) =>
  inWorld({ serverUrl, leases: 100, order: 'calendar', now: () => performance.now() }, bench),
).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
