/**
 * `npm run bench:auth [-- --rounds N] [-- --tokens N]`
 * CPU time of authentication for each request, all threads of the process together: the first one with a token, whose
 * signature is verified, and those that follow, which are remembered. Prints a table; asks no database.
 */

import { parseArgs } from 'node:util';

import { SignJWT } from 'jose';

import { createAuthenticator } from '../../src/auth/authenticate';
import { readSettings } from '../../src/settings';
import { type Signer, signers } from './signers';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '9' }, tokens: { type: 'string', default: '1000' } },
});
const rounds = Number(values.rounds);
const tokens = Number(values.tokens);
/** How often each token comes again. */
const AGAIN = 10;

function tokensOf({ header, key }: Signer): Promise<string[]> {
  return Promise.all(
    Array.from({ length: tokens }, async (_, nth) => {
      const claims = new SignJWT({ sub: `caller ${nth}`, groups: ['north', 'south'], iss: 'https://id.example' });
      return `Bearer ${await claims.setProtectedHeader(header).setIssuedAt().setExpirationTime('1h').sign(key)}`;
    }),
  );
}

/** Microseconds of CPU time for each request: the first with each token, and those after it. */
async function round({ env }: Signer, authorizations: readonly string[]): Promise<{ first: number; again: number }> {
  const { jwt } = readSettings({ DATABASE_URL: 'mysql://root@127.0.0.1/none', ...env });
  const authenticate = createAuthenticator(jwt, {
    forMs: 30_000,
    now: () => new Date(),
    monotonicNow: () => performance.now(),
    onKeySetFailure(problem) {
      throw new Error(`The key set ${problem}.`);
    },
  });
  const [warm = '', ...rest] = authorizations;
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

async function bench(): Promise<void> {
  const { signers: kinds, server } = await signers();
  const stands = await Promise.all(kinds.map(async (signer) => ({ signer, authorizations: await tokensOf(signer) })));
  const figures = stands.map(() => ({ first: [] as number[], again: [] as number[] }));
  // The kinds take turns, so that a machine that is busy for a while is so for all of them.
  for (let turn = 0; turn < rounds + 1; turn += 1) {
    for (const [nth, { signer, authorizations }] of stands.entries()) {
      const { first, again } = await round(signer, authorizations);
      // The first turn warms the compiler up.
      if (turn > 0) figures[nth]?.first.push(first);
      if (turn > 0) figures[nth]?.again.push(again);
    }
  }
  server.close();
  console.log('| signature | first, µs of CPU | remembered, µs of CPU |\n| --- | ---: | ---: |');
  for (const [nth, { signer }] of stands.entries()) {
    const { first = [], again = [] } = figures[nth] ?? {};
    console.log(`| ${signer.title} | ${median(first).toFixed(0)} | ${median(again).toFixed(1)} |`);
  }
}

bench().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
