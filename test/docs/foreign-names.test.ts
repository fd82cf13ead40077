import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { readText, repositoryFiles, ROOT } from './repository';

/** Where somebody's machine or a package registry shows. */
const FOREIGN = [/\/(?:work|root|Users)\//, /\/home\/(?!me\/)/, /\bregistry\.[a-z0-9-]+\./, /"resolved": "https?:/];

test('no file names a path of a machine or the host of a registry', () => {
  const found = repositoryFiles()
    .filter((path) => existsSync(join(ROOT, path)))
    .flatMap((path) => {
      const text = readText(path);
      return FOREIGN.filter((pattern) => pattern.test(text)).map((pattern) => `${path}: ${pattern.source}`);
    });
  expect(found).toEqual([]);
});
