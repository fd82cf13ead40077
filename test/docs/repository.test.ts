/** What no file of the repository holds. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { readText, repositoryFiles, ROOT } from './repository';

const files = repositoryFiles().filter((path) => existsSync(join(ROOT, path)));

const holding = (paths: readonly string[], patterns: readonly RegExp[]): string[] =>
  paths.flatMap((path) =>
    patterns.filter((each) => each.test(readText(path))).map(({ source }) => `${path}: ${source}`),
  );

test('no file names a path of a machine or the host of a registry', () => {
  const foreign = [/\/(?:work|root|Users)\//, /\/home\/(?!me\/)/, /\bregistry\.[a-z0-9-]+\./, /"resolved": "https?:/];
  expect(holding(files, foreign)).toEqual([]);
});

// Code that would need such a comment must be written differently. Oxlint itself would allow the comment.
test('no comment disables a rule', () => {
  const code = files.filter((path) => /\.[cm]?[jt]s$/.test(path));
  expect(code).toContain('src/main.ts');
  expect(holding(code, [/(?:es|ox)lint-(?:disable|enable)|@ts-(?:ignore|nocheck)/])).toEqual([]);
});
