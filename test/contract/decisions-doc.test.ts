/** Every decision has a reason, and the cases and tests that pin it exist. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { caseFiles, readDefinitions } from './cases';

const ROOT = join(__dirname, '..', '..');
const caseIds = new Set(caseFiles().flatMap((file) => readDefinitions(file).map(({ id }) => id)));

const sections = readFileSync(join(ROOT, 'docs/decisions.md'), 'utf8').split(/^### /m).slice(1);
const numbers = sections.map((section) => Number(/^(\d+)\. /.exec(section)?.[1]));

test('the decisions are numbered in order, without a gap', () => {
  expect(numbers.length).toBeGreaterThanOrEqual(62);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

/** `D1-*` names each case whose id begins with `D1-`, of which there must be one. */
function casesOf(pin: string): string[] {
  if (!pin.endsWith('*')) return [pin];
  const cases = [...caseIds].filter((id) => id.startsWith(pin.slice(0, -1)));
  return cases.length > 0 ? cases : [pin];
}

describe.each(sections.map((section, index) => ({ number: numbers[index] ?? NaN, section })))(
  'decision $number',
  ({ number, section }) => {
    const named = [...(/^- Pinned by: (.*)$/m.exec(section)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(
      ([, pin]) => pin ?? '',
    );
    const pins = named.flatMap(casesOf);

    it('has a reason and a test', () => {
      expect(section).toMatch(/^- Why: \S/m);
      expect(pins).not.toEqual([]);
    });

    it('names only cases and tests that are there', () => {
      expect(pins.filter((pin) => !caseIds.has(pin) && !existsSync(join(ROOT, pin)))).toEqual([]);
    });

    it('is named by a test of its own where that file pins it', () => {
      if (!pins.includes('test/contract/decisions.test.ts')) return;
      expect(readFileSync(join(__dirname, 'decisions.test.ts'), 'utf8')).toMatch(new RegExp(`'D${number}: `));
    });

    it('names a case of its own where there are some', () => {
      const own = [...caseIds].filter((id) => new RegExp(`^D${number}[-.]`).test(id));
      expect(own.length === 0 || own.some((id) => pins.includes(id))).toBe(true);
    });
  },
);
