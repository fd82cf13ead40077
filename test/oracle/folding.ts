/**
 * Letter folding as the database servers do it, from a table made from them (`make-folding-table.ts`);
 * `folding.test.ts` proves that the server under test still agrees. JavaScript folds some of these letters otherwise.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Folding {
  /** `LOWER()` under utf8mb4_bin. */
  readonly lower: string;
  /** `WEIGHT_STRING()` under utf8mb4_unicode_520_ci, in hexadecimal; empty for what does not count at all. */
  readonly weight: string;
}

const SPACE_WEIGHT = '020A';

function readTable(): ReadonlyMap<string, Folding> {
  const lines = readFileSync(path.join(__dirname, 'folding-table.txt'), 'utf8').trimEnd().split('\n');
  const character = (hex: string): string => String.fromCodePoint(parseInt(hex, 16));
  return new Map(
    lines.map((line) => {
      const [code = '', lower = '', weight = ''] = line.split(' ');
      return [character(code), { lower: character(lower), weight }];
    }),
  );
}

const TABLE = readTable();

function folding(character: string): Folding {
  const entry = TABLE.get(character);
  if (entry === undefined) throw new Error(`U+${character.codePointAt(0)?.toString(16)} is not in the folding table`);
  return entry;
}

export const lowered = (text: string): string => Array.from(text, (character) => folding(character).lower).join('');

/** Two texts compare equal under utf8mb4_unicode_520_ci exactly when this is equal. The collation pads with blanks. */
export const collated = (text: string): string =>
  Array.from(text, (character) => folding(character).weight)
    .join('')
    .replace(new RegExp(`(?:${SPACE_WEIGHT})+$`), '');
