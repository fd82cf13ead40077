/** The description of the REST interface, `openapi.json`, which is written by hand. Tests hold every answer and every check of a request to it. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { packageFolder } from '../package';

interface Served {
  readonly servers: readonly [object];
}

/** The text of `/openapi.json` and `leasegate print-openapi`. @param basePath prefix of every public path, which becomes the server */
export async function openApiText(basePath: string): Promise<string> {
  const text = await readFile(join(packageFolder(), 'openapi.json'), 'utf8');
  if (basePath === '') return text;
  const document = JSON.parse(text) as Served;
  return `${JSON.stringify({ ...document, servers: [{ ...document.servers[0], url: basePath }] }, null, 2)}\n`;
}
