import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of this package, whether its code runs from `src/` or from `dist/src/`. */
export function packageFolder(): string {
  return dirname(require.resolve('leasegate/package.json'));
}

/** The version of this package, as its `package.json` has it. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as { version: string };
  return version;
}
