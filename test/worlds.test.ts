/**
 * Each transport against the oracle, in worlds full of traps. `ORACLE_WORLDS` sets how many worlds, `ORACLE_SEED` which;
 * a failure names the seed and the path (`ORACLE_PATH`) that bring it back.
 */

import { checkWorlds } from './oracle/check-worlds';
import { Client } from './oracle/compare/client';
import { Comparison } from './oracle/compare/comparison';
import { generateAskers } from './oracle/generate/callers';
import { type Case, generateCase } from './oracle/generate/cases';
import { generateWorld } from './oracle/generate/world';
import { loadWorld } from './oracle/load';
import { amount } from './support/amount';
import { createTestDatabase, type TestDatabase } from './support/database';
import { SHORT_RUNGS, startTestGateway, type TestGateway } from './support/gateway';

const WORLDS = amount('ORACLE_WORLDS', 5, 40);
const CASES_PER_WORLD = 40;
const IN_FLIGHT = 4;

const TODAY = '2026-03-01';
/** The first hour of that day in a zone 14 hours ahead: for the server and for UTC it is still the day before (decision 14). */
const NOW = new Date('2026-02-28T10:30:00Z');
const BUSINESS_TIME_ZONE = 'Pacific/Kiritimati';
const MCP_ON = { MCP: 'on', AUTH_JWT_AUDIENCE: 'leasegate' };

let database: TestDatabase;
/** The searches of the second gateway take every rung, as in a large table. */
let gateways: TestGateway[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const options = { databaseUrl: database.url, now: () => NOW, env: { BUSINESS_TIME_ZONE, ...MCP_ON } };
  gateways = [await startTestGateway(options), await startTestGateway({ ...options, searchBudgets: SHORT_RUNGS })];
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.close();
  await database?.drop();
});

test(
  'every answer over REST, GraphQL and MCP is the oracle’s',
  async () => {
    let worlds = 0;
    let compared = 0;
    const seed = await checkWorlds(WORLDS, async (dice) => {
      const world = generateWorld(dice, TODAY);
      const askers = generateAskers(dice, world, `world-${(worlds += 1)}`);
      const cases = Array.from({ length: CASES_PER_WORLD }, () => generateCase(dice, world, askers, TODAY));
      await loadWorld(database.db, world, askers);

      const comparison = new Comparison(new Client(dice.pick(gateways).url), world, TODAY, 'compared');
      if (askers[0]) await comparison.survey(askers[0]);
      for (const asker of askers) await comparison.compareViewer(asker);
      await inParallel(cases, (one) => named(one, comparison.compare(one)));
      compared += comparison.compared;
    });
    process.stderr.write(`${compared} answers in ${worlds} worlds are the oracle’s (seed ${seed})\n`);
  },
  600_000 + WORLDS * 20_000,
);

async function inParallel(cases: readonly Case[], run: (one: Case) => Promise<void>): Promise<void> {
  const waiting = [...cases];
  const worker = async (): Promise<void> => {
    try {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await run(one);
    } finally {
      // After a failure nobody begins another case.
      waiting.length = 0;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: IN_FLIGHT }, worker));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}

/** A failure says which case it was. */
async function named(one: Case, comparing: Promise<void>): Promise<void> {
  try {
    await comparing;
  } catch (error) {
    throw new Error(`${JSON.stringify(one)}\n${String(error)}`, { cause: error });
  }
}
