/** Runs first in a program under test: at its end it writes the files that it has loaded, one a line, to `$LOADED_MODULES/<pid>`. */

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { cache } = createRequire(import.meta.url);

process.on('exit', () => {
  writeFileSync(join(process.env.LOADED_MODULES, `${process.pid}`), Object.keys(cache).join('\n'));
});
