import { Command } from 'commander';

import { importFolder } from '../import/import-folder';
import { type ImportReport, isComplete } from '../import/import-run';
import { LoadingError, type RefusedRecord } from '../import/refusals';
import type { Environment } from '../config/settings';
import { CommandFailure, examples, jsonOption, type JsonOption } from './terminal';
import { commandProgress } from './progress';
import { withMigratedDatabase } from './with-database';

interface Options extends JsonOption {
  readonly dryRun?: true;
  readonly prune?: true;
  readonly rejects: string;
}

/** `leasegate import` */
export function importCommand(environment: Environment): Command {
  return new Command('import')
    .description('load or update groups, units, tenants and leases from files; running it again changes nothing')
    .argument('<dir>', 'folder with the files groups, units, tenants and leases (.ndjson or .csv); none is required')
    .option('--dry-run', 'check the files without changing anything')
    .option('--prune', 'delete records that are no longer in the files, for kinds that have a file')
    .option('--rejects <file>', 'file for refused records, created if there are any', 'rejects.ndjson')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('leasegate import ./export --dry-run', 'leasegate import ./export --prune --rejects refused.ndjson') +
        '\n\nThe exit status is 1 if a record was refused or could not be deleted. All others are loaded.',
    )
    .action((folder: string, { json, ...options }: Options) =>
      withMigratedDatabase(environment, async (db) => {
        const progress = commandProgress();
        let refused = 0;
        try {
          const report = await importFolder({
            db,
            folder,
            ...options,
            onRefusal(record) {
              refused += 1;
              progress.stop();
              printRefusal(record);
            },
            onProgress({ file, records, bytesRead, bytesTotal }) {
              const rate = Math.round(bytesRead / progress.seconds() / 100_000) / 10;
              progress.update(bytesRead, bytesTotal, `${file}: ${records} records, ${rate} MB/s`);
            },
          });
          progress.stop();
          const complete = isComplete(report);
          const printed = { complete, dryRun: options.dryRun === true, seconds: progress.seconds(), ...report };
          if (json) console.log(JSON.stringify(printed));
          else printReport(printed);
          if (!complete) process.exitCode = 1;
        } catch (error) {
          throw error instanceof LoadingError ? new CommandFailure(error.message) : error;
        } finally {
          progress.stop();
          if (refused > 0) console.error(`The refused records are in ${options.rejects}, with their content.`);
        }
      }),
    );
}

function printRefusal({ file, line, reason }: RefusedRecord): void {
  console.error(line === null ? `${file}: a record ${reason}` : `${file}:${line}: ${reason}`);
}

interface PrintedReport extends ImportReport {
  readonly dryRun: boolean;
  readonly seconds: number;
}

function printReport({ kinds, notPruned, dryRun, seconds }: PrintedReport): void {
  for (const [kind, counts] of Object.entries(kinds)) {
    const parts = Object.entries(counts).filter(([what, count]) => count > 0 || what === 'read');
    console.log(`${kind}: ${parts.map(([what, count]) => `${count} ${what}`).join(', ')}`);
  }
  for (const kind of notPruned) console.log(`No ${kind} were pruned: an identifier in the file cannot be read.`);
  console.log(dryRun ? 'Only checked: nothing was changed.' : `Done in ${seconds.toFixed(1)} s.`);
}
