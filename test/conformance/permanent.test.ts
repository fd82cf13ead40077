/** What other programs may rely on: ids are permanent, and the clauses are those of the contract's text. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { CHECKS, CONTRACT_REVISION } from '../../cutover/conformance/checks';
import { BEHAVIOURS } from '../../cutover/conformance/profile';

test('ids of checks and of behaviours are permanent', () => {
  expect([...CHECKS].map(([id, { text, needs }]) => `${id}: ${text} It needs ${needs}.`)).toMatchSnapshot('checks');
  expect(Object.entries(BEHAVIOURS).map(([id, [question]]) => `${id}: ${question}`)).toMatchSnapshot('behaviours');
});

test('a contract with another text is another revision', () => {
  const text = readFileSync(join(__dirname, '../../docs/contract.md'));
  const sha256 = createHash('sha256').update(text).digest('hex');
  expect({ revision: CONTRACT_REVISION, sha256 }).toMatchSnapshot();
});
