/** `npm run test:standards`: the tests of this folder, with the packages of `qa/`. Arguments are Jest's. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { installPackages } from '../../tools/own-packages.mjs';

const here = import.meta.dirname;
const root = join(here, '..', '..');
installPackages(join(root, 'qa'));
const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const args = [jest, '--config', join(here, 'jest.config.cjs'), ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;
