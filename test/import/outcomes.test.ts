/** Everything that an import says and stores. Each folder of `outcomes/` is imported once with each line of its `options`, in order. */

import { readdirSync, readFileSync } from 'node:fs';
import { readlink } from 'node:fs/promises';
import { join } from 'node:path';

import { COMMANDS } from '../../ingest/commands';
import { commandHere } from '../cli/command-here';
import { until } from '../support/until';
import { caseForAllTests } from './import-case';

jest.mock('../../src/cli/progress', () => jest.requireActual<object>('../cli/printed-progress'));

const FOLDERS = join(__dirname, 'outcomes');
const RUNS = readdirSync(FOLDERS).flatMap((name) => {
  const options = readFileSync(join(FOLDERS, name, 'options'), 'utf8').split('\n');
  return options.slice(0, -1).map((line, index) => [name, index + 1, line] as const);
});

const world = caseForAllTests();
let before: readonly string[] = [];
afterEach(() => {
  jest.restoreAllMocks();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.removeAllListeners(signal);
});

/** Every value that is not null, but generated ones. Identifiers replace row ids. */
async function stored(): Promise<string[]> {
  const tables = Object.entries(await world.everything());
  const rows = tables.flatMap(([table, all]) => all.map((row) => [table, Object.entries(row as object)] as const));
  const names = new Map(
    rows.map(([table, [id, name]]) => [`${table.slice(0, -1)}_id ${id?.[1]}`, name?.[1] as unknown]),
  );
  const told = ([name, value]: [string, unknown]) =>
    `${name} ${JSON.stringify(names.get(`${name} ${String(value)}`) ?? value)}`;
  const isTold = ([name, value]: [string, unknown]) =>
    value !== null && !/^id$|_key$|^move_in_(?:day|month)$/.test(name);
  return rows.map(([table, values]) => `${table}: ${values.filter(isTold).map(told).join(', ')}`);
}

test.each(RUNS)('%s, run %d: %s', async (name, _number, options) => {
  const folder = join(FOLDERS, name);
  const isStream = readdirSync(folder).includes('changes.ndjson');
  const input = isStream ? readFileSync(join(folder, 'changes.ndjson'), 'utf8') : '';
  const positions: unknown[] = [];
  jest.spyOn(process.stdout, 'write').mockImplementation((line, written) => {
    positions.push((JSON.parse(String(line)) as { position: unknown }).position);
    (written as unknown as () => void)();
    return true;
  });
  const words = options.replace('SOURCE', world.database.url).split(' ').filter(Boolean);
  const args = ['import', isStream ? '-' : folder, '--rejects', world.rejects, ...words];
  const environment = { DATABASE_URL: world.database.url };
  const { status, ...said } = await commandHere(
    args.map((word) => (word === "''" ? '' : word)),
    environment,
    input,
    COMMANDS,
  );
  const [stdout, stderr] = [said.stdout, said.stderr].map((text) =>
    text.replaceAll(world.folder, '').replaceAll(FOLDERS, '').split('\n'),
  );
  const rejects = readdirSync(world.folder).flatMap((file) =>
    readFileSync(join(world.folder, file), 'utf8').split('\n'),
  );
  const after = await stored();
  const only = (one: readonly string[], other: readonly string[]) => one.filter((row) => !other.includes(row));
  const outcome = {
    status,
    stdout,
    stderr,
    rejects,
    position: positions.at(-1),
    removed: only(before, after),
    added: only(after, before),
  };
  before = after;
  expect(outcome).toMatchSnapshot();
});

test.each([
  ['is read to its end', 'groups.csv', 'identifier\n'],
  ['has an unclosed quote', 'groups.csv', 'identifier\n"x\n'],
  ['cannot be imported', 'groups.csv', 'identifier,colour\n'],
  ['is read to its end', 'groups.ndjson', ''],
  ['cannot be imported', 'groups.ndjson', '['],
])('a long file that %s is closed: %s', async (_what, name, beginning) => {
  const long = 'x'.repeat(200);
  const rows = Array.from({ length: 3_000 }, (_, index) =>
    name.endsWith('csv') ? `${long}${index}\n` : `{"identifier":"${long}${index}"}\n`,
  );
  await world.import({ [name]: beginning + rows.join('') }, { dryRun: true }).catch(() => undefined);
  // Those that are closed by now have no link.
  const open = () =>
    Promise.all(readdirSync('/proc/self/fd').map((id) => readlink(`/proc/self/fd/${id}`).catch(() => '')));
  await until(async () => !(await open()).includes(join(world.folder, name)));
});
