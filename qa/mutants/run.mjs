/**
 * `npm run test:mutants -- [--seed S] [--count N] [--write]` makes N small mistakes in a copy of the source, one at a time, and
 * runs the quick and the cheap test files that reach each, until one fails twice. The seed draws them from all that the compiler
 * lets pass. Prints those that no test notices, and exits with 1 below 92 %. `coverage/mutants.json` keeps what noticed which;
 * `--write` renews the section of `docs/evidence.md`. A mistake whose effect nobody could see belongs to `equivalents.json`.
 */

import { execFileSync, execSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';

import { installPackages } from '../../tools/own-packages.mjs';
import { withCopies } from '../copies.mjs';
import { tableOf, writeEvidence } from '../evidence.mjs';

const FOLDERS = ['src', 'ingest', 'cutover', 'client'];
/** Full tests that take seconds, of what no quick test reaches. */
const CHEAP = /^test\/(?:cli\/(?!stopping)|conformance|cutover|db|demo|docs\/moving|import|writers)/;

const today = new Date().toISOString().slice(0, 10);
const seedAndCount = { seed: { type: 'string', default: today }, count: { type: 'string', default: '300' } };
const { seed, count, write } = parseArgs({ options: { ...seedAndCount, write: { type: 'boolean' } } }).values;
const root = join(import.meta.dirname, '..', '..');
installPackages(join(root, 'qa'));
const { compiled, mistakesIn, refusalOf } = await import('./mistakes.mjs');
const require = createRequire(import.meta.url);
const { filesOf } = require('../../test/support/tiers.cjs');
const { startLocalServer } = require('../../dist/tools/local-server/start.js');

/** Stops the tests, so that neither copies nor a database are left. */
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interruption.abort());

const began = performance.now();
const say = (line) => console.log(`${((performance.now() - began) / 60_000).toFixed(1)} min: ${line}`);
/** Holds the database server, and for each copy what its tests write. */
const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
const server = await startLocalServer({ folder: join(folder, 'database'), path: process.env.PATH ?? '', say });
try {
  const results = await withCopies(root, 3, resultsIn);
  mkdirSync(join(root, 'coverage'), { recursive: true });
  writeFileSync(join(root, 'coverage', 'mutants.json'), JSON.stringify(results, undefined, 2));
  const head = ['folder', 'mistakes', 'noticed', 'share', '95 % interval'];
  const found = FOLDERS.filter((name) => results.some(({ file }) => file.startsWith(`${name}/`)));
  const table = tableOf([head, ...found.map((name) => rowOf(`${name}/`, results)), rowOf('', results)]);
  say(`seed ${seed}:\n${table}`);
  if (write) writeEvidence('mutants', `Seed \`${seed}\`:\n\n${table}`);
  process.exitCode = results.filter(({ noticed }) => noticed).length < 0.92 * results.length ? 1 : 0;
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** With the interval of Wilson. */
function rowOf(start, results) {
  const some = results.filter(({ file }) => file.startsWith(start));
  const [all, noticed, z] = [some.length, some.filter((result) => result.noticed).length, 1.96];
  const reach = z * Math.sqrt((noticed * (all - noticed)) / all + z ** 2 / 4);
  const bounds = [-reach, reach].map((away) => (noticed + z ** 2 / 2 + away) / (all + z ** 2));
  const [share, low, high] = [noticed / all, ...bounds].map((part) => (100 * part).toFixed(1));
  return [start ? `\`${start}\`` : 'together', all, noticed, `${share} %`, `${low} to ${high} %`];
}

async function resultsIn([compiling, ...copies]) {
  const tracked = execFileSync('git', ['ls-files', ...FOLDERS], { cwd: root, encoding: 'utf8' }).split('\n');
  // What is generated is tested where it is generated again.
  const sources = tracked.filter((path) => path.endsWith('.ts') && !path.includes('/generated/'));
  const { mistakes } = await mistakesIn(root, sources);
  const keyOf = ({ file, before, after }) => [file, before, after].join('\n');
  const equivalents = JSON.parse(readFileSync(join(import.meta.dirname, 'equivalents.json'), 'utf8')).map(keyOf);
  const hash = (text) => createHash('sha256').update(text).digest('hex');
  const ranks = new Map(mistakes.map((mistake) => [mistake, hash(seed + keyOf(mistake))]));
  const ranked = mistakes.toSorted((one, other) => (ranks.get(one) < ranks.get(other) ? -1 : 1));
  const order = ranked.slice(0, 3 * count + 20);
  const passed = compiled(compiling, order);
  const drawn = passed.filter((mistake) => !equivalents.includes(keyOf(mistake))).slice(0, count);
  const [ofPassed, ofOrder] = [passed, order].map((list) => list.indexOf(drawn.at(-1)) + 1);
  say(`${drawn.length} of ${mistakes.length} mistakes in ${sources.length} files, by the seed ${seed};`);
  say(`passed over: ${ofPassed - drawn.length} equivalent, ${ofOrder - ofPassed} that the compiler refuses`);

  const { files } = await mistakesIn(root, sources, new Set(drawn.map(({ id }) => id)));
  const changed = files.filter(({ name }) => drawn.some(({ file }) => file === name));
  const places = copies.map((copy, nth) => ({ copy, state: join(folder, String(nth)) }));
  for (const place of places) prepare(place, changed);
  const suites = await suitesIn(places);
  const [waiting, results] = [[...drawn], []];
  const work = async (place) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { text: _, ...mistake } = next;
      const reaching = suites.filter(({ reached }) => reached.includes(mistake.id));
      writeFileSync(join(place.state, 'active'), mistake.id);
      const noticed = (await noticedBy(place, reaching)) ?? refusalOf(compiling, next);
      results.push({ ...mistake, noticed, suites: reaching.length });
      const survives = `NOT NOTICED by ${reaching.length} files\n- ${mistake.before}\n+ ${mistake.after}`;
      const how = noticed ? `${noticed.path}: ${noticed.failed}` : survives;
      say(`${results.length}. ${mistake.file}:${mistake.line} ${mistake.kind}: ${how}`);
    }
  };
  await Promise.all(places.map(work));
  return results;
}

/** Builds the copy with every drawn mistake in it, each turned off. */
function prepare({ copy, state }, changed) {
  mkdirSync(state);
  writeFileSync(join(state, 'active'), '');
  const script = JSON.stringify(join(copy, 'qa', 'mutants', 'switch.cjs'));
  const load = `process.getBuiltinModule('module').createRequire(${script})(${script})(${JSON.stringify(state)})`;
  const head = `const { stryMutAct_9fa48, stryCov_9fa48 } = ${load};\n`;
  // After the comment that turns off the check of types.
  const withHead = (content) => content.replace(/@ts-\w+\n/, (comment) => comment + head);
  for (const { name, content } of changed) writeFileSync(join(copy, name), withHead(content));
  // Tests ask git which files there are. A switch may be too much for the types of other files, which are written all the same.
  const build =
    '(npx tsc --build --force tsconfig.build.json || true) && npm run --silent build:client && node web/build.mjs';
  const how = { cwd: copy, encoding: 'utf8' };
  execSync(`git init -q && echo node_modules > .git/info/exclude && git add -A && ${build}`, how);
}

/** The test files that pass in the copies, and what each reaches. */
async function suitesIn(places) {
  const [quick, full] = ['quick', 'full'].map((tier) => filesOf(tier).map((file) => relative(root, file)));
  const paths = [...quick, ...full.filter((path) => CHEAP.test(path))];
  const half = (one) => paths.filter((_, nth) => nth % places.length === one).map((path) => ({ path }));
  const events = (await Promise.all(places.map((place, nth) => eventsOf(place, half(nth))))).flat();
  const failing = events.filter(({ failed }) => failed);
  const passing = events.filter(({ path, seconds }) => seconds && failing.every((failure) => failure.path !== path));
  const seconds = passing.reduce((sum, suite) => sum + suite.seconds, 0);
  say(`without a mistake, ${passing.length} of ${paths.length} test files pass, in ${Math.round(seconds)} s`);
  for (const path of paths.filter((name) => passing.every((suite) => suite.path !== name)))
    say(`left out: ${path}: ${failing.find((failure) => failure.path === path)?.failed ?? 'is not run'}`);
  // Those that reach least first, and the fastest.
  return passing.toSorted((one, other) => one.seconds * one.reached.length - other.seconds * other.reached.length);
}

/** The first test that fails, and does so again. */
async function noticedBy(place, suites) {
  const failure = (await eventsOf(place, suites)).find(({ failed }) => failed);
  const suite = suites.findIndex(({ path }) => path === failure?.path);
  if (failure === undefined || (await eventsOf(place, [suites[suite]])).some(({ failed }) => failed)) return failure;
  say(`failed once: ${failure.path}: ${failure.failed}`);
  return noticedBy(place, suites.slice(suite + 1));
}

/** What happens when test files are run one after the other, to the first failure if a mistake is turned on. */
async function eventsOf({ copy, state }, suites) {
  if (suites.length === 0) return [];
  const paths = suites.map(({ path }) => join(copy, path));
  const reporter = join(copy, 'qa', 'mutants', 'reporter.cjs');
  const options = `-i --ci --silent --reporters=${reporter} --testSequencer=${reporter} --runTestsByPath`.split(' ');
  const env = { ...process.env, TMPDIR: state, TEST_DATABASE_URL: server.url, TEST_TIER: '' };
  const how = { cwd: copy, env, stdio: 'ignore', detached: true, signal: interruption.signal };
  const log = join(state, 'log');
  writeFileSync(log, '');
  const jest = spawn(join(root, 'node_modules/.bin/jest'), [...options, ...paths], how);
  const read = () => JSON.parse(`[${readFileSync(log, 'utf8').trim().replaceAll('\n', ',')}]`);
  // A mistake may loop for ever.
  const watch = setInterval(() => {
    const { seconds = 150 } = suites[paths.indexOf(read().at(-1)?.path)] ?? {};
    if (Date.now() - statSync(log).mtimeMs > 20_000 + 4000 * seconds) endGroup(jest.pid);
  }, 1000);
  const [status] = await once(jest, 'exit').finally(() => {
    clearInterval(watch);
    endGroup(jest.pid);
  });
  const events = read();
  const last = events.at(-1);
  if (last.seconds === undefined) last.failed ??= `ended by ${status ?? 'its time limit'}`;
  return events.map((event) => ({ ...event, path: relative(copy, event.path) }));
}

/** Ends the programs that tests left running. */
function endGroup(id) {
  try {
    process.kill(-id, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
