import { dirname, join } from 'node:path';

import { readText, repositoryFiles, ROOT } from '../../test/docs/repository';
import { filesOf } from '../../test/support/tiers.cjs';

/** `bands.json` fits the tree. */

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
