/** The documents use the field's terms, not those that only their authors would understand. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { readText, repositoryFiles, ROOT } from './repository';

/** Each with the plain word in its place. */
const PRIVATE_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bdoors?\b/i, 'API, endpoint, transport or listener'],
  [/\bwalls?\b(?! clock)/i, 'isolation or protection'],
  [/\bsieves?\b/i, 'residual filter'],
  [/\b(?:is|are) well\b/i, 'healthy'],
  [/\btold of\b/i, 'described'],
  [/\bin hand\b/i, 'in flight'],
  [/\b(?:im)?patience\b/i, 'timeout'],
  [/\banew\b/i, 'again, renewed or regenerated'],
  [/\bmend(?:ed|ing|s)?\b/i, 'fixed'],
  [/\bbe it\b/i, 'whether'],
  [/\bas it is delivered\b/i, 'as shipped'],
];

/** Its words are fixed. */
const CONTRACT = 'docs/contract.md';

const documents = repositoryFiles().filter(
  (path) => path.endsWith('.md') && path !== CONTRACT && existsSync(join(ROOT, path)),
);

test.each(documents)('%s has no private words', (path) => {
  // Code may use a name that clients know, such as the label `door`.
  const text = readText(path)
    .replace(/^```.*?^```$/gms, '')
    .replace(/`[^`\n]*`/g, '');
  const found = text
    .split('\n')
    .flatMap((line) => PRIVATE_WORDS.filter(([word]) => word.test(line)).map(([, plain]) => `${plain}: ${line}`));
  expect(found).toEqual([]);
});
