/** What a document names exists: files, links with their headings, and npm scripts. */

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { brokenLinks, codeSpans } from './markdown';
import { readText, repositoryFiles, ROOT } from './repository';

const files = repositoryFiles().filter((path) => existsSync(join(ROOT, path)));
const folders = new Set(files.filter((path) => path.includes('/')).map((path) => path.split('/')[0]!));
const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };

/** A path from the root: in one of the repository's folders, or a file next to `package.json`. */
const isPath = (span: string): boolean =>
  span.includes('/')
    ? /^[\w./-]+$/.test(span) && folders.has(span.split('/')[0]!)
    : /^[\w.-]+\.(md|json|ya?ml|graphql|ts)$/.test(span);

test.each(files.filter((path) => path.endsWith('.md')))('%s', (document) => {
  const text = readText(document);
  const isPresent = (path: string) => ['.', dirname(document)].some((from) => existsSync(join(ROOT, from, path)));
  expect(codeSpans(text).filter((span) => isPath(span) && !isPresent(span))).toEqual([]);
  expect(brokenLinks(ROOT, document)).toEqual([]);
  const named = [...text.matchAll(/npm run ([a-z:-]+)/g)].map(([, name]) => name!);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('no file names a missing document', () => {
  const missing = files.flatMap((path) =>
    [...readText(path).matchAll(/(?<![\w./-])docs\/[\w./-]+\.(?:md|svg|png|cfg|yml|json)\b/g)]
      .filter(([name]) => !existsSync(join(ROOT, name)))
      .map(([name]) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});
