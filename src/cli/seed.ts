import { performance } from 'node:perf_hooks';

import { Command, InvalidArgumentError } from 'commander';

import { LoadingError } from '../import/refusals';
import { isBaseDate } from '../../tools/seed/terms';
import type { Environment } from '../config/settings';
import { CommandFailure } from './failure';
import { createProgress } from './progress';
import { examples } from './style';
import { withMigratedDatabase } from './with-database';

interface Options {
  readonly leases: number;
  readonly groups: number;
  readonly seed: number;
  /** YYYY-MM-DD */
  readonly baseDate: string;
}

/** `leasegate seed`, which loads what makes the data only when some is to be made. */
export function seedCommand(environment: Environment): Command {
  return new Command('seed')
    .description('fill an empty database with realistic data; the same arguments give the same data')
    .requiredOption('--leases <n>', 'how many leases', wholeNumber(0, 100_000_000))
    .requiredOption('--groups <n>', 'how many groups', wholeNumber(0, 1_000_000))
    .option('--seed <n>', 'another number, other data', wholeNumber(0, 4_294_967_295), 1)
    .option('--base-date <day>', 'the day around which the leases lie', day, '2026-01-01')
    .addHelpText('after', examples('leasegate seed --leases 10000 --groups 12 --seed 7'))
    .action((options: Options) =>
      withMigratedDatabase(environment, async (db) => {
        const { seedDatabase } = await import('../../tools/seed/seed.ts');
        const now = () => performance.now();
        const began = now();
        const progress = createProgress({ stream: process.stderr, now });
        try {
          await seedDatabase({
            db,
            ...options,
            onProgress({ leases, leasesTotal }) {
              const rate = Math.round((leases / (now() - began)) * 1000);
              progress.update(leases, leasesTotal, `${leases} leases, ${rate}/s`);
            },
          });
        } catch (error) {
          throw error instanceof LoadingError ? new CommandFailure(error.message) : error;
        } finally {
          progress.stop();
        }
        const seconds = ((now() - began) / 1000).toFixed(1);
        console.log(`Seeded ${options.leases} leases in ${options.groups} groups in ${seconds} s.`);
      }),
    );
}

function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
    if (!(value >= from && value <= to))
      throw new InvalidArgumentError(`It must be a whole number from ${from} to ${to}.`);
    return value;
  };
}

function day(text: string): string {
  if (!isBaseDate(text)) throw new InvalidArgumentError('It must be a day from 1900-01-01 to 2199-12-31.');
  return text;
}
