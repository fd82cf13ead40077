import { Command } from 'commander';

import { printedSchema } from '../resolvers/build-schema';
import { describeSettings, type Environment } from '../settings';

/** `leasegate print-schema` */
export function printSchemaCommand(): Command {
  return new Command('print-schema').description('print the GraphQL schema (SDL)').action(() => {
    process.stdout.write(printedSchema());
  });
}

/** `leasegate print-config` */
export function printConfigCommand(environment: Environment): Command {
  return new Command('print-config').description('print the effective settings, secrets hidden').action(() => {
    for (const [name, value] of Object.entries(describeSettings(environment))) {
      console.log(value === null ? `# ${name} is not set` : `${name}=${value}`);
    }
  });
}
