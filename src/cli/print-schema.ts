import { Command } from 'commander';

import { examples } from './style';

/** `leasegate print-schema`, which loads what makes a schema only when one is to be made. */
export function printSchemaCommand(): Command {
  return new Command('print-schema')
    .description('print the GraphQL schema (SDL)')
    .addHelpText('after', examples('leasegate print-schema > schema.graphql'))
    .action(async () => {
      const { printedSchema } = await import('../graphql/build-schema.ts');
      process.stdout.write(printedSchema());
    });
}
