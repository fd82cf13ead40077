import { Command, Option } from 'commander';
import type { Kysely } from 'kysely';

import { readSourceAddress, type Environment } from '../../src/config/settings';
import type { Tables } from '../../src/db/tables';
import { DATE_ORDERS, DECIMAL_SIGNS } from '../import/cell-formats';
import { importFolder } from '../import/import-folder';
import { type ImportReport, isComplete } from '../import/import-run';
import { importSql } from '../import/import-sql';
import { KINDS } from '../import/kinds';
import {
  type ImportCommandOptions,
  readDelimiter,
  readLimit,
  readNames,
  readWord,
  refuseOtherOptions,
  STREAM,
} from './import-options';
import { ImportTerminal, printReport } from './import-report';
import { importChanges } from './import-stream';
import { examples, jsonOption, wholeNumber } from '../../src/cli/terminal';
import { withMigratedDatabase } from '../../src/cli/with-database';

/** `leasegate import` */
export function importCommand(environment: Environment): Command {
  const command = new Command('import');
  return command
    .description('load or update groups, units, tenants and leases; running it again changes nothing')
    .argument(
      '<path>',
      'folder with the files groups, units, tenants and leases, none of them required; or one such file. With -, changes are read from standard input',
    )
    .addOption(
      new Option('--dry-run', 'check everything without changing anything').implies({
        rejects: 'rejects-dry-run.ndjson',
      }),
    )
    .option('--prune', 'delete records that are no longer in the files, for kinds that have a file')
    .option(
      '--max-prune <limit>',
      'the most records of a kind to delete: a number or a share (default: 10%)',
      readLimit,
    )
    .option('--max-refused <limit>', 'the most refused records of a kind for exit status 0 (default: 0)', readLimit)
    .option(
      '--rejects <file>',
      'file for refused records, created if there are any; of a dry run rejects-dry-run.ndjson',
      'rejects.ndjson',
    )
    .option(
      '--delimiter <character>',
      'between the cells of a CSV file: a character, or tab (default: ,)',
      readDelimiter,
    )
    .addOption(new Option('--decimal <sign>', 'the decimal sign of all numbers in CSV files').choices(DECIMAL_SIGNS))
    .addOption(new Option('--dates <order>', 'year, month and day in all dates of CSV files').choices(DATE_ORDERS))
    .addOption(
      new Option(
        '--null <word>',
        "a CSV cell that means null, such as NULL; may be repeated, '' for no word",
      ).argParser(readWord),
    )
    .option(
      '--ignore-columns [names]',
      'columns of CSV files to leave out, separated by commas; all unknown ones without names',
      readNames,
    )
    .addOption(new Option('--kind <kind>', 'what a single file holds, if its name does not say so').choices(KINDS))
    .option('--from <url>', 'read a database: the folder has queries, such as leases.sql; mysql://user@host/database')
    .option(
      '--source-timeout <seconds>',
      'with --from: how long the database may send nothing while it is waited for (default: 60)',
      wholeNumber(1, 86_400),
    )
    .option(
      '--late-lines <n>',
      'with -: how many further lines a change waits for what it refers to',
      wholeNumber(0, 1_000_000),
      10_000,
    )
    .option('--late-seconds <n>', 'with -: how many seconds without input it waits', wholeNumber(0, 86_400), 60)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'leasegate import ./export --prune --rejects refused.ndjson',
        "leasegate import ./tenants.csv --delimiter ';' --ignore-columns colour,size",
        'leasegate import ./queries --from mysql://reader@db.example/estate --prune',
        'changes | leasegate import - > acknowledgements',
      ) +
        '\n\nThe exit status is 1 if more records were refused than --max-refused allows, or if one could not be deleted. All others are loaded.',
    )
    .hook('preAction', refuseOtherOptions)
    .action(async (folder: string, options: ImportCommandOptions) => {
      if (folder === STREAM) return withMigratedDatabase(environment, (db) => importChanges(db, options));
      return withMigratedDatabase(environment, (db) => run(db, folder, environment, options));
    });
}

async function run(
  db: Kysely<Tables>,
  folder: string,
  environment: Environment,
  options: ImportCommandOptions,
): Promise<void> {
  const { dryRun = false, prune, maxPrune, maxRefused, rejects, json, from, sourceTimeout } = options;
  const terminal = new ImportTerminal(rejects);
  const { onRefusal, onProgress } = terminal;
  const loading = { db, folder, dryRun, prune, maxPrune, rejects, onRefusal, onProgress };
  try {
    const report: ImportReport =
      from === undefined
        ? await importFolder({ ...loading, files: options })
        : await importSql({ ...loading, from: readSourceAddress(environment, from), sourceTimeout });
    terminal.printRefusals();
    const complete = isComplete(report, maxRefused);
    const printed = { complete, dryRun, seconds: terminal.seconds(), ...report };
    if (json) console.log(JSON.stringify({ ...printed, refusals: terminal.refusals.all() }));
    else printReport(printed);
    if (!complete) process.exitCode = 1;
  } finally {
    terminal.end();
  }
}
