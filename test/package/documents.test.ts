/** What the package shows of the documents of a checkout. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { readText, ROOT } from '../docs/repository';

const MODULE = join(ROOT, 'tools/package/documents.mjs');

/** The text of a document in a package with these files. */
function packedText(path: string, text: string, files: readonly string[]): string {
  const script = `
    import { packedText } from ${JSON.stringify(MODULE)};
    process.stdout.write(packedText(...${JSON.stringify([path, text, files])}));`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
}

test('links that leave the package become text, and pictures that are not in it are left out', () => {
  const text = `# Title

![A page](images/page.png)

See [other](other.md), [a part](../README.md#part), [test](../test/x.ts), [a site](https://site.example) and [below](#below).

![Kept](kept.svg)
`;
  expect(packedText('guide/one.md', text, ['README.md', 'guide/one.md', 'guide/other.md', 'guide/kept.svg']))
    .toBe(`# Title

See [other](other.md), [a part](../README.md#part), test, [a site](https://site.example) and [below](#below).

![Kept](kept.svg)
`);
});

test('what is for a checkout alone is left out, and what is for the package alone is shown', () => {
  const text = 'Both.\n\n<!-- checkout -->\n\nOne.\n\n<!-- /checkout -->\n<!-- package\n\nOther.\n\n-->\n\nEnd.\n';
  expect(packedText('README.md', text, []).replaceAll(/\n+/g, '\n')).toBe('Both.\nOther.\nEnd.\n');
});

test('the README closes each mark that it opens', () => {
  const marks = readText('README.md').match(/<!-- (?:checkout -->|\/checkout -->|package\n)/g) ?? [];
  expect(marks.length).toBeGreaterThan(0);
  let open = false;
  for (const mark of marks) {
    if (mark.includes('/checkout')) expect(open).toBe(true);
    else expect(open).toBe(false);
    open = mark === '<!-- checkout -->';
  }
  expect(open).toBe(false);
});
