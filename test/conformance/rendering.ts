/** JSON with other number formats, orders of keys, escapes and white space than JSON.stringify has. */

import { isObject, type Json } from '../../cutover/contract/answers';
import type { Habits } from './habits';

const NUMBERS: Readonly<Record<string, (value: number) => string>> = {
  deposit: (value) => value.toFixed(2),
  rent: (value) => value.toExponential(4).replace('e', 'E'),
  minimum_days_notice: (value) => value.toFixed(1),
};

export function rendered(value: Json, habits: Habits, field = '', depth = 1): string {
  const lines = (items: readonly string[], open: string, close: string): string => {
    // Deeper ones would only make the answers larger.
    if (habits.indent === 0 || depth > 3 || items.length === 0) return `${open}${items.join(',')}${close}`;
    const pad = '\n'.padEnd(1 + depth * habits.indent);
    return `${open}${items.map((item) => `${pad}${item}`).join(' ,')}\n${close}`;
  };
  if (Array.isArray(value))
    return lines(
      value.map((each) => rendered(each, habits, field, depth + 1)),
      '[',
      ']',
    );
  if (isObject(value)) {
    const entries = Object.entries(value).toReversed();
    const shown = habits.omitsNull ? entries.filter(([, each]) => each !== null) : entries;
    return lines(
      shown.map(([name, each]) => `${JSON.stringify(name)} : ${rendered(each, habits, name, depth + 1)}`),
      '{',
      '}',
    );
  }
  if (typeof value === 'number') return (NUMBERS[field] ?? String)(value);
  const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(/[^\x20-\x7e]/g, escape);
}
