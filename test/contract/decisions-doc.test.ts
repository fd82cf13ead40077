/** Every decision has a reason, and the cases and tests that pin it exist. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { caseFiles, readDefinitions } from './cases';

const ROOT = join(__dirname, '..', '..');
const caseIds = caseFiles().flatMap((file) => readDefinitions(file).map(({ id }) => id));

const sections = readFileSync(join(ROOT, 'docs/decisions.md'), 'utf8').split(/^### /m).slice(1);
const numbers = sections.map((section) => Number(/^(\d+)\. /.exec(section)?.[1]));

test('the decisions are numbered in order, without a gap', () => {
  expect(numbers.length).toBeGreaterThanOrEqual(62);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

/** `D1-*` names each case whose id begins with `D1-`, of which there must be one. */
const exists = (pin: string): boolean =>
  pin.endsWith('*')
    ? caseIds.some((id) => id.startsWith(pin.slice(0, -1)))
    : caseIds.includes(pin) || existsSync(join(ROOT, pin));

test.each(sections.map((section, index) => ({ number: numbers[index], section })))(
  'decision $number has a reason, and cases or tests that are there',
  ({ section }) => {
    const [, named = ''] = /^- Pinned by: (.*)$/m.exec(section) ?? [];
    const pins = [...named.matchAll(/`([^`]+)`/g)].map(([, pin = '']) => pin);
    expect(section).toMatch(/^- Why: \S/m);
    expect(pins).not.toEqual([]);
    expect(pins.filter((pin) => !exists(pin))).toEqual([]);
  },
);
