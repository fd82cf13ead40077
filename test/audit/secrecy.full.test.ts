/**
 * No value of a request or a record reaches the trail: every case of the contract and generated worlds, over REST and
 * GraphQL, leave only lines of known words, hashes and ids.
 */

import { generateAskers } from '../oracle/generate/callers';
import { generateCase } from '../oracle/generate/cases';
import { generateWorld } from '../oracle/generate/world';
import { checkWorlds } from '../oracle/check-worlds';
import { Client } from '../oracle/compare/client';
import { Comparison } from '../oracle/compare/comparison';
import { loadWorld } from '../oracle/load';
import { readCases } from '../contract/cases';
import { runContractCases } from '../contract/runner';
import { planTarget } from '../contract/target';
import { createTestDatabase } from '../support/database';
import { startTestGateway } from '../support/gateway';
import { KeptTrail, type Line, strangeFields } from './kept-trail';

const WORLDS = 5;
const CASES_PER_WORLD = 40;
const TODAY = '2026-03-01';

let trail: KeptTrail;
beforeEach(() => {
  trail = new KeptTrail();
});
afterEach(() => trail.remove());

/** An opaque token has the number of its row; none of the others has a `jti`. */
const fits = ({ tokenKind, tokenId }: Line): boolean =>
  tokenKind === 'opaque' ? /^\d+$/.test(String(tokenId)) : tokenId === null;

function expectNothingStrange(lines: readonly Line[]): void {
  const strange = lines.filter((line) => strangeFields(line).length > 0 || !fits(line));
  expect(strange).toEqual([]);
  expect(trail.text()).not.toMatch(/@|eyJ|bearer/i);
}

test('the cases of the contract', async () => {
  const target = await planTarget({}).open(trail.env);
  try {
    const outcomes = await runContractCases(readCases(), target);
    expect(outcomes.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  } finally {
    await target.close();
  }
  const lines = trail.lines();
  expect(lines.length).toBeGreaterThan(500);
  expectNothingStrange(lines);
}, 120_000);

test('generated worlds, over REST and GraphQL', async () => {
  const database = await createTestDatabase();
  const now = new Date(`${TODAY}T12:00:00Z`);
  const gateway = await startTestGateway({ databaseUrl: database.url, now: () => now, env: trail.env });
  try {
    let worlds = 0;
    await checkWorlds(WORLDS, async (dice) => {
      const world = generateWorld(dice, TODAY);
      const askers = generateAskers(dice, world, `someone@world-${(worlds += 1)}.example`);
      await loadWorld(database.db, world, askers);
      const comparison = new Comparison(new Client(gateway.url), world, TODAY);
      if (askers[0]) await comparison.survey(askers[0]);
      for (const asker of askers) await comparison.compareViewer(asker);
      for (let count = 0; count < CASES_PER_WORLD; count += 1) {
        await comparison.compare(generateCase(dice, world, askers, TODAY));
      }
    });
  } finally {
    await gateway.close();
    await database.drop();
  }
  const lines = trail.lines();
  expect(new Set(lines.map(({ transport }) => transport))).toEqual(new Set(['rest', 'graphql']));
  expect(lines.length).toBeGreaterThan(WORLDS * CASES_PER_WORLD);
  expectNothingStrange(lines);
}, 120_000);
