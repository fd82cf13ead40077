/** Values for inputs of the schema, mostly valid ones, as JSON and as literals. */

import {
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputObjectType,
} from 'graphql';

import { encodeCursor, encodeNodeId } from '../../../src/schema/opaque-ids';
import type { Dice } from '../../oracle/generate/dice';
import type { Operation } from './operations';

const CURSORS = [encodeCursor('lease', 2), encodeCursor('tenant', 2), encodeCursor('group', 1), 'not a cursor'];
const IDS = [encodeNodeId('lease', 1), encodeNodeId('tenant', 2), encodeNodeId('group', 3), 'bm90aGluZw', '', '7'];
const TEXTS = ['', ' ', 'a', 'x"\\\u2028', '__MAGIC_NAN__57f286b9_4c20_487f_b409_79804ddcb4f8', '1', 'x'.repeat(256)];
const DAYS = ['2026-01-31', '0001-01-01', '9999-12-31'];

const GOOD: Readonly<Record<string, readonly unknown[]>> = {
  Boolean: [true, false],
  Float: [0, -1.5, 53.797, 1e21],
  ID: IDS,
  Int: [0, 1, 2, 3, 100, 101, -1],
  LocalDate: DAYS,
  String: [...TEXTS, ...CURSORS],
};

const BAD: readonly unknown[] = [null, 0, 1.5, '', '2026-02-30', true, [], [null], {}, { identifier: 1 }, 2 ** 40];

/** @param bad percent of the values that may be of another type */
export function randomValue(dice: Dice, type: GraphQLInputType, bad: number): unknown {
  if (dice.chance(bad)) return dice.pick(BAD);
  if (isNonNullType(type)) return randomValue(dice, type.ofType, bad);
  if (isListType(type)) {
    // A single value is coerced to a list of one.
    if (dice.chance(15)) return randomValue(dice, type.ofType, bad);
    return Array.from({ length: dice.between(0, 4) }, () => randomValue(dice, type.ofType, bad));
  }
  if (!isInputObjectType(type)) return dice.pick(GOOD[type.name]!);
  return Object.fromEntries(fieldsToGive(dice, type).map(({ name, type }) => [name, randomValue(dice, type, bad)]));
}

export function fieldsToGive(dice: Dice, type: GraphQLInputObjectType) {
  const fields = Object.values(type.getFields());
  return type.isOneOf ? [dice.pick(fields)] : fields.filter(() => dice.chance(type.name === 'AddressMatch' ? 15 : 40));
}

/** Values for the variables of an operation; some missing, some null, some of another type. */
export function randomVariables(dice: Dice, { variables }: Operation): Record<string, unknown> {
  const bad = dice.chance(20) ? 25 : 0;
  const entries = variables
    .filter(() => !dice.chance(bad === 0 ? 3 : 20))
    .map(({ name, type }) => [name, dice.chance(4) ? null : randomValue(dice, type, bad)]);
  return Object.fromEntries(dice.chance(5) ? [...entries, ['unknown', 1]] : entries) as Record<string, unknown>;
}
