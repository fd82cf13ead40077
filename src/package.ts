import { dirname } from 'node:path';

/** The folder of this package, whether its code runs from `src/` or from `dist/src/`. */
export function packageFolder(): string {
  return dirname(require.resolve('leasegate/package.json'));
}

/** The version of this package. A constant, because an upgrade may replace `package.json` while the old program runs. */
export const VERSION = '1.0.0';
