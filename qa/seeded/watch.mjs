import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { SUITES } from './suites.mjs';

/** The time limit of one suite in milliseconds. */
const DEADLINE = 600_000;

/** A program that no longer runs, or that fails every request, proves nothing about a test. */
const BREAKDOWN = /\b(?:Syntax|Reference|Type)Error\b|INTERNAL_SERVER_ERROR|"?internal_error|service_unavailable/;

/**
 * A failing test, the beginning of its message, and whether the message shows more than that the program broke down.
 * @typedef {{ file: string, title: string, says: string, sees: boolean }} Failure
 */

/**
 * The failures in the checkout at `root`, in the order of the suites.
 * @param {string} root
 * @param {readonly string[]} names of `SUITES`
 * @param {AbortSignal} signal stops the tests, which clean up; then this throws
 * @returns {Promise<Failure[]>}
 */
export async function failuresOf(root, names, signal) {
  const parts = names.filter((name) => SUITES[name].only !== undefined);
  const whole = names.filter((name) => SUITES[name].only === undefined);
  /** @type {Failure[]} */
  const failures = [];
  // All suites without `only` run in one process.
  for (const together of [whole, ...parts.map((name) => [name])]) {
    if (together.length > 0) failures.push(...(await failuresOfRun(root, together, signal)));
  }
  const placeOf = ({ file }) => names.findIndex((name) => SUITES[name].files.some((path) => file.startsWith(path)));
  return failures.toSorted((one, other) => placeOf(one) - placeOf(other));
}

async function failuresOfRun(root, names, signal) {
  const suites = names.map((name) => SUITES[name]);
  const report = join(root, 'report.json');
  rmSync(report, { force: true });
  // A snapshot is neither written nor counted: it differs whenever a statement does.
  const options = ['--ci', '--silent', '--runInBand', '--json', `--outputFile=${report}`];
  const [{ only }] = suites;
  if (only !== undefined) options.push(`--testNamePattern=${only}`);
  const env = { ...process.env, TEST_TIER: 'quick' };
  await jest([...options, '--', ...suites.flatMap(({ files }) => files)], {
    cwd: root,
    env,
    signal,
    timeout: DEADLINE * names.length,
  });
  const { testResults, numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
  if (numPassedTests + numFailedTests === 0) throw new Error(`${names}: no test runs. ${testResults[0]?.message}`);
  return testResults.flatMap(({ name: path, status, message, assertionResults }) => {
    const file = relative(root, path);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (status === 'failed' && failed.length === 0) {
      return [{ file, title: 'does not run', says: message, sees: false }];
    }
    return failed.map(({ fullName, failureMessages }) => failure(file, fullName, failureMessages.join('\n')));
  });
}

/** @returns {Failure} */
function failure(file, title, message) {
  const plain = stripVTControlCharacters(message);
  return { file, title, says: plain.trim().split('\n').slice(0, 14).join('\n'), sees: !BREAKDOWN.test(plain) };
}

/** Resolves when the tests have ended with any result; rejects when they were stopped. */
function jest(args, { signal, timeout, ...options }) {
  return new Promise((resolve, reject) => {
    const tests = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...args], {
      ...options,
      signal,
      stdio: 'ignore',
      timeout,
    });
    tests.once('error', (error) => signal.aborted || reject(error));
    tests.once('exit', () => (signal.aborted ? reject(signal.reason) : resolve()));
  });
}
