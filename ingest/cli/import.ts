import { setFlagsFromString } from 'node:v8';

import { Command, InvalidArgumentError, Option } from 'commander';
import type { Kysely } from 'kysely';

import type { Environment } from '../../src/config/settings';
import type { Tables } from '../../src/db/tables';
import { DATE_ORDERS, DECIMAL_SIGNS, ESCAPES } from '../import/cell-formats';
import { CSV_OPTIONS, type FileOptions, importFolder } from '../import/import-folder';
import { type ImportReport, isComplete } from '../import/import-run';
import { importSql, readSourceAddress, type SqlOptions } from '../import/import-sql';
import { KINDS } from '../import/kinds';
import { parseLimit, type RecordLimit } from '../import/limits';
import { ImportTerminal, printReport } from './import-report';
import { type ChangesOptions, importChanges } from './import-stream';
import { examples, type JsonOption, jsonOption, wholeNumber } from '../../src/cli/terminal';
import { withMigratedDatabase } from '../../src/cli/with-database';

type SourceOptions = Pick<SqlOptions, 'dryRun' | 'prune' | 'maxPrune' | 'sourceTimeout'>;

interface Options extends JsonOption, FileOptions, SourceOptions, ChangesOptions {
  readonly maxRefused?: RecordLimit;
  readonly from?: string;
}

function readLimit(text: string): RecordLimit {
  const limit = parseLimit(text);
  if (limit === undefined) throw new InvalidArgumentError('It must be a number such as 500, or a share such as 10%.');
  return limit;
}

function readDelimiter(text: string): string {
  const character = text === 'tab' || text === '\\t' ? '\t' : text;
  if (/^[\t\x20-\x7e]$/.test(character) && character !== '"') return character;
  throw new InvalidArgumentError('It must be one ASCII character, or tab.');
}

const readNames = (text: string): ReadonlySet<string> => new Set(text.split(','));

const readWord = (word: string, before?: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...(before ?? []), word]);

const FOR_STREAMS = ['lateLines', 'lateSeconds'];
/** A query names and converts its columns itself. */
const FOR_FILES: readonly string[] = ['kind', ...CSV_OPTIONS];

/** In place of a folder. */
const STREAM = '-';

/** An option that would do nothing is wrong usage. */
function refuseOtherOptions(command: Command): void {
  const isStream = command.args[0] === STREAM;
  const isDatabase = command.getOptionValue('from') !== undefined;
  for (const option of command.options) {
    const name = option.attributeName();
    const refuse = (condition: string): void => command.error(`error: ${option.long} ${condition}`);
    if (command.getOptionValueSource(name) !== 'cli' || name === 'rejects') continue;
    if (isStream && !FOR_STREAMS.includes(name)) refuse('cannot be used with -');
    if (!isStream && FOR_STREAMS.includes(name)) refuse('can only be used with -');
    if (isDatabase && FOR_FILES.includes(name)) refuse('cannot be used with --from');
    if (!isDatabase && name === 'sourceTimeout') refuse('can only be used with --from');
  }
}

export function importCommand(environment: Environment): Command {
  const command = new Command('import');
  return command
    .description('load or update groups, units, tenants and leases; running it again changes nothing')
    .argument('<path>', 'folder with the files groups, units, tenants and leases, or one of them; - reads changes')
    .addOption(new Option('--dry-run', 'only check, changing nothing').implies({ rejects: 'rejects-dry-run.ndjson' }))
    .option('--prune', 'delete records that are no longer in the files, for kinds that have a file')
    .option('--max-prune <limit>', 'most records of a kind to delete: a number or a share (default: 10%)', readLimit)
    .option('--max-refused <limit>', 'most refused records of a kind for exit status 0 (default: 0)', readLimit)
    .option('--rejects <file>', 'for refused records; of a dry run rejects-dry-run.ndjson', 'rejects.ndjson')
    .option('--delimiter <character>', 'between CSV cells: a character, or tab (default: ,)', readDelimiter)
    .addOption(new Option('--decimal <sign>', 'the decimal sign of all numbers in CSV files').choices(DECIMAL_SIGNS))
    .addOption(new Option('--dates <order>', 'year, month and day in all dates of CSV files').choices(DATE_ORDERS))
    .option('--null <word>', "a CSV cell that means null, such as NULL; repeatable, '' for no word", readWord)
    .addOption(new Option('--escapes <cells>', 'CSV cells in which a backslash begins an escape').choices(ESCAPES))
    .option('--ignore-columns [names]', 'CSV columns to leave out, such as a,b; without names all unknown', readNames)
    .addOption(new Option('--kind <kind>', 'what a single file holds, if its name does not say so').choices(KINDS))
    .option('--from <url>', 'read a database: the folder has queries, such as leases.sql; mysql://user@host/database')
    .option('--source-timeout <seconds>', 'with --from: longest silence of it (default: 60)', wholeNumber(1, 86_400))
    .option('--late-lines <n>', 'with -: lines that a change waits for another', wholeNumber(0, 1_000_000), 10_000)
    .option('--late-seconds <n>', 'with -: seconds without input that it waits', wholeNumber(0, 86_400), 60)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'leasegate import ./export --prune --rejects refused.ndjson',
        "leasegate import ./tenants.csv --delimiter ';' --ignore-columns colour,size",
        'leasegate import ./queries --from mysql://reader@db.example/estate --prune',
        'changes | leasegate import - > acknowledgements',
      ),
    )
    .hook('preAction', refuseOtherOptions)
    .action((path: string, options: Options) =>
      withMigratedDatabase(environment, (db) =>
        path === STREAM ? importChanges(db, options) : run(db, path, environment, options),
      ),
    );
}

async function run(db: Kysely<Tables>, folder: string, environment: Environment, options: Options): Promise<void> {
  const { dryRun = false, prune, maxPrune, maxRefused, rejects, json, from, sourceTimeout } = options;
  // V8 would collect garbage when the heap has up to four times what is live.
  setFlagsFromString('--heap-growing-percent=30');
  const terminal = new ImportTerminal(rejects);
  const { refusals, onProgress } = terminal;
  const loading = { db, folder, dryRun, prune, maxPrune, rejects, onRefusal: refusals.add, onProgress };
  try {
    const report: ImportReport =
      from === undefined
        ? await importFolder({ ...loading, files: options })
        : await importSql({ ...loading, from: readSourceAddress(environment, from), sourceTimeout });
    refusals.printOthers();
    const complete = isComplete(report, maxRefused);
    const seconds = terminal.seconds();
    if (json) console.log(JSON.stringify({ complete, dryRun, seconds, ...report, refusals: refusals.all() }));
    else printReport(report, dryRun, seconds);
    if (!complete) process.exitCode = 1;
  } finally {
    terminal.end();
  }
}
