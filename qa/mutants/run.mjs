/**
 * `npm run test:mutants -- [BAND…]`: Stryker changes the source of each band of `bands.json` in one place at a time, and the
 * tests of the band should fail. Prints what they do not notice, and exits with 1 below 85 %. Without a band it runs all and
 * writes the section of `docs/evidence.md`. Results are kept in `coverage/mutants/` and used again for what has not
 * changed.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { installPackages } from '../../tools/own-packages.mjs';
import { countsOf, writeTable } from './table.mjs';

const GOAL = 85;
const KEPT = 'coverage/mutants';

const root = join(import.meta.dirname, '..', '..');
process.chdir(root);
const names = process.argv.slice(2);
/** @type {readonly { name: string, source: readonly string[], tests: readonly string[] }[]} */
const bands = JSON.parse(readFileSync(join(import.meta.dirname, 'bands.json'), 'utf8'));
const unknown = names.filter((name) => !bands.some((band) => band.name === name));
if (unknown.length > 0) throw new Error(`Bands are ${bands.map(({ name }) => name).join(', ')}.`);

installPackages(join(root, 'qa'));
const { Stryker } = await import('@stryker-mutator/core');
mkdirSync(KEPT, { recursive: true });

const results = [];
const began = performance.now();
for (const band of bands.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const ofBand = await resultsOf(band);
  results.push(...ofBand);
  const { noticed, all, score } = countsOf(ofBand);
  console.log(`${band.name}: ${noticed} of ${all} noticed (${score} %)`);
  for (const line of ofBand.filter(isMissed).map(shown)) console.log(`  ${line}`);
}
const { noticed, all, score } = countsOf(results);
console.log(
  `${noticed} of ${all} noticed (${score} %), after ${Math.ceil((performance.now() - began) / 60_000)} minutes`,
);
if (names.length === 0) writeTable(root, results);
process.exitCode = score >= GOAL ? 0 : 1;

/** @returns {Promise<import('./table.mjs').Mutant[]>} */
async function resultsOf({ name, source, tests }) {
  const kept = `${KEPT}/${name.replaceAll(' ', '-')}.json`;
  forgetStaticSurvivors(kept);
  return new Stryker({
    mutate: source.map((path) => `src/${path}${path.endsWith('/') ? '*.ts' : ''}`),
    testRunner: 'jest',
    jest: {
      configFile: 'qa/mutants/jest.config.cjs',
      config: { testMatch: tests.map((test) => `<rootDir>/test/${test}.test.ts`) },
      enableFindRelatedTests: false,
    },
    coverageAnalysis: 'perTest',
    incremental: true,
    incrementalFile: kept,
    concurrency: 2,
    // What Jest leaves behind in a process slows it down.
    maxTestRunnerReuse: 100,
    timeoutMS: 5_000,
    disableTypeChecks: false,
    // Stryker would rewrite it, with an API that TypeScript 7 does not have.
    tsconfigFile: 'none',
    ignorePatterns: ['.bench', '.demo', 'bench', 'coverage', 'docs/images', 'web/vendor'],
    reporters: ['progress-append-only'],
    // Static mutants run with all tests of their band, which are few.
    warnings: { slow: false },
    logLevel: 'warn',
    allowConsoleColors: false,
  }).runMutationTest();
}

/** Stryker does not know which tests run what happens at import, so it would never try new tests on it. */
function forgetStaticSurvivors(kept) {
  if (!existsSync(kept)) return;
  const report = JSON.parse(readFileSync(kept, 'utf8'));
  for (const file of Object.values(report.files))
    file.mutants = file.mutants.filter((mutant) => !(mutant.static && isMissed(mutant)));
  writeFileSync(kept, JSON.stringify(report));
}

function isMissed({ status }) {
  return status === 'Survived' || status === 'NoCoverage';
}

function shown({ fileName, location, mutatorName, replacement = '', status }) {
  const place = `${relative(root, fileName)}:${location.start.line}:${location.start.column}`;
  const untested = status === 'NoCoverage' ? ', which no test runs' : '';
  return `${place} ${mutatorName}${untested}: ${replacement.replaceAll(/\s+/g, ' ')}`;
}
