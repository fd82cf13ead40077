/** The files of this package. */

import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The folder of this package, whether its code runs from `src/` or from `dist/src/`. */
export function packageFolder(): string {
  return dirname(require.resolve('leasegate/package.json'));
}

/** Loads code whose packages are optional. @throws {Error} with `missing` when one of them is not installed */
export async function loadOptional<Module>(loading: Promise<Module>, missing: string): Promise<Module> {
  return loading.catch((failure: unknown) => {
    if ((failure as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw failure;
    throw new Error(missing, { cause: failure });
  });
}

/** The version of this package. A constant, because an upgrade may replace `package.json` while the old program runs. */
export const VERSION = '1.0.0';

/**
 * The text of `/openapi.json` and `leasegate print-openapi`. `openapi.json` is written by hand; tests hold every answer to it.
 * @param publicUrl the server that it names, absolute or a path; empty for the one that serves it
 */
export async function openApiText(publicUrl: string): Promise<string> {
  const text = await readFile(join(packageFolder(), 'openapi.json'), 'utf8');
  if (publicUrl === '') return text;
  const document = JSON.parse(text) as { readonly servers: readonly [object] };
  return `${JSON.stringify({ ...document, servers: [{ ...document.servers[0], url: publicUrl }] }, null, 2)}\n`;
}
