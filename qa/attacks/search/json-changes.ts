/** Mutations of a JSON value. */

import type { Dice } from '../../../test/oracle/generate/dice';
import { FIELDS, NAMES } from './pieces';
import { longText } from './text-changes';

type Value = unknown;

const KEYS = [...FIELDS, ...NAMES, 'emailAddress', 'phoneNumber', 'externalRef', 'minMoveInDate', 'toString'];
const NUMBERS = [0, -1, 1.5, 100, 1e308, 2 ** 53, 1e-7, 1 / 3];

/** The value with one change inside it. */
export function changedValue(dice: Dice, value: Value, limit: number, depth = 0): Value {
  if (depth > 200 || dice.chance(depth === 0 ? 10 : 25)) return newValue(dice, value, limit);
  if (Array.isArray(value) && value.length > 0) {
    const at = dice.between(0, value.length - 1);
    return value.map((each, index) => (index === at ? changedValue(dice, each, limit, depth + 1) : (each as Value)));
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const entries = Object.entries(value);
    if (entries.length === 0 || dice.chance(15)) entries.push([dice.pick(KEYS), null]);
    const at = dice.between(0, entries.length - 1);
    const [name, inner] = entries[at]!;
    entries[at] = [name, changedValue(dice, inner, limit, depth + 1)];
    if (dice.chance(5)) entries.splice(at, 1);
    return Object.fromEntries(entries);
  }
  return newValue(dice, value, limit);
}

function newValue(dice: Dice, value: Value, limit: number): Value {
  const size = written(value ?? null)?.length ?? limit;
  const most = Math.max(1, Math.floor(limit / (size + 8)));
  const count = dice.pick([2, 10, 100, 1_000, most, most]);
  return dice.weighted<Value>(
    [5, () => longText(dice, limit)],
    [2, () => Array.from({ length: Math.min(count, most) }, () => value)],
    [2, () => Object.fromEntries(Array.from({ length: Math.min(count, most) }, (_, nth) => [`k${nth}`, value]))],
    [1, () => Object.fromEntries(KEYS.map((key) => [key, value]))],
    [2, () => deep(dice, value, limit)],
    [2, () => dice.pick(NUMBERS)],
    [1, () => dice.pick([null, true, '', [], {}, '2020-01-01'])],
    [1, () => ({ [dice.pick(KEYS)]: value })],
  );
}

function deep(dice: Dice, value: Value, limit: number): Value {
  // Deeper values are made from text, because `JSON.stringify` cannot write them.
  const depth = Math.min(dice.pick([5, 50, 500, 2_000]), Math.floor(limit / 6));
  const key = dice.pick(KEYS);
  const isList = dice.chance(50);
  let whole = value;
  for (let level = 0; level < depth; level += 1) whole = isList ? [whole] : { [key]: whole };
  return whole;
}

/** Undefined if the value is too deep to write. */
export function written(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
