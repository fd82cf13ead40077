/**
 * Does the suite see? Makes each mistake of `faults.mjs` in a temporary copy of this checkout and runs the tests that should notice.
 * Exits with 1 when one goes unnoticed, or when the tests fail without any mistake. `node test/faults/seeded-faults.mjs [WORD]`
 * makes only those whose name holds the word. The database server is the one that the tests take (`TEST_DATABASE_URL`).
 */

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';

import { FAULTS } from './faults.mjs';

const TESTS = ['test/worlds.test.ts', 'test/paging.test.ts', 'test/non-interference.test.ts', 'test/contract/'];
const NOT_COPIED = new Set(['node_modules', 'dist', '.git', '.demo', 'coverage']);

const checkout = resolve(import.meta.dirname, '../..');

/** Puts the mistake into the copy; returns what takes it out again. */
function makeMistake(copy, { name, file, find, replace }) {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  const [before, after, ...more] = source.split(find);
  if (after === undefined || more.length > 0) {
    throw new Error(`“${name}”: its text must stand in ${file} exactly once; bring faults.mjs up to date`);
  }
  writeFileSync(path, before + replace + after);
  return () => writeFileSync(path, source);
}

/**
 * The titles of the tests that fail in the copy.
 *
 * @param {string} copy
 */
function failures(copy) {
  const report = join(copy, 'report.json');
  const jest = ['node_modules/jest/bin/jest.js', '--silent', '--json', `--outputFile=${report}`, '--', ...TESTS];
  spawnSync(process.execPath, jest, {
    cwd: copy,
    env: { ORACLE_WORLDS: '15', NON_INTERFERENCE_WORLDS: '8', ...process.env },
    stdio: 'ignore',
    timeout: 600_000,
  });
  const { testResults, numPassedTests } = JSON.parse(readFileSync(report, 'utf8'));
  // A program that does not run at all proves nothing.
  if (numPassedTests === 0) throw new Error(`no test passes: ${testResults[0]?.message}`);
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    const file = relative(copy, name);
    if (status === 'failed' && failed.length === 0) return [`${file}: ${message.trim().split('\n')[0]}`];
    return failed.map(({ fullName }) => `${file}: ${fullName}`);
  });
}

/** @param {string} title */
const fileOf = (title) => title.split(': ', 1)[0];
const word = process.argv[2] ?? '';
const faults = FAULTS.filter(({ name }) => name.includes(word));

/** How many mistakes go unnoticed. */
function unnoticedIn(copy) {
  const falseAlarms = failures(copy);
  if (falseAlarms.length > 0) throw new Error(`the tests fail without any mistake:\n  ${falseAlarms.join('\n  ')}`);
  console.log('Without a mistake every test passes.');
  return faults.filter((fault) => {
    const undo = makeMistake(copy, fault);
    const caughtBy = failures(copy);
    undo();
    console.log(`${fault.name}: ${caughtBy.length === 0 ? 'NOT NOTICED' : `noticed by ${caughtBy.length} tests`}`);
    // The first of each file tells enough.
    const firsts = caughtBy.filter(
      (title, at) => caughtBy.findIndex((other) => fileOf(other) === fileOf(title)) === at,
    );
    for (const title of firsts) console.log(`  ${title}`);
    return caughtBy.length === 0;
  }).length;
}

const copy = mkdtempSync(join(tmpdir(), 'leasegate-fault-'));
try {
  cpSync(checkout, copy, { recursive: true, filter: (source) => !NOT_COPIED.has(basename(source)) });
  symlinkSync(join(checkout, 'node_modules'), join(copy, 'node_modules'));
  process.exitCode = unnoticedIn(copy) > 0 ? 1 : 0;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
