import { Command } from 'commander';

import { printedOpenApi } from '../rest/openapi/document';
import { type Environment, readBasePath } from '../config/settings';
import { examples } from './style';

/** `leasegate print-openapi` */
export function printOpenApiCommand(environment: Environment): Command {
  return new Command('print-openapi')
    .description('print the OpenAPI document of the REST operations')
    .addHelpText('after', examples('BASE_PATH=/lookups leasegate print-openapi > openapi.json'))
    .action(() => {
      process.stdout.write(printedOpenApi(readBasePath(environment)));
    });
}
