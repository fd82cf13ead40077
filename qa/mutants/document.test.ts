import { dirname, join } from 'node:path';

import { codeSpans, section, tableRows } from '../../test/docs/markdown';
import { readText, repositoryFiles, ROOT } from '../../test/docs/repository';
import { filesOf } from '../../test/support/tiers.cjs';

/** `bands.json` fits the tree, and docs/evidence/mutants.md says what a run leaves out. */

interface Band {
  readonly name: string;
  readonly source: readonly string[];
  readonly tests: readonly string[];
}

const bands = JSON.parse(readText('qa/mutants/bands.json')) as readonly Band[];
const files = repositoryFiles();
const sources = files.filter((path) => /^src\/.*\.ts$/.test(path));

/** The files of a path below `src/`: those of a folder itself, if it ends with a slash. */
const filesAt = (path: string): string[] =>
  sources.filter((file) => file === `src/${path}` || `${dirname(file)}/` === `src/${path}`);

test.each(bands)('the band $name has files, each in no other band, and quick tests', ({ name, source, tests }) => {
  const others = bands.filter((band) => band.name !== name).flatMap((band) => band.source.flatMap(filesAt));
  for (const path of source) {
    const here = filesAt(path);
    expect([path, here.length > 0, here.filter((file) => others.includes(file))]).toEqual([path, true, []]);
  }
  const [quick, database] = [filesOf('quick'), filesOf('database')];
  const paths = tests.map((test) => join(ROOT, 'test', `${test}.test.ts`));
  expect(paths.filter((path) => !quick.includes(path) || database.includes(path))).toEqual([]);
});

test('docs/evidence/mutants.md has a row for each folder, as measured or as left out', () => {
  const page = readText('docs/evidence/mutants.md');
  const measured = tableRows(section(page, 'Score')).flatMap(([folder = '']) => codeSpans(folder));
  const leftOut = tableRows(section(page, 'What is left out')).flatMap(([folder = '']) => codeSpans(folder));
  const ofBands = [
    ...new Set(bands.flatMap(({ source }) => source.flatMap(filesAt)).map((file) => `${dirname(file)}/`)),
  ];
  expect(measured).toEqual(ofBands.toSorted());
  const named = [...measured, ...leftOut];
  const folders = [...new Set(sources.map((file) => `${dirname(file)}/`))];
  expect(folders.filter((folder) => folder !== 'src/' && !named.includes(folder))).toEqual([]);
});
