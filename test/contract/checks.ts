/** What every answer must satisfy, and what its case expects. Each function lists the problems. */

import { isDeepStrictEqual } from 'node:util';

import { type Answer, isObject, type Json } from '../../cutover/contract/answers';
import { addressWith } from '../oracle/world';
import type { Expectation } from './case';
import type { World } from './world';

const CHALLENGE = 'Bearer realm="leasegate"';
const BAD_TOKEN = /^Bearer realm="leasegate", error="invalid_token", error_description="[^"]+"$/;
/** Words that reveal internals: SQL, drivers, stacks. */
const INTERNALS = /\bselect\b.+\bfrom\b|ER_[A-Z_]{4,}|ECONN|mysql|mariadb|node_modules|\n\s+at /i;

/** Decision 27: never HTML, never a redirect. The environment of every test holds media types and fields to `openapi.json`. */
export function answerProblems({ status, headers, text }: Answer): string[] {
  const problems: string[] = [];
  if (status >= 300 && status < 400) problems.push(`is a redirect: ${status}`);
  if (headers.location !== undefined) problems.push('has a Location header');
  if (status >= 500) problems.push(`is a failure of the server: ${status}`);
  if (/<!doctype|<html/i.test(text)) problems.push('is HTML');
  if (status !== 200 && INTERNALS.test(text)) problems.push('speaks of the inside');
  return problems;
}

/** Decision 31. */
export function challengeProblems(type: Json | undefined, answer: Answer): string[] {
  const challenge = answer.headers['www-authenticate'];
  const fits =
    type === 'missing_authorization'
      ? challenge === CHALLENGE
      : type === 'expired_token' || type === 'invalid_authorization'
        ? BAD_TOKEN.test(challenge ?? '')
        : challenge === undefined;
  return fits ? [] : [`has WWW-Authenticate: ${challenge}`];
}

export function errorOf(json: Json | undefined): { type?: Json; message?: Json } {
  return isObject(json) && isObject(json.error) ? json.error : {};
}

function graphqlTypeOf(json: Json | undefined): Json | undefined {
  const [first] = isObject(json) && Array.isArray(json.errors) ? json.errors : [];
  return isObject(first) && isObject(first.extensions) ? first.extensions.type : undefined;
}

/** Records are compared as sets: they are ordered by the paging id, which no client sees. */
export function sorted(value: Json): Json {
  if (Array.isArray(value)) {
    const key = (entry: Json) => JSON.stringify(isObject(entry) ? entry.identifier : entry);
    return value.map(sorted).sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]): [string, Json] => [name, sorted(entry)]));
}

export function sameJson(actual: Json, expected: Json): boolean {
  return isDeepStrictEqual(sorted(actual), sorted(expected));
}

/** The world's records with these identifiers. */
export function recordsOf(kind: 'leases' | 'tenants', identifiers: readonly string[], world: World): Json[] {
  return expandIdentifiers(identifiers).map(
    (identifier) => world[kind].get(identifier) ?? `not in the world: ${identifier}`,
  );
}

function recordProblems(expected: Expectation, json: Json, world: World): string[] {
  return (['leases', 'tenants'] as const).flatMap((kind) => {
    const identifiers = expected[kind];
    if (identifiers === undefined || !isObject(json)) return [];
    const found = json[kind] ?? null;
    const lastId = expected.lastId ?? -1;
    const lastIdFits = lastId === 'more' ? Number(json.last_id) > 0 : json.last_id === lastId;
    return [
      ...(sameJson(found, recordsOf(kind, identifiers, world)) ? [] : [`has other ${kind}: ${brief(found)}`]),
      ...(lastIdFits ? [] : [`has last_id ${JSON.stringify(json.last_id)}`]),
    ];
  });
}

function brief(records: Json): string {
  const names = Array.isArray(records)
    ? records.map((record) => (isObject(record) ? record.identifier : record))
    : records;
  const text = JSON.stringify(names);
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}

export function expectationProblems(expected: Expectation, answer: Answer, world: World): string[] {
  const { status, headers, json = null, text } = answer;
  const { type, message } = errorOf(json);
  const problems: string[] = [];
  if (status !== expected.status) problems.push(`has status ${status}`);
  if (expected.type !== undefined && type !== expected.type) problems.push(`has type ${JSON.stringify(type)}`);
  for (const part of expected.messageIncludes ?? [])
    if (typeof message !== 'string' || !message.includes(part))
      problems.push(`has a message without “${part}”: ${JSON.stringify(message)}`);
  for (const part of expected.messageExcludes ?? []) if (text.includes(part)) problems.push(`speaks of “${part}”`);
  for (const [name, value] of Object.entries(expected.headers ?? {})) {
    const actual = headers[name.toLowerCase()];
    if ((actual ?? null) !== value) problems.push(`has ${name}: ${String(actual)}`);
  }
  if (expected.body !== undefined && !sameJson(json, withWholeAddresses(expected.body)))
    problems.push('has another body');
  if (expected.graphqlType !== undefined && graphqlTypeOf(json) !== expected.graphqlType)
    problems.push(`has the GraphQL type ${JSON.stringify(graphqlTypeOf(json))}`);
  return [...problems, ...recordProblems(expected, json, world)];
}

/** An address in a case has the nine fields of contract 2.4. Fields that were added since are unknown in the world of the cases. */
const withWholeAddresses = (body: Json): Json =>
  JSON.parse(JSON.stringify(body), (key, value: Json) =>
    key === 'address' && isObject(value) ? { ...addressWith(() => null), ...value } : value,
  ) as Json;

/** Expands `bulk-[001-253/2]` to bulk-001, bulk-003, … bulk-253; any other text stays as it is. */
function expandIdentifiers(patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern) => {
    const [, head = '', from = '', to = '', step = '1'] = /^(.*)\[(\d+)-(\d+)(?:\/(\d+))?\]$/.exec(pattern) ?? [];
    if (from === '') return [pattern];
    const count = Math.floor((Number(to) - Number(from)) / Number(step)) + 1;
    return Array.from({ length: count }, (_, index) => {
      const figure = String(Number(from) + index * Number(step));
      return `${head}${figure.padStart(from.length, '0')}`;
    });
  });
}
