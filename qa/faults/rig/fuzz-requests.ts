/**
 * Random requests: plausible ones, often nearly right, and byte sequences that no client would send. A seed reproduces
 * them.
 */

import type { Dice } from '../../../test/oracle/generate/dice';
import { generateRequest } from '../../../test/oracle/generate/requests';
import { ADDRESSES, EMAILS, NAMES as PEOPLE, PHONES } from '../../../test/oracle/generate/texts';
import { FIELDS, NAMES, WORDS } from '../../attacks/search/pieces';
import { graphqlVariables } from '../../../test/oracle/compare/variables';
import { LEASES_PAGE, TENANTS_PAGE } from './documents';
import type { Scene } from './questions';

export interface FuzzRequest {
  readonly path: string;
  readonly bytes: Buffer;
  /** Texts of groups that the caller may not see. */
  readonly marks: readonly string[];
}

const PATHS = ['/leases/find-for-tenant/', '/leases/tenants/', '/graphql', '/leases/tenants', '/graphql/'];
const TYPES = ['application/json', 'application/json; charset=utf-8', 'text/plain', 'application/graphql', '*/*', ''];
const TEXTS = [...PEOPLE, ...EMAILS, ...PHONES, ...ADDRESSES].filter((text) => !text.includes('\0'));
const NUMBERS = [0, -0, 1, -1, 1.5, 1e308, 2 ** 53, -(2 ** 63), 1e-7];
export function fuzzRequest(dice: Dice, { world, today, questions }: Scene): FuzzRequest {
  const { token, marks } = dice.pick(questions);
  const path = dice.chance(95) ? dice.pick(PATHS.slice(0, 3)) : dice.pick(PATHS);
  const body = spoilt(
    dice,
    path.startsWith('/graphql') ? graphqlBody(dice, { world, today }) : restBody(dice, { world, today }),
  );
  const type = dice.chance(96) ? TYPES[0] : dice.pick(TYPES);
  const head = [
    `${dice.chance(98) ? 'POST' : dice.pick(['GET', 'PUT', 'DELETE', 'HEAD', 'PATCH'])} ${path} HTTP/1.1`,
    'Host: fuzz',
    ...(type === '' ? [] : [`Content-Type: ${type}`]),
    ...(dice.chance(97) ? [`Authorization: Bearer ${dice.chance(97) ? token : broken(dice, token)}`] : []),
    ...(dice.chance(10)
      ? [`Accept: ${dice.pick(['application/graphql-response+json', 'text/html', '*/*', 'x'])}`]
      : []),
    `Content-Length: ${body.length}`,
  ];
  // The answer to HEAD has no body, whatever its Content-Length.
  const request = head.join('\r\n').replace(/^HEAD/, 'GET');
  return { path, bytes: Buffer.concat([Buffer.from(`${request}\r\n\r\n`), body]), marks };
}

type Small = Pick<Scene, 'world' | 'today'>;

function restBody(dice: Dice, { world, today }: Small): string {
  const { body } = generateRequest(dice, world, today);
  return dice.chance(80) ? body : JSON.stringify(anything(dice, 3));
}

function graphqlBody(dice: Dice, { world, today }: Small): string {
  const { operation, body } = generateRequest(dice, world, today);
  const page = operation === 'tenants' ? TENANTS_PAGE : LEASES_PAGE;
  const query = dice.weighted(
    [6, () => page],
    [3, () => words(dice, page)],
    [
      1,
      () =>
        dice.pick([
          '',
          '{',
          '{ __schema { types { name } } }',
          'subscription { x }',
          'mutation { x }',
          '{ viewer { subject } }',
        ]),
    ],
  );
  const variables = dice.chance(85) ? graphqlVariables(operation, body) : anything(dice, 3);
  const whole = {
    query,
    variables,
    ...(dice.chance(5) && { operationName: anything(dice, 1), extensions: anything(dice, 2) }),
  };
  return dice.chance(97) ? JSON.stringify(whole) : JSON.stringify([whole, whole]);
}

/** A document with words removed, inserted or repeated. */
function words(dice: Dice, document: string): string {
  const list = document.split(/(?<=[\s(){}:,])/);
  for (let times = dice.between(1, 4); times > 0; times -= 1) {
    const at = dice.between(0, list.length - 1);
    const word = list[at] ?? '';
    list.splice(at, 1, ...dice.pick([[], [word, word], [dice.pick(WORDS), word], [dice.pick(WORDS)]]));
  }
  return list.join('');
}

function anything(dice: Dice, depth: number): unknown {
  return dice.weighted<unknown>(
    [4, () => dice.pick(TEXTS)],
    [2, () => dice.pick(NUMBERS)],
    [1, () => dice.pick([null, true, false])],
    [depth > 0 ? 2 : 0, () => Array.from({ length: dice.between(0, 3) }, () => anything(dice, depth - 1))],
    [
      depth > 0 ? 4 : 0,
      () =>
        Object.fromEntries(Array.from({ length: dice.between(0, 4) }, () => [key(dice), anything(dice, depth - 1)])),
    ],
  );
}

const key = (dice: Dice): string => dice.pick([...FIELDS, ...NAMES, 'constructor', dice.pick(TEXTS)]);

/** Sometimes changes, repeats or cuts off bytes. */
function spoilt(dice: Dice, text: string): Buffer {
  const body = Buffer.from(text);
  if (body.length === 0 || !dice.chance(15)) return body;
  const at = dice.between(0, body.length - 1);
  return dice.weighted(
    [4, () => Buffer.concat([body.subarray(0, at), Buffer.of(dice.between(0, 255)), body.subarray(at + 1)])],
    [2, () => body.subarray(0, at)],
    [2, () => Buffer.concat([body.subarray(0, at), body.subarray(Math.max(0, at - 8))])],
    [1, () => Buffer.concat([body, Buffer.from(dice.pick(['}', '\0', '\ufeff', ' ', '{}']))])],
  );
}

function broken(dice: Dice, token: string): string {
  const at = dice.between(0, token.length - 1);
  return dice.pick([
    token.slice(0, at),
    `${token.slice(0, at)}A${token.slice(at + 1)}`,
    `${token}.x`,
    'x',
    token.repeat(2),
  ]);
}
