/** Makes a request from another one: its body, a header or its target changes as a text. */

import type { Dice } from '../../../test/oracle/generate/dice';
import type { AttackRequest, Coding } from '../rig/request';
import { FIELDS, HEADER_NAMES, HEADER_VALUES, NAMES, QUERY_NAMES, TARGETS, WORDS } from './pieces';
import { changedText, longText } from './text';

/** The limit of an uncompressed body in bytes. The gateway accepts 131,072, and variants add a few. */
const BODY_LIMIT = 130_900;
/** The limit of a head in bytes, less the lines that every request has. */
const HEAD_LIMIT = 15_600;
const CODINGS: readonly Coding[] = ['identity', 'gzip', 'deflate', 'br'];

export function mutated(dice: Dice, request: AttackRequest): AttackRequest {
  let next = request;
  for (let times = dice.pick([1, 1, 2, 3, 5]); times > 0; times -= 1) {
    const changed = change(dice, next);
    if (headBytes(changed) <= HEAD_LIMIT && Buffer.byteLength(changed.body) <= BODY_LIMIT) next = changed;
  }
  return next;
}

const headBytes = ({ target, headers }: AttackRequest): number =>
  target.length + headers.reduce((sum, [name, value]) => sum + name.length + Buffer.byteLength(value) + 4, 0);

function change(dice: Dice, request: AttackRequest): AttackRequest {
  const isPost = request.body !== '';
  const { chunk: _, ...whole } = request;
  return dice.weighted<AttackRequest>(
    [isPost ? 12 : 0, () => ({ ...request, body: changedBody(dice, request.body) })],
    [4, () => ({ ...request, headers: changedHeaders(dice, request) })],
    [isPost ? 1 : 8, () => ({ ...request, target: changedTarget(dice, request.target) })],
    [1, () => ({ ...request, coding: dice.pick(CODINGS) })],
    [1, () => (dice.chance(50) ? whole : { ...request, chunk: dice.pick([1, 20, 100, 1_000]) })],
  );
}

function changedBody(dice: Dice, body: string): string {
  const room = BODY_LIMIT - Buffer.byteLength(body);
  const value = parsed(body);
  if (!isGraphQL(value) || dice.chance(8)) return changedText(dice, body, [...WORDS, ...FIELDS], BODY_LIMIT);
  if (dice.chance(65)) {
    const query = changedText(dice, value.query, [...WORDS, ...NAMES], Buffer.byteLength(value.query) + room);
    return JSON.stringify({ ...value, query });
  }
  const name = dice.pick(['variables', 'variables', 'variables', 'extensions', 'operationName']);
  const { [name]: old = {}, ...others } = value;
  const text = JSON.stringify(old);
  const changed = changedText(dice, text, [...FIELDS.map((field) => `"${field}":`), ...WORDS], text.length + room);
  return `${JSON.stringify(others).slice(0, -1)},"${name}":${changed}}`;
}

/** Without characters that Node allows in no header value. */
const plain = (value: string): string => value.replace(/(?!\t)\p{Cc}|\p{Cs}/gu, '');

function changedHeaders(dice: Dice, request: AttackRequest): AttackRequest['headers'] {
  const { headers } = request;
  const room = HEAD_LIMIT - headBytes(request) - 30;
  const at = dice.between(0, Math.max(0, headers.length - 1));
  const old = headers[at] ?? [dice.pick(HEADER_NAMES), dice.pick(HEADER_VALUES)];
  const value = plain(changedText(dice, old[1], HEADER_VALUES, old[1].length + room));
  // A caller without a token may send any `Authorization`.
  const names = request.token ? HEADER_NAMES.filter((name) => name !== 'Authorization') : HEADER_NAMES;
  return dice.weighted<AttackRequest['headers']>(
    [4, () => [...headers, [dice.pick(names), plain(dice.pick(HEADER_VALUES) + longText(dice, room))]]],
    [headers.length > 0 ? 3 : 0, () => headers.with(at, [old[0], value])],
    [1, () => headers.filter((_, nth) => nth !== at)],
    [1, () => [...headers, ...Array.from({ length: Math.max(0, room) / (old.join().length + 3) }, () => old)]],
    [1, () => [...headers, ...Array.from({ length: room / 9 }, (_, nth) => [`x${nth}`, '1'] as const)]],
  );
}

function changedTarget(dice: Dice, target: string): string {
  const [path = '', search = ''] = target.split(/\?(.*)/s);
  const query = new URLSearchParams(search).get('query') ?? '{viewer{subject}}';
  const name = dice.pick(QUERY_NAMES);
  return dice.weighted<string>(
    [6, () => `${path}?query=${encodeURIComponent(plain(changedText(dice, query, [...WORDS, ...NAMES], 7_500)))}`],
    [3, () => dice.pick(TARGETS)],
    [3, () => legal(changedText(dice, target, TARGETS, HEAD_LIMIT))],
    [2, () => `${target}${search === '' ? '?' : '&'}${name}=${legal(longText(dice, HEAD_LIMIT - target.length))}`],
    [1, () => `${target}?${`${name}${dice.pick(['', '[]', '=', '[a][b]=1'])}&`.repeat(600)}`],
  );
}

/** Characters that a target may contain. */
const legal = (text: string): string =>
  Buffer.from(text.replace(/\s|\p{Cc}/gu, '%0a'))
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

interface GraphQLBody {
  readonly query: string;
  readonly [name: string]: unknown;
}

const isGraphQL = (value: unknown): value is GraphQLBody =>
  typeof value === 'object' && value !== null && typeof (value as GraphQLBody).query === 'string';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The same request in other words, so that no cache helps; unchanged if it has no words to replace. */
export function inOtherWords(request: AttackRequest, nth: number): AttackRequest {
  const value = parsed(request.body);
  if (isGraphQL(value)) return { ...request, body: JSON.stringify({ ...value, query: `${value.query}#${nth}` }) };
  if (!request.target.includes('query=')) return request;
  return { ...request, target: request.target.replace(/query=[^&]*/, (query) => `${query}%23${nth}`) };
}
