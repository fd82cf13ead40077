/** `npm run codegen`: graphql-codegen with its own packages. `-- --check` fails when a generated file is out of date. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { installPackages } from '../tools/own-packages.mjs';

installPackages(import.meta.dirname);
const program = join(import.meta.dirname, 'node_modules', '.bin', 'graphql-codegen');
const { status } = spawnSync(program, ['--config', 'codegen.yml', ...process.argv.slice(2)], {
  cwd: join(import.meta.dirname, '..'),
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
