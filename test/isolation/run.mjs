/**
 * Any number of isolation checks: `npm run test:walls -- --checks 1000000 --seed 7`. Without arguments, the 20,000 checks of `npm run test:random`.
 * The database server is the one that the tests take (`TEST_DATABASE_URL`).
 */

import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const checkout = resolve(import.meta.dirname, '../..');
const jest = join(checkout, 'node_modules/jest/bin/jest.js');

const { values } = parseArgs({ options: { checks: { type: 'string' }, seed: { type: 'string' } } });
for (const [name, value] of Object.entries(values)) {
  if (!/^[0-9]{1,9}$/.test(value)) {
    console.error(`--${name} must be a whole number`);
    process.exit(2);
  }
}
const { checks, seed } = values;
const env = {
  ...process.env,
  RANDOM_TESTS: 'much',
  ...(checks && { ISOLATION_CHECKS: checks }),
  ...(seed && { ISOLATION_SEED: seed }),
};
const { status } = spawnSync(process.execPath, [jest, 'test/isolation/'], { cwd: checkout, env, stdio: 'inherit' });
process.exit(status ?? 1);
