/**
 * How many rows each shape may make a server read, in any order of ids and on either server: a page, and a total count.
 *
 * `PLAN_BUDGETS=raise npx jest -i test/plans` raises them to what a run measures, with the room below: with ids in the order of
 * the calendar, and with `TEST_TIER=long` in the two other orders. To renew them, empty both files (`{}` here) and raise with all
 * three orders, on either server. No other run writes.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(__dirname, 'budgets.json');

/** Rows: of the worst page, and of the count. */
export type Rows = readonly [page: number, count: number];

/** Statistics are samples, so the same world is not planned alike twice. */
const withRoom = (rows: number): number => Math.ceil((1.3 * rows + 200) / 100) * 100;

export class Budgets {
  readonly #measured = new Map<string, Rows>();
  readonly #allowed: Record<string, Rows>;

  /** @param mode `raise`, or anything else to compare */
  constructor(private readonly mode: string | undefined) {
    this.#allowed = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Rows>;
  }

  get names(): string[] {
    return Object.keys(this.#allowed);
  }

  /** What is wrong with what a shape cost; nothing while budgets are written. */
  problems(name: string, [page, count]: Rows): string[] {
    const [worstPage, worstCount] = this.#measured.get(name) ?? [0, 0];
    this.#measured.set(name, [Math.max(page, worstPage), Math.max(count, worstCount)]);
    if (this.mode === 'raise') return [];
    const allowed = this.#allowed[name];
    if (allowed === undefined) return [`${name}: no budget; a page reads ${page} rows, a count ${count}`];
    return [
      ...(page > allowed[0] ? [`${name}: a page reads ${page} rows, the budget is ${allowed[0]}`] : []),
      ...(count > allowed[1] ? [`${name}: a count reads ${count} rows, the budget is ${allowed[1]}`] : []),
    ];
  }

  save(): void {
    if (this.mode !== 'raise') return;
    for (const [name, rows] of this.#measured) {
      const [page, count] = this.#allowed[name] ?? [0, 0];
      this.#allowed[name] = [Math.max(withRoom(rows[0]), page), Math.max(withRoom(rows[1]), count)];
    }
    const lines = Object.entries(this.#allowed).map(
      ([name, rows]) => `  ${JSON.stringify(name)}: [${rows.join(', ')}]`,
    );
    writeFileSync(FILE, `{\n${lines.join(',\n')}\n}\n`);
  }
}
