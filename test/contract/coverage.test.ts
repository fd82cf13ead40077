/** The cases are well-formed, and every clause of the contract has one. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { CHECKS } from '../../cutover/conformance/checks';
import { caseFiles, readCases, readDefinitions } from './cases';

const listIn = (file: string) =>
  JSON.parse(readFileSync(join(__dirname, file), 'utf8')) as { id: string; text: string }[];
const clauses = [...listIn('clauses.json'), ...listIn('decisions.json')];
const clauseIds = clauses.map(({ id }) => id);
const cases = readCases();

const KEYS = {
  case: 'id title covers request each expect sameAs follow',
  request: 'method path token headers body rawBody rawBodyBase64 compress padTo',
  expect: 'status type messageIncludes messageExcludes headers body leases tenants lastId graphqlType',
};

const unknownKeys = (object: object, known: string): string[] =>
  Object.keys(object).filter((key) => !known.split(' ').includes(key));

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

test.each(caseFiles().flatMap(readDefinitions))('$id has no key that the runner does not know', (definition) => {
  const { request, each = {}, sameAs = {}, expect: expected } = definition;
  const requests = [request, ...Object.values(each), sameAs];
  expect([
    ...unknownKeys(definition, KEYS.case),
    ...requests.flatMap((sent) => unknownKeys(sent, KEYS.request)),
    ...unknownKeys(expected, KEYS.expect),
  ]).toEqual([]);
});
