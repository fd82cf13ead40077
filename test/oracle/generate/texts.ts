/** Texts that a careless comparison confuses. */

import type { Dice } from './dice';

/** For identifiers and external references, which match byte for byte (decision 10). */
export const NAMES = [
  ...['1', '01', '1.0', '1abc', '1ABC', '0', '-1', '１', '0x1', '1e0', 'null', 'true', '*'],
  ...['a', 'A', 'a ', ' a', 'á', 'a\u0301', 'ａ', 'a\u00ad', 'a\t'],
  ...['ss', 'ß', 'ẞ', 'İ', 'i', 'ı', 'æ', 'ae', '東', '😀'],
  ...['%', '_', "'", '"', '\\', "\\' or 1=1 -- ", 'a;b', '{}', '$1', '?', ':a', '', ' '],
];

export const EMAILS = [
  ...['ann@example.org', 'Ann@EXAMPLE.org', ' ann@example.org  ', 'ánn@example.org', 'ÁNN@example.org'],
  ...['a\u0301nn@example.org', 'ａnn@example.org', 'ann@example.org\t', 'a\u00adnn@example.org', 'an@example.org'],
  ...['straße@example.org', 'STRAßE@example.org', 'STRAẞE@example.org', 'strasse@example.org'],
  ...['İan@example.org', 'ian@example.org', 'ıan@example.org', 'IAN@example.org', 'i\u0307an@example.org'],
  ...['σίσυφος@example.org', 'ΣΊΣΥΦΟΣ@example.org', 'σίσυφοσ@example.org', 'жук@example.org', 'ЖУК@example.org'],
  ...['kim@example.org', '\u212aim@example.org', 'KIM@example.org', '\u212bse@example.org', 'Åse@example.org'],
  ...['0', '1', '%', '', ' ', '   '],
];

export const PHONES = [
  ...['+49 30 1234', '0049 (30) 12-34', '+49301234', '49301234', '00 49.30/1234', '[+49] 30 1234', '+49 30 1234 x'],
  ...['030/1234', '(030) 1234', '030.1234', '0301234', '０３０1234', '00301234', '+301234'],
  ...['0', '00', '000', '+', '+0'],
  ...['ext 5', 'EXT 5', 'éxt 5', '---', '( )', '', ' ', '%', '+49\t301234', 'ext', '00 ext', '＋'],
  ...['+49\u00a030\u20091234', '\u202a+49 30\u20111234\u202c', '＋４９３０1234', '+٤٩۳۰1234', '+49·301234'],
];

export const ADDRESSES = [
  ...['Köln', 'KÖLN', 'koln', ' Koln ', 'Ko\u0308ln', 'Kölln', 'Ｋöln', 'Köln\u00a0', 'Köln\t', 'Kö ln', 'Kö\u00adln'],
  ...['Große Straße 1', 'grosse strasse 1', 'GROẞE STRAẞE 1', 'Große Straße 11', 'Grose Strase 1'],
  ...['Øster Ålø', 'oster alo', 'Łódź', 'lodz', 'Lodž', 'Ærø', 'aero', 'ﬁn', 'fin', 'İzmir', 'izmir', 'ızmir', 'IZMIR'],
  ...['Αθήνα', 'ΑΘΗΝΑ', 'αθηνα', 'Москва', 'МОСКВА', 'Ёлка', 'елка', 'Елка', '東京', '東京都', '一', '二'],
  ...['🏠', '😀', '🏠 1', '%', '_', '1', '01', '\u00ad', '\u0301', '\t', '', ' '],
];

const TWISTS: readonly ((text: string) => string)[] = [
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => `${text} `,
  (text) => ` ${text}`,
  (text) => `${text}\t`,
  (text) => `${text}\u00ad`,
  (text) => `${text}\u0301`,
  (text) => `${text}\u00a0`,
  (text) => text.normalize('NFD'),
  (text) => text.normalize('NFC'),
  (text) => [...text].slice(1).join(''),
  (text) => text.replace(/[a-z]/, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  (text) => text.replace(/[0-9]/, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
  (text) => text.replace('a', 'á'),
  (text) => text.replace('o', 'ø'),
  (text) => text.replace('ß', 'ss').replace('ss', 'ß'),
  (text) => text.replace(/i/i, 'ı'),
];

/** The text in a slightly different spelling. The oracle decides whether it still matches. */
export const twisted = (dice: Dice, text: string): string => dice.pick(TWISTS)(text);

/** The requested text for a stored text: mostly the same. */
export const asked = (dice: Dice, stored: string | null | undefined, texts: readonly string[]): unknown =>
  dice.weighted<unknown>(
    [20, () => stored ?? dice.pick(texts)],
    [4, () => twisted(dice, stored ?? dice.pick(texts))],
    [1, () => dice.pick(texts)],
    [1, () => null],
  );

/** A mark in the rows of one group only. */
export const canary = (groupId: number): string => `canary-${groupId}-`;
