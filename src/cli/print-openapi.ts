import { Command } from 'commander';

import { printedOpenApi } from '../openapi/document';
import { type Environment, readBasePath } from '../settings';

/** `leasegate print-openapi` */
export function printOpenApiCommand(environment: Environment): Command {
  return new Command('print-openapi').description('print the OpenAPI document of the REST operations').action(() => {
    process.stdout.write(printedOpenApi(readBasePath(environment)));
  });
}
