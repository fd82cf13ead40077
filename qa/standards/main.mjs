/** `npm run test:standards`: the tests of this folder and of `qa/clients/`, with the packages of `qa/`. `--write` writes the section of `docs/evidence.md`; the other arguments are Jest's. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { installPackages } from '../../tools/own-packages.mjs';
import { writeEvidence } from '../evidence.mjs';

const JUDGES = [
  'graphql-http',
  'relay-compiler',
  'relay-runtime',
  '@apollo/client',
  '@urql/core',
  '@graphql-eslint/eslint-plugin',
  '@redocly/cli',
];

const here = import.meta.dirname;
const root = join(here, '..', '..');
installPackages(join(root, 'qa'));
const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const args = [
  jest,
  '--config',
  join(here, 'jest.config.cjs'),
  ...process.argv.slice(2).filter((arg) => arg !== '--write'),
];
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;

if (status === 0 && process.argv.includes('--write')) {
  const { serverAudits } = await import('graphql-http');
  const cases = { 'graphql-http': ` (${serverAudits({ url: '' }).length} audits)` };
  const { dependencies } = JSON.parse(readFileSync(join(root, 'qa', 'package.json'), 'utf8'));
  const names = JUDGES.map((name) => `\`${name}\` ${dependencies[name]}${cases[name] ?? ''}`);
  writeEvidence('standards', `${names.length} packages complain of nothing: ${names.join(', ')}.`);
}
