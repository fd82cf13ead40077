/**
 * Any number of isolation checks: `npm run test:walls -- --checks 1000000 --seed 7 [--write]`. Without
 * `--checks`, the 20,000 checks of `npm run test:random`. `--write` writes the section of `docs/evidence.md`.
 * The database server is the one that the tests take (`TEST_DATABASE_URL`).
 */

import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { writeEvidence } from '../../qa/evidence.mjs';

const checkout = resolve(import.meta.dirname, '../..');
const jest = join(checkout, 'node_modules/jest/bin/jest.js');

const { values } = parseArgs({
  options: { checks: { type: 'string' }, seed: { type: 'string' }, write: { type: 'boolean' } },
});
const { write, ...numbers } = values;
for (const [name, value] of Object.entries(numbers)) {
  if (!/^[0-9]{1,9}$/.test(value)) {
    console.error(`--${name} must be a whole number`);
    process.exit(2);
  }
}
const { checks, seed } = numbers;
const env = {
  ...process.env,
  RANDOM_TESTS: 'much',
  ...(checks && { ISOLATION_CHECKS: checks }),
  ...(seed && { ISOLATION_SEED: seed }),
};
const { status } = spawnSync(process.execPath, [jest, 'test/isolation/'], { cwd: checkout, env, stdio: 'inherit' });
if (status === 0 && write) {
  const made = Number(checks ?? 20_000).toLocaleString('en');
  writeEvidence(
    'isolation',
    `${made} answers were checked${seed ? ` with seed ${seed}` : ''}; none differed from the oracle.`,
  );
}
process.exit(status ?? 1);
