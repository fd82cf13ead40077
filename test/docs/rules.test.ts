/**
 * Code that would need a comment to disable a rule must be written differently. Oxlint itself would allow the comment.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { readText, repositoryFiles, ROOT } from './repository';

test('no comment disables a rule', () => {
  const files = repositoryFiles().filter((path) => /\.[cm]?[jt]s$/.test(path) && existsSync(join(ROOT, path)));
  expect(files).toContain('src/main.ts');
  const comment = /(?:es|ox)lint-(?:disable|enable)|@ts-(?:ignore|nocheck)/;
  expect(files.filter((path) => comment.test(readText(path)))).toEqual([]);
});
