/** What every part of the suite runs on: one database, and two gateways that differ in how they execute GraphQL. */

import type { Operation } from '../oracle/answer';
import { tokenOf } from '../oracle/compare/client';
import type { Asker } from '../oracle/generate/callers';
import { type Dice, seededDice } from '../oracle/generate/dice';
import { withCrowd } from '../oracle/generate/crowd';
import { generateWorld } from '../oracle/generate/world';
import { loadWorld } from '../oracle/load';
import type { World } from '../oracle/world';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway, type TestGateway } from '../support/gateway';
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
    /** One that compiles what comes again, and one that does not. */
    readonly gateways: readonly [TestGateway, TestGateway],
    wires: number,
    private readonly time: { ms: number },
  ) {
    this.#wires = Array.from({ length: wires }, () => [new Wire(gateways[0].url), new Wire(gateways[1].url)] as const);
  }

  static async open(): Promise<Rig> {
    const database = await createTestDatabase();
    const time = { ms: 0 };
    const start = (GRAPHQL_COMPILE: string) =>
      startTestGateway({
        databaseUrl: database.url,
        now: () => NOW,
        monotonicNow: () => time.ms,
        // A busy machine must not look like a database that is away.
        env: { GRAPHQL_COMPILE, DATABASE_POOL_SIZE: '8', DATABASE_CONNECT_TIMEOUT_MS: '20000' },
      });
    return new Rig(database, [await start('on'), await start('off')], WIRES, time);
  }

  /** Lets the gateways' time pass. */
  pass(milliseconds: number): void {
    this.time.ms += milliseconds;
  }

  /** In place of what was there, with nothing of that remembered. */
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

/** Runs `work` on all items, a few at a time; `lane` tells apart those that run at once. */
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

/** World after world of one part of the suite, each with choices of its own that only its number and the seed decide. */
export function* worldsOf(
  part: Part,
): Generator<{ readonly dice: Dice; readonly name: string; readonly world: World }> {
  const offset = Object.keys(SHARES).indexOf(part) + 1;
  const only = process.env.WALLS_WORLD;
  for (let number = only ? Number(only) : 1; ; number += 1) {
    const dice = seededDice(SEED + offset * 0x10_0000_01 + number * 7919);
    const plain = generateWorld(dice, TODAY);
    const world = dice.chance(6) ? withCrowd(dice, plain) : plain;
    yield { dice, world, name: `WALLS_SEED=${SEED} WALLS_WORLD=${number}` };
    if (only) return;
  }
}
