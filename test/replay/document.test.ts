/** docs/use/replay.md names every rule and every kind of difference. */

import { RULES } from '../../src/comparison/rules';
import { NOISE_RULES } from '../../src/replay/report';
import { readTapedRequest } from '../../src/replay/tape';
import { codeSpans, section, tableRows } from '../docs/markdown';
import { readText } from '../docs/repository';

const page = readText('docs/use/replay.md');

test('the rules, with their meaning', () => {
  const rules = Object.entries(RULES).map(([name, { byDefault, meaning }]) => [
    `\`${name}\``,
    byDefault ? 'by default' : 'on request',
    meaning,
  ]);
  const always = Object.entries(NOISE_RULES).map(([name, meaning]) => [`\`${name}\``, 'always', meaning]);
  expect(tableRows(section(page, 'Rules'))).toEqual([...rules, ...always]);
});

test('the kinds of differences', () => {
  const declared = /type DifferenceKind =([\s\S]*?);/.exec(readText('src/comparison/differences.ts'))![1]!;
  const kinds = [...declared.matchAll(/'(\w+)'/g)].map(([, kind]) => kind);
  const named = tableRows(section(page, 'Kinds of differences')).flatMap(([kind = '']) => codeSpans(kind));
  expect(named.toSorted()).toEqual(kinds.toSorted());
});

test('a line of a tape', () => {
  const [, line = ''] = /```json\n(\{[\s\S]*?"lastId"[\s\S]*?\})\n```/.exec(page) ?? [];
  expect(readTapedRequest(line)).toMatchObject({ operation: 'find-for-tenant', hashed: ['email_address'] });
});
