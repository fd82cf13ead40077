/**
 * How many rows each shape may make a server read, in any order of ids and on either server: a page, and a total count.
 *
 * `PLAN_BUDGETS=write npx jest test/plans` writes what a run measures, with the room below, in place of all budgets;
 * `PLAN_BUDGETS=raise` only raises them: for the second server. No other run writes.
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
  readonly #allowed: Readonly<Record<string, Rows>>;

  /** @param mode `write`, `raise`, or anything else to compare */
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
    if (this.mode === 'write' || this.mode === 'raise') return [];
    const allowed = this.#allowed[name];
    if (allowed === undefined) return [`${name}: no budget; a page reads ${page} rows, a count ${count}`];
    return [
      ...(page > allowed[0] ? [`${name}: a page reads ${page} rows, the budget is ${allowed[0]}`] : []),
      ...(count > allowed[1] ? [`${name}: a count reads ${count} rows, the budget is ${allowed[1]}`] : []),
    ];
  }

  save(): void {
    if (this.mode !== 'write' && this.mode !== 'raise') return;
    const lines = [...this.#measured].map(([name, [page, count]]) => {
      const [leastPage, leastCount] = (this.mode === 'raise' && this.#allowed[name]) || [0, 0];
      const rows = [Math.max(withRoom(page), leastPage), Math.max(withRoom(count), leastCount)];
      return `  ${JSON.stringify(name)}: [${rows.join(', ')}]`;
    });
    writeFileSync(FILE, `{\n${lines.join(',\n')}\n}\n`);
  }
}
