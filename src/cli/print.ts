/** The commands that print a document. The code that makes it is loaded only when the command runs. */

import { Command } from 'commander';

import { describeSettings, type Environment, readSetting } from '../config/settings';
import { SETTING_GROUPS, type SettingName } from '../config/setting-table';
import { openApiText } from '../package';
import { examples, jsonOption, type JsonOption } from './terminal';

/** `leasegate print-schema` */
export function printSchemaCommand(): Command {
  return new Command('print-schema')
    .description('print the GraphQL schema (SDL)')
    .addHelpText('after', examples('leasegate print-schema > schema.graphql'))
    .action(async () => {
      const { printedSchema } = await import('../graphql/build-schema.ts');
      process.stdout.write(printedSchema());
    });
}

/** `leasegate print-openapi` */
export function printOpenApiCommand(environment: Environment): Command {
  return new Command('print-openapi')
    .description('print the OpenAPI document of the REST operations')
    .addHelpText('after', examples('PUBLIC_URL=https://api.example leasegate print-openapi > openapi.json'))
    .action(async () => {
      process.stdout.write(await openApiText(readSetting(environment, 'PUBLIC_URL').publicUrl));
    });
}

/** `leasegate print-config` */
export function printConfigCommand(environment: Environment): Command {
  return new Command('print-config')
    .description('print the effective settings, with secrets hidden')
    .addOption(jsonOption())
    .addHelpText('after', examples('leasegate print-config', 'leasegate print-config --json'))
    .action(({ json }: JsonOption) => {
      const settings = describeSettings(environment);
      if (json) return console.log(JSON.stringify(settings));
      for (const [heading, group] of Object.entries(SETTING_GROUPS)) {
        console.log(`## ${heading}`);
        for (const name of Object.keys(group) as SettingName[]) {
          console.log(settings[name] === null ? `# ${name} is not set` : `${name}=${settings[name]}`);
        }
      }
    });
}
