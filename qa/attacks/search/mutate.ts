/** Makes a request from another one, or from two. */

import type { Dice } from '../../../test/oracle/generate/dice';
import type { AttackRequest, Coding } from '../rig/request';
import { changedHeaders, changedTarget } from './head-changes';
import { changedValue, written } from './json-changes';
import { FIELDS, NAMES, WORDS } from './pieces';
import { changedText, longText } from './text-changes';

/** The limit of an uncompressed body in bytes. The gateway accepts 131,072, and variants add a few. */
const BODY_LIMIT = 130_900;
/** The part of a target that is a document. */
const TARGET_LIMIT = 15_000;
const DOCUMENT_WORDS = [...WORDS, ...NAMES];
const CODINGS: readonly Coding[] = ['identity', 'gzip', 'deflate', 'br'];

interface GraphQLBody {
  readonly query: string;
  readonly variables?: unknown;
  readonly [name: string]: unknown;
}

export function mutated(dice: Dice, one: AttackRequest, other: AttackRequest): AttackRequest {
  let request = one;
  for (let times = dice.pick([1, 1, 2, 3, 5]); times > 0; times -= 1) request = changed(dice, request, other);
  return request;
}

function changed(dice: Dice, request: AttackRequest, other: AttackRequest): AttackRequest {
  const isPost = request.body !== '';
  return dice.weighted<AttackRequest>(
    [isPost ? 12 : 2, () => ({ ...request, body: changedBody(dice, request.body, other.body) })],
    [isPost ? 0 : 6, () => changedQuery(dice, request)],
    [4, () => changedHeaders(dice, request)],
    [isPost ? 1 : 4, () => changedTarget(dice, request)],
    [1, () => ({ ...request, coding: dice.pick(CODINGS) })],
    [1, () => ({ ...request, headers: other.headers.filter(([name]) => !request.token || name !== 'Authorization') })],
    [1, () => withChunks(dice, request)],
  );
}

function withChunks(dice: Dice, { chunk: _, ...request }: AttackRequest): AttackRequest {
  return dice.chance(50) ? request : { ...request, chunk: dice.pick([1, 20, 100, 1_000, 1_000]) };
}

function changedBody(dice: Dice, body: string, other: string): string {
  const value = parsed(body);
  const whole = dice.chance(8) || value === undefined ? changedText(dice, body, WORDS, BODY_LIMIT) : undefined;
  if (whole !== undefined) return dice.chance(90) ? whole.slice(0, BODY_LIMIT) : escaped(body);
  const next = isGraphQL(value) ? changedGraphQL(dice, value, parsed(other)) : changedValue(dice, value, room(body));
  const text = written(next) ?? body;
  return Buffer.byteLength(text) > BODY_LIMIT ? body : text;
}

function changedGraphQL(dice: Dice, body: GraphQLBody, other: unknown): GraphQLBody {
  const left = room(written(body) ?? '');
  const limit = Buffer.byteLength(body.query) + left;
  return dice.weighted<GraphQLBody>(
    [10, () => ({ ...body, query: changedText(dice, body.query, DOCUMENT_WORDS, limit) })],
    [2, () => ({ ...body, query: isGraphQL(other) ? spliced(dice, body.query, other.query) : body.query })],
    [5, () => ({ ...body, variables: changedValue(dice, body.variables ?? {}, left) })],
    [1, () => ({ ...body, operationName: longText(dice, left) })],
    [1, () => ({ ...body, extensions: changedValue(dice, body.extensions ?? {}, left) })],
    [1, () => ({ ...body, [dice.pick([...FIELDS, 'documentId'])]: longText(dice, left) })],
  );
}

/** The beginning of one document and the end of another, each cut where a definition or a selection may begin. */
function spliced(dice: Dice, one: string, other: string): string {
  const cut = (text: string): number => {
    const places = [...text.matchAll(/[{}]/g)].map(({ index }) => index);
    return places.length === 0 ? 0 : dice.pick(places);
  };
  return one.slice(0, cut(one)) + other.slice(cut(other));
}

function changedQuery(dice: Dice, request: AttackRequest): AttackRequest {
  const [path = '', search = ''] = request.target.split(/\?(.*)/s);
  const values = new URLSearchParams(search);
  const query = values.get('query') ?? '{viewer{subject}}';
  values.set('query', changedText(dice, query, DOCUMENT_WORDS, TARGET_LIMIT / 2));
  const target = `${path}?${values.toString()}`;
  return target.length > TARGET_LIMIT ? request : { ...request, target };
}

const room = (text: string): number => Math.max(0, BODY_LIMIT - Buffer.byteLength(text));

/** In JSON, every character may be written like this. */
const escaped = (text: string): string =>
  text.replace(/[a-z]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`).slice(0, BODY_LIMIT);

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
  if (isGraphQL(value))
    return { ...request, body: written({ ...value, query: `${value.query}#${nth}` }) ?? request.body };
  if (!request.target.includes('query=')) return request;
  return { ...request, target: request.target.replace(/query=[^&]*/, (query) => `${query}%23${nth}`) };
}
