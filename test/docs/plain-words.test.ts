/** Documents, comments, titles and names use the field's terms, not those that only their authors would understand. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { readText, repositoryFiles, ROOT } from './repository';

/** Each with the plain word in its place. Names are read too: `impatienceMs` and `allDoors` are found. */
const PRIVATE_WORDS: readonly (readonly [RegExp, string])[] = [
  [
    /\bdoors\b|[a-z]Doors?\b|\bDoor|\b(?:admin|any|each|either|every|GraphQL|no|public|REST|the) door\b/,
    'transport or listener',
  ],
  [/(?<!test:)\b[Ww]alls?\b(?! clock)|[a-z]Walls?\b|\bWALLS?\b/, 'isolation or visibility'],
  [/sieve/i, 'residual filter'],
  [/\b(?:is|are) well\b(?!-)/i, 'healthy'],
  [/\b(?:told of|untold)\b/i, 'described'],
  [/\bin hand\b/i, 'in flight'],
  [/patience/i, 'timeout'],
  [/\banew\b/i, 'again, renewed or regenerated'],
  [/\bmend(?:ed|ing|s)?\b/i, 'fixed'],
  [/\bbe it\b/i, 'whether'],
  [/\bas it is delivered\b/i, 'as shipped'],
  [/surroundings/i, 'dependencies or environment'],
  [/fell ?silent/i, 'unreachable'],
  [/let ?all ?go/i, 'release all'],
  [/standstill/i, 'stall'],
  [/doomed/i, 'pending'],
  [/apprais/i, 'cost estimate'],
  [/goesOn/, 'isContinuation or isRunning'],
  [/madeWhenRead/, 'lazy'],
];

/** The contract's words are fixed; the rest is made elsewhere or holds the words themselves. */
const EXEMPT = /^docs\/contract\.md$|^test\/docs\/plain-words\.test\.ts$|\/vendor\/|\/folding-table/;

const files = repositoryFiles().filter(
  (path) =>
    /\.(?:[cm]?[jt]s|css|html|md|ya?ml)$|^\.ci\//.test(path) && !EXEMPT.test(path) && existsSync(join(ROOT, path)),
);
const isDocument = (path: string): boolean => path.endsWith('.md');

function privateWordsIn(path: string): string[] {
  const text = readText(path);
  return text
    .split('\n')
    .flatMap((line) => PRIVATE_WORDS.filter(([word]) => word.test(line)).map(([, plain]) => `${plain}: ${line}`));
}

test.each(files.filter(isDocument))('%s has no private words', (path) => {
  expect(privateWordsIn(path)).toEqual([]);
});

test('no private words in code', () => {
  const found = files
    .filter((path) => !isDocument(path))
    .flatMap((path) => [...privateWordsIn(path), ...namesIn(path)].map((line) => `${path}: ${line}`));
  expect(found).toEqual([]);
});

/** A path is a name as well. */
const namesIn = (path: string): string[] =>
  PRIVATE_WORDS.filter(([word]) => word.test(path)).map(([, plain]) => `${plain}, in its name`);
