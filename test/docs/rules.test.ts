/** Code that needs a rule switched off by a comment is to be written another way; Oxlint itself would allow it. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { readText, repositoryFiles, ROOT } from './repository';

test('no comment switches a rule off', () => {
  const files = repositoryFiles().filter((path) => /\.[cm]?[jt]s$/.test(path) && existsSync(join(ROOT, path)));
  expect(files).toContain('src/main.ts');
  const comment = /(?:es|ox)lint-(?:disable|enable)|@ts-(?:ignore|nocheck)/;
  expect(files.filter((path) => comment.test(readText(path)))).toEqual([]);
});
