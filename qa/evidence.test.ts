import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { readText, ROOT } from '../test/docs/repository';

const page = readText('docs/evidence.md');
const scripts = Object.keys((JSON.parse(readText('package.json')) as { scripts: object }).scripts);
const sections = [...page.matchAll(/^<!-- ([a-z-]+): (.*) -->$/gm)].map(([, name = '', command = '']) => [
  name,
  command,
]);

test('docs/evidence.md has a section for each command that measures', () => {
  const names = 'leaks faults attacks mutants standards speed speed-mysql growth'.split(' ');
  expect(sections.map(([name]) => name)).toEqual(names);
});

test.each(sections)('the section %s ends, is not empty, and its command %s exists', (name, command) => {
  const [, text = ''] = new RegExp(`<!-- ${name}: .* -->\n([^]*?)<!-- /${name} -->`).exec(page) ?? [];
  expect(text.trim()).not.toBe('');
  const [, script = ''] = /npm run ([\w:]+)(?: --.*)?$/.exec(command) ?? [];
  expect(scripts).toContain(script);
});

test('the page is short', () => {
  expect(page.split(/\s+/).filter((word) => /\w/.test(word)).length).toBeLessThanOrEqual(1500);
});

test('a section without markers is refused', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'qa', 'evidence.mjs'), 'nothing'], { input: 'x' });
  expect([status, String(stderr)]).toEqual([1, expect.stringContaining('no markers for nothing')]);
});
