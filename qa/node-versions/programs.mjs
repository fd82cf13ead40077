/** The Node programs of the supported major versions, from the packages of `qa/`. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { installPackages } from '../../tools/own-packages.mjs';

const MAJORS = ['20', '22', '24'];

/** The folder of the program `node` by its major version. The first call installs the packages. */
export function nodeFolders() {
  const qa = join(import.meta.dirname, '..');
  installPackages(qa);
  return MAJORS.map((major) => {
    const folder = join(qa, 'node_modules', `node-${major}-${process.arch}`, 'bin');
    if (!existsSync(join(folder, 'node'))) throw new Error(`There is no package of Node ${major} for this machine.`);
    return [major, folder];
  });
}

// The tests, which cannot load ES modules, run this file and read its last line.
if (process.argv[1] === import.meta.filename) console.log(JSON.stringify(nodeFolders()));
