/** Mutations of a text that know its words and brackets, but not its meaning. */

import type { Dice } from '../../../test/oracle/generate/dice';
import { PIECES } from './pieces';

const TOKEN = /"""[^]*?"""|"(?:\\.|[^"\\\n])*"|[A-Za-z_]\w*|-?\d+|\.\.\.|\s+|[^]/gu;
const OPENING = /^[[({]$/;
const CLOSING = /^[\])}]$/;
const COUNTS = [2, 3, 5, 10, 50, 100, 300, 600, 1_000];

/** A repeated piece, or two alternating ones, of random length up to the limit. */
export function longText(dice: Dice, limit: number): string {
  const piece = dice.pick(PIECES) + (dice.chance(30) ? dice.pick(PIECES) : '');
  const room = dice.pick([10, 100, 1_000, limit, limit]);
  const long = piece.repeat(Math.max(1, Math.floor(Math.min(room, limit) / Buffer.byteLength(piece))));
  return dice.chance(40) ? long + dice.pick(PIECES) : long;
}

/** The text with one change; at most slightly longer than `limit` bytes. */
export function changedText(dice: Dice, text: string, words: readonly string[], limit: number): string {
  const tokens = text.match(TOKEN) ?? [];
  if (tokens.length === 0) return dice.pick(words);
  const room = Math.max(0, limit - Buffer.byteLength(text));
  const at = dice.between(0, tokens.length - 1);
  const splice = (from: number, count: number, ...instead: string[]): string =>
    [...tokens.slice(0, from), ...instead, ...tokens.slice(from + count)].join('');
  const end = dice.chance(50) ? closingOf(tokens, at) + 1 : at + dice.between(1, 6);
  const slice = tokens.slice(at, end);
  return dice.weighted<string>(
    [8, () => splice(at, slice.length, repeated(dice, slice.join(''), room))],
    [4, () => splice(at, 0, dice.pick(words))],
    [3, () => splice(at, 1, dice.pick(words))],
    [2, () => splice(at, slice.length)],
    [4, () => splice(at, 0, longText(dice, room))],
    [2, () => splice(at, 1, quoted(dice, tokens[at]!, room))],
    [2, () => splice(dice.between(0, tokens.length), 0, slice.join(''))],
    [3, () => nested(dice, tokens, at, end, room)],
  );
}

/** As often as the limit allows. Its names are all the same, or numbered. */
function repeated(dice: Dice, slice: string, room: number): string {
  if (slice === '') return slice;
  const numbering = dice.weighted<'none' | 'first' | 'all'>([3, () => 'none'], [3, () => 'first'], [1, () => 'all']);
  const size = Buffer.byteLength(slice) + (numbering === 'none' ? 0 : 4);
  const most = Math.floor(room / size);
  const times = Math.min(most, dice.chance(25) ? most : dice.pick(COUNTS));
  const name = numbering === 'all' ? /[A-Za-z_]\w*|\d+/g : /[A-Za-z_]\w*|\d+/;
  let text = slice;
  for (let nth = 1; nth < times; nth += 1) {
    text += numbering === 'none' ? slice : slice.replace(name, (word) => word + String(nth % 1000));
  }
  return text;
}

/** Replaces the content of a quoted text with a long one. */
function quoted(dice: Dice, token: string, room: number): string {
  const quotes = token.startsWith('"') && token.length > 1;
  return quotes ? `"${longText(dice, room).replaceAll('"', "'")}"` : token;
}

/** Nests the part from `at` to `end` in copies of what precedes it. */
function nested(dice: Dice, tokens: readonly string[], at: number, end: number, room: number): string {
  const before = tokens.slice(Math.max(0, at - dice.between(1, 6)), at).join('');
  const open = (before.match(/[[({]/g) ?? []).map((sign) => ({ '[': ']', '(': ')', '{': '}' })[sign] ?? '');
  const close = open.reverse().join('');
  const size = Buffer.byteLength(before + close);
  const times = size === 0 ? 0 : Math.min(Math.floor(room / size), dice.pick([2, 5, 10, 20, 100, 1_000, 60_000]));
  const [head, middle, tail] = [tokens.slice(0, at), tokens.slice(at, end), tokens.slice(end)];
  return [...head, before.repeat(times), ...middle, close.repeat(times), ...tail].join('');
}

/** The index of the bracket that closes the one at `at`; `at` itself for any other character. */
function closingOf(tokens: readonly string[], at: number): number {
  if (!OPENING.test(tokens[at] ?? '')) return at;
  let depth = 0;
  for (let index = at; index < tokens.length; index += 1) {
    if (OPENING.test(tokens[index]!)) depth += 1;
    if (CLOSING.test(tokens[index]!)) depth -= 1;
    if (depth === 0) return index;
  }
  return at;
}
