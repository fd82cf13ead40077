/** The environment of every part: one database, and two gateways that execute GraphQL in different ways. */

import { BUDGETS } from '../../src/db/search/ladder';
import type { Operation } from '../oracle/answer';
import { tokenOf } from '../oracle/compare/client';
import type { Asker } from '../oracle/generate/callers';
import { type Dice, seededDice } from '../oracle/generate/dice';
import { withCrowd } from '../oracle/generate/crowd';
import { generateWorld } from '../oracle/generate/world';
import { loadWorld } from '../oracle/load';
import type { World } from '../oracle/world';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { SHORT_RUNGS, startTestGateway, type TestGateway } from '../support/gateway';
import { type Part, SEED, SHARES } from './amount';
import { post, type Reply, Wire } from './wire';

export const TODAY = '2026-03-01';
const NOW = new Date(`${TODAY}T12:00:00Z`);

/** Longer than a gateway remembers what a caller may see. */
const FORGOTTEN_MS = 31_000;
const WIRES = 6;

export type Ask = (token: string, path: string, body: string) => Promise<Reply>;

export class Rig {
  readonly #tokens = new Map<Asker, Promise<string>>();
  readonly #wires: readonly (readonly [rest: Wire, graphql: Wire])[];

  private constructor(
    readonly database: TestDatabase,
    /** One gateway that compiles repeated documents, and one that never compiles and whose searches take every rung. */
    readonly gateways: readonly [TestGateway, TestGateway],
    wires: number,
    private readonly time: { ms: number },
  ) {
    this.#wires = Array.from({ length: wires }, () => [new Wire(gateways[0].url), new Wire(gateways[1].url)] as const);
  }

  static async open(): Promise<Rig> {
    const database = await createTestDatabase();
    const time = { ms: 0 };
    const start = (GRAPHQL_COMPILE: string, searchBudgets = BUDGETS) =>
      startTestGateway({
        databaseUrl: database.url,
        now: () => NOW,
        monotonicNow: () => time.ms,
        searchBudgets,
        // A busy machine must not look like an unavailable database.
        env: { GRAPHQL_COMPILE, DATABASE_POOL_SIZE: '8', DATABASE_CONNECT_TIMEOUT_MS: '20000' },
      });
    return new Rig(database, [await start('on'), await start('off', SHORT_RUNGS)], WIRES, time);
  }

  /** Advances the gateways' clock. */
  pass(milliseconds: number): void {
    this.time.ms += milliseconds;
  }

  /** Replaces the world, and lets the gateways forget the old one. */
  async load(world: World, askers: readonly Asker[]): Promise<void> {
    await loadWorld(this.database.db, world, askers);
    this.pass(FORGOTTEN_MS);
  }

  tokenOf(asker: Asker): Promise<string> {
    const token = this.#tokens.get(asker) ?? tokenOf(asker);
    this.#tokens.set(asker, token);
    return token;
  }

  forget(): void {
    this.#tokens.clear();
  }

  async rest(asker: Asker, operation: Operation, body: string, wire = 0): Promise<Reply> {
    const token = await this.tokenOf(asker);
    return this.#wireOf(wire)[wire % 2]!.send(post(`/leases/${operation}/`, token, body));
  }

  async graphql(asker: Asker, query: string, variables: object, wire = 0, gateway = wire % 2): Promise<Reply> {
    const token = await this.tokenOf(asker);
    return this.#wireOf(wire)[gateway]!.send(post('/graphql', token, JSON.stringify({ query, variables })));
  }

  #wireOf(number: number) {
    return this.#wires[number % this.#wires.length]!;
  }

  async close(): Promise<void> {
    for (const wire of this.#wires.flat()) wire.cut();
    for (const gateway of this.gateways) await gateway.close();
    await this.database.drop();
  }
}

/** Runs `work` on all items, a few at a time. `lane` numbers those that run at the same time. */
export async function abreast<Item>(
  items: readonly Item[],
  work: (item: Item, lane: number) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const run = async (_: unknown, lane: number): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item, lane);
  };
  await Promise.all(Array.from({ length: WIRES }, run));
}

/** The worlds of one part, each with its own dice, which depend only on its number and the seed. */
export function* worldsOf(
  part: Part,
): Generator<{ readonly dice: Dice; readonly name: string; readonly world: World }> {
  const offset = Object.keys(SHARES).indexOf(part) + 1;
  const only = process.env.ISOLATION_WORLD;
  for (let number = only ? Number(only) : 1; ; number += 1) {
    const dice = seededDice(SEED + offset * 0x10_0000_01 + number * 7919);
    const plain = generateWorld(dice, TODAY);
    const world = dice.chance(6) ? withCrowd(dice, plain) : plain;
    yield { dice, world, name: `ISOLATION_SEED=${SEED} ISOLATION_WORLD=${number}` };
    if (only) return;
  }
}
