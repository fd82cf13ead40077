/**
 * `main.ts [--write]`: measures each row of `rows/rows.ts` on a private database server. With `--write`, the table goes into
 * `docs/evidence.md`.
 */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { openSite } from './rig/site';
import { measureRows } from './rows/rows';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });

async function main(): Promise<void> {
  const site = await openSite(1);
  try {
    const lines = ['| what is sent | measured |', '| --- | --- |', ...(await measureRows(site))];
    if (values.write)
      execFileSync(process.execPath, [join(__dirname, '..', 'evidence.mjs'), 'attacks'], { input: lines.join('\n') });
  } finally {
    await site.close();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
