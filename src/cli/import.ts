import { performance } from 'node:perf_hooks';

import { Command } from 'commander';

import { importFolder } from '../import/import-folder';
import { type ImportReport, isComplete } from '../import/import-run';
import { LoadingError, type RefusedRecord } from '../import/refusals';
import type { Environment } from '../config/settings';
import { CommandFailure } from './failure';
import { jsonOption, type JsonOption } from './json-option';
import { createProgress } from './progress';
import { examples } from './style';
import { withMigratedDatabase } from './with-database';

interface Options extends JsonOption {
  readonly dryRun?: true;
  readonly prune?: true;
  readonly rejects: string;
}

/** `leasegate import` */
export function importCommand(environment: Environment): Command {
  return new Command('import')
    .description('load or update groups, units, tenants and leases from files; a second run changes nothing')
    .argument('<dir>', 'folder with any of groups, units, tenants, leases, each .ndjson or .csv')
    .option('--dry-run', 'only check: change nothing')
    .option('--prune', 'remove what the files no longer hold, of kinds whose file is present')
    .option('--rejects <file>', 'where refused records go; made when there are any', 'rejects.ndjson')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('leasegate import ./export --dry-run', 'leasegate import ./export --prune --rejects refused.ndjson') +
        '\n\nThe exit status is 1 when a record was refused or kept; the others are loaded.',
    )
    .action((folder: string, { json, ...options }: Options) =>
      withMigratedDatabase(environment, async (db) => {
        const now = () => performance.now();
        const began = now();
        const progress = createProgress({ stream: process.stderr, now });
        let refused = 0;
        try {
          const report = await importFolder({
            db,
            folder,
            ...options,
            onRefusal(record) {
              refused += 1;
              progress.stop();
              tellRefusal(record);
            },
            onProgress({ file, records, bytesRead, bytesTotal }) {
              const rate = Math.round((bytesRead / (now() - began) / 1000) * 10) / 10;
              progress.update(bytesRead, bytesTotal, `${file}: ${records} records, ${rate} MB/s`);
            },
          });
          progress.stop();
          const complete = isComplete(report);
          const told = { complete, dryRun: options.dryRun === true, seconds: (now() - began) / 1000, ...report };
          if (json) console.log(JSON.stringify(told));
          else tellReport(told);
          if (!complete) process.exitCode = 1;
        } catch (error) {
          throw error instanceof LoadingError ? new CommandFailure(error.message) : error;
        } finally {
          progress.stop();
          if (refused > 0) console.error(`With their content, the refused records are in ${options.rejects}.`);
        }
      }),
    );
}

function tellRefusal({ file, line, reason }: RefusedRecord): void {
  console.error(line === null ? `${file}: a record ${reason}` : `${file}:${line}: ${reason}`);
}

interface ToldReport extends ImportReport {
  readonly dryRun: boolean;
  readonly seconds: number;
}

function tellReport({ kinds, notPruned, dryRun, seconds }: ToldReport): void {
  for (const [kind, counts] of Object.entries(kinds)) {
    const parts = Object.entries(counts).filter(([what, count]) => count > 0 || what === 'read');
    console.log(`${kind}: ${parts.map(([what, count]) => `${count} ${what}`).join(', ')}`);
  }
  for (const kind of notPruned) console.log(`Nothing of ${kind} was pruned: an identifier in the file cannot be read.`);
  console.log(dryRun ? 'Only checked; nothing is changed.' : `Done in ${seconds.toFixed(1)} s.`);
}
