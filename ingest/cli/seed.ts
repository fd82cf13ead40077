import { Command, InvalidArgumentError } from 'commander';

import { seedDatabase } from '../seed/seed';
import { isBaseDate } from '../seed/terms';
import type { WorldSize } from '../seed/world';
import type { Environment } from '../../src/config/settings';
import { examples, wholeNumber } from '../../src/cli/terminal';
import { commandProgress, type OnLeases } from '../../src/cli/progress';
import { withMigratedDatabase } from '../../src/cli/with-database';

export function seedCommand(environment: Environment): Command {
  return new Command('seed')
    .description('fill an empty database with realistic data; the same options give the same data')
    .requiredOption('--leases <n>', 'number of leases', wholeNumber(0, 100_000_000))
    .requiredOption('--groups <n>', 'number of groups', wholeNumber(0, 1_000_000))
    .option('--seed <n>', 'random seed: a different number gives different data', wholeNumber(0, 4_294_967_295), 1)
    .option('--base-date <day>', 'most leases begin before this day', day, '2026-01-01')
    .addHelpText('after', examples('leasegate seed --leases 10000 --groups 12 --seed 7'))
    .action((options: WorldSize) =>
      withMigratedDatabase(environment, async (db) => {
        const progress = commandProgress();
        const onProgress: OnLeases = (leases, total) => progress.update(leases, total, `${leases} leases`);
        await seedDatabase({ db, ...options, onProgress }).finally(() => progress.stop());
        const seconds = progress.seconds().toFixed(1);
        console.log(`Seeded ${options.leases} leases in ${options.groups} groups in ${seconds} s.`);
      }),
    );
}

function day(text: string): string {
  if (!isBaseDate(text)) throw new InvalidArgumentError('It must be a date from 1900-01-01 to 2199-12-31.');
  return text;
}
