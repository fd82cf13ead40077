/** `npm run test:nodes`: all of `npm test`, once on each supported major version of Node. */

import { spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';

import { nodeFolders } from './programs.mjs';

for (const [major, folder] of nodeFolders()) {
  console.log(`npm test on Node ${major}`);
  const env = { ...process.env, PATH: [folder, process.env.PATH].join(delimiter) };
  const { status } = spawnSync('npm', ['test'], { env, stdio: 'inherit' });
  console.log(`npm test on Node ${major} ended with status ${status}`);
  if (status !== 0) process.exitCode = 1;
}
