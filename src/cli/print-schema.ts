import { Command } from 'commander';

import { printedSchema } from '../resolvers/build-schema';

/** `leasegate print-schema` */
export function printSchemaCommand(): Command {
  return new Command('print-schema').description('print the GraphQL schema (SDL)').action(() => {
    process.stdout.write(printedSchema());
  });
}
