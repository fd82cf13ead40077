/**
 * `prepack` and `postpack`: while npm packs, the documents are as the package shows them, and `dist/` has the licences of the
 * dependencies. Afterwards the documents are as before.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { packedText } from './documents.mjs';
import { licenceText, runtimePackages } from './licences.mjs';

/** Keeps the documents as they are in a checkout. */
const KEPT = '.packing';

const COMMANDS = { prepare, restore };

function prepare(folder) {
  restore(folder);
  writeFileSync(join(folder, 'dist', 'third-party-licences.txt'), licenceText(runtimePackages(folder)));
  const files = packedFiles(folder);
  mkdirSync(join(folder, KEPT));
  writeFileSync(join(folder, KEPT, 'files.json'), JSON.stringify(files));
  for (const path of files.filter((name) => name.endsWith('.md'))) {
    const text = readFileSync(join(folder, path), 'utf8');
    const packed = packedText(path, text, files);
    if (packed === text) continue;
    mkdirSync(dirname(join(folder, KEPT, path)), { recursive: true });
    writeFileSync(join(folder, KEPT, path), text);
    writeFileSync(join(folder, path), packed);
  }
}

function restore(folder) {
  const list = join(folder, KEPT, 'files.json');
  if (!existsSync(list)) return;
  for (const path of JSON.parse(readFileSync(list, 'utf8'))) {
    const kept = join(folder, KEPT, path);
    if (existsSync(kept)) writeFileSync(join(folder, path), readFileSync(kept));
  }
  rmSync(join(folder, KEPT), { recursive: true });
}

function packedFiles(folder) {
  const args = ['pack', '--dry-run', '--ignore-scripts', '--json'];
  const told = JSON.parse(execFileSync('npm', args, { cwd: folder, encoding: 'utf8' }));
  // npm 12 gives an object by name, those before it an array.
  const [{ files }] = Object.values(told);
  return files.map(({ path }) => path);
}

const [, , command = '', folder = '.'] = process.argv;
if (COMMANDS[command] === undefined) throw new Error('prepare or restore');
COMMANDS[command](resolve(folder));
