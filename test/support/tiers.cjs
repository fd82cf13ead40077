/**
 * The test files of each tier, by the end of their names: `.test.ts` belongs to `npm test`, `.full.test.ts` to `npm run
 * test:full`, `.long.test.ts` to a command of its own. `TEST_TIER` selects a tier; without it, `npx jest` runs the
 * first two.
 * The files of `qa/standards/` and `qa/clients/` need the packages of `qa/` and belong to `npm run test:standards` alone.
 * `database` is every file of the first two tiers that uses the database server, for a run on another kind of server.
 */

const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { dirname, join, resolve } = require('node:path');

const ROOT = join(__dirname, '..', '..');
/** What needs the database server of the run. */
const ASKS =
  /\b(?:createTestDatabase|databaseForAllTests|gatewayForAllTests|createEmptyDatabase|onServer|serverUrl|serverKind|TEST_DATABASE_PROGRAMS)\b/;

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : join(folder, entry.name)))
    .filter((path) => path.endsWith('.test.ts'));

const all = () => ['test', 'qa'].flatMap((folder) => filesIn(join(ROOT, folder))).toSorted();

const isFull = (file) => file.endsWith('.full.test.ts');
const isLong = (file) => file.endsWith('.long.test.ts');

const isOfStandards = (file) => ['standards', 'clients'].some((name) => dirname(file) === join(ROOT, 'qa', name));
const isUsual = (file) => !isLong(file) && !isOfStandards(file);

const TIERS = {
  quick: (file) => isUsual(file) && !isFull(file),
  full: isFull,
  long: isLong,
  standards: isOfStandards,
  database: (file) => isUsual(file) && usesServer(file),
};

/** The files of a tier; without a name, the quick and the full ones. */
function filesOf(tier) {
  const belongs = tier ? TIERS[tier] : isUsual;
  if (belongs === undefined) throw new Error(`TEST_TIER must be one of ${Object.keys(TIERS).join(', ')}`);
  return all().filter(belongs);
}

function usesServer(file) {
  const seen = new Set([file]);
  for (const each of seen) for (const imported of importsOf(each)) seen.add(imported);
  return [...seen].some(
    (each) => (each === file || dirname(each) !== __dirname) && ASKS.test(readFileSync(each, 'utf8')),
  );
}

const known = new Map();

/** The repository's files that a file imports directly. */
function importsOf(file) {
  if (!known.has(file)) {
    const names = [...readFileSync(file, 'utf8').matchAll(/(?:from|import\(|import|require\() ?'(\.[^']*)'/g)];
    const paths = names.map(([, name]) => resolve(dirname(file), name));
    known.set(
      file,
      paths.flatMap((path) => [`${path}.ts`, join(path, 'index.ts')].filter((each) => existsSync(each))),
    );
  }
  return known.get(file);
}

module.exports = { filesOf };
