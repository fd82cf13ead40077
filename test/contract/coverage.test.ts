/** The cases are well-formed, and every clause of the contract has one. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { CHECKS } from '../../cutover/conformance/checks';
import { caseFiles, readCases, readDefinitions } from './cases';
import { tokensOf } from './exchange';
import { expandIdentifiers } from './identifiers';
import { TOKEN_NAMES } from './tokens';
import { readWorld } from './world';

const listIn = (file: string) =>
  JSON.parse(readFileSync(join(__dirname, file), 'utf8')) as { id: string; text: string }[];
const clauses = [...listIn('clauses.json'), ...listIn('decisions.json')];
const clauseIds = clauses.map(({ id }) => id);
const cases = readCases();

const KEYS = new Set(['id', 'title', 'covers', 'request', 'each', 'expect', 'sameAs', 'follow']);
const REQUEST_KEYS = new Set([
  'method',
  'path',
  'token',
  'headers',
  'body',
  'rawBody',
  'rawBodyBase64',
  'compress',
  'padTo',
]);
const EXPECT_KEYS = new Set([
  'status',
  'type',
  'messageIncludes',
  'messageExcludes',
  'headers',
  'body',
  'leases',
  'tenants',
  'lastId',
  'graphqlType',
]);

const duplicates = (values: readonly string[]): string[] => values.filter((value, at) => values.indexOf(value) !== at);

test('clause ids are unique and each has a text', () => {
  expect(duplicates(clauseIds)).toEqual([]);
  expect(clauses.filter(({ text }) => text === '')).toEqual([]);
});

test('each check of the conformance kit is of a clause', () => {
  expect([...CHECKS.keys()].filter((id) => !clauseIds.includes(id))).toEqual([]);
});

test('case ids are unique', () => {
  expect(duplicates(cases.map(({ id }) => id))).toEqual([]);
});

test('every case begins with the clause that names its file', () => {
  for (const file of caseFiles())
    for (const { id } of readDefinitions(file))
      expect(id).toMatch(new RegExp(`^${file.replaceAll('.', '\\.')}-[a-z]$`));
});

test('every clause has a case, and every case a clause', () => {
  const covered = new Set(cases.flatMap((contractCase) => contractCase.clauses));
  expect(clauseIds.filter((id) => !covered.has(id))).toEqual([]);
  expect([...covered].filter((id) => !clauseIds.includes(id))).toEqual([]);
});

test('no case has a key that the runner does not know', () => {
  for (const file of caseFiles()) {
    for (const definition of readDefinitions(file)) {
      const requests = [definition.request, ...Object.values(definition.each ?? {}), definition.sameAs ?? {}];
      expect(Object.keys(definition).filter((key) => !KEYS.has(key))).toEqual([]);
      expect(requests.flatMap(Object.keys).filter((key) => !REQUEST_KEYS.has(key))).toEqual([]);
      expect(Object.keys(definition.expect).filter((key) => !EXPECT_KEYS.has(key))).toEqual([]);
    }
  }
});

test('every case names a path, tokens that exist and records of the world', () => {
  const world = readWorld();
  for (const { id, request, expect: expected } of cases) {
    const unknown = [
      ...tokensOf(request).filter((name) => !TOKEN_NAMES.includes(name)),
      ...expandIdentifiers(expected.leases ?? []).filter((identifier) => !world.leases.has(identifier)),
      ...expandIdentifiers(expected.tenants ?? []).filter((identifier) => !world.tenants.has(identifier)),
    ];
    expect({ id, unknown, path: request.path?.[0] }).toEqual({ id, unknown: [], path: '/' });
  }
});
