import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { anchors, codeSpans, localLinks } from './markdown';
import { readText, repositoryFiles, ROOT } from './repository';

const files = repositoryFiles();
const documents = files.filter((path) => path.endsWith('.md') && existsSync(join(ROOT, path)));
const folders = new Set(files.flatMap((path) => (path.includes('/') ? [path.split('/')[0] ?? ''] : [])));

describe.each(documents)('%s', (document) => {
  const text = readText(document);

  test('names only existing paths', () => {
    // Relative to the root, or to the folder of the document.
    const present = (path: string) =>
      [ROOT, join(ROOT, dirname(document))].some((folder) => existsSync(join(folder, path)));
    const missing = codeSpans(text).filter((span) => isPath(span) && !present(span));
    expect(missing).toEqual([]);
  });

  test('links only to existing targets', () => {
    const broken = localLinks(text).filter(({ path, anchor }) => {
      const target = path === '' ? document : normalize(join(dirname(document), path));
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !anchors(readText(target)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test('names only existing npm scripts', () => {
    const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
    const named = [...text.matchAll(/npm run ([a-z:-]+)/g)].map(([, name]) => name ?? '');
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

test('no file names a missing document', () => {
  const missing = files
    .filter((path) => existsSync(join(ROOT, path)))
    .flatMap((path) =>
      [...readText(path).matchAll(/(?<![\w./-])docs\/[\w./-]+\.(?:md|svg|png|cfg|yml|json)\b/g)]
        .filter(([name]) => !existsSync(join(ROOT, name)))
        .map(([name]) => `${path}: ${name}`),
    );
  expect(missing).toEqual([]);
});

/** A path from the root: in one of the repository's folders, or a file next to `package.json`. */
function isPath(span: string): boolean {
  if (!/^[\w./-]+$/.test(span)) return false;
  return span.includes('/')
    ? folders.has(span.split('/')[0] ?? '')
    : /^[\w.-]+\.(md|json|ya?ml|graphql|ts)$/.test(span);
}
