/**
 * Every kind of part that the statements for the shapes are put together from, in `compiled.sql`: what the budgets are kept for.
 * A part is a branch of a union, the SQL around the branches, or a whole statement without a union; its values are left out.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ADDRESS_TEXTS } from '../oracle/world';

const FILE = join(__dirname, 'compiled.sql');

export class Compiled {
  readonly #known: ReadonlySet<string>;
  readonly #seen = new Set<string>();

  /** @param mode `raise` adds to the file, anything else compares */
  constructor(private readonly mode: string | undefined) {
    this.#known = new Set(readFileSync(FILE, 'utf8').split(/;\n+/).filter(Boolean));
  }

  add(statements: readonly string[]): void {
    for (const part of statements.flatMap(partsOf)) this.#seen.add(part);
  }

  /** Kinds that the file does not hold; none while it is written. */
  get unknown(): string[] {
    return this.mode === 'raise' ? [] : [...this.#seen].filter((kind) => !this.#known.has(kind));
  }

  save(): void {
    if (this.mode !== 'raise') return;
    const kinds = new Set([...this.#seen, ...this.#known]);
    writeFileSync(
      FILE,
      [...kinds]
        .sort()
        .map((kind) => `${kind};\n`)
        .join('\n'),
    );
  }
}

/** Address texts are searched alike, so their columns and indexes go by one name. */
const ADDRESS_TEXT = new RegExp(String.raw`\b(u\.|units_)(?:${ADDRESS_TEXTS.join('|')})(?:_key)?\b`, 'g');

function partsOf(statement: string): string[] {
  const text = statement
    .replaceAll('`', '')
    .replace(/\s+/g, ' ')
    .replace(/\b\d+ as run\b/g, '# as run')
    .replace(/in \(\?(?:, \?)*\)/g, 'in (…)')
    .replace(ADDRESS_TEXT, '$1<text>');
  return text.split(/\)* union all \(*|(?<= from )\(+(?=select)|\)+(?= as c\b)/).map((part) =>
    part
      .trim()
      .replace(/^\(+(?=select)/, '')
      .replace(/ (?=(?:from|inner join|left join|where|order by) )/g, '\n  '),
  );
}
