/**
 * Runs a program of `test/`, compiling its TypeScript as Jest does: `node test/support/typescript.mjs FILE.ts
 * ARGUMENT…`.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

import { transformSync } from '@swc/core';

const require = createRequire(import.meta.url);
const options = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', '.swcrc'), 'utf8'));

require.extensions['.ts'] = (module, filename) => {
  const source = readFileSync(filename, 'utf8');
  const { code } = transformSync(source, { ...options, filename, swcrc: false, sourceMaps: 'inline' });
  module._compile(code, filename);
};

// As if Node had started the program itself.
process.argv.splice(1, 1);
require(resolve(process.argv[1]));
