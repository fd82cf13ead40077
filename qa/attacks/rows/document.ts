/** The rows as `docs/evidence.md` shows them. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { ROOT } from '../../faults/rig/gateway-process';
import type { Site } from '../rig/site';
import { ROWS } from './measures';

/** Measures every row and prints it. With `--write`, also writes it into the page. */
export async function measureRows(site: Site, write: boolean): Promise<void> {
  const lines = ['| what is sent | measured |', '| --- | --- |'];
  for (const { row, sent, measure } of ROWS) {
    const measured = await measure(site);
    console.log(`${row}: ${measured}`);
    lines.push(`| ${sent} | ${measured} |`);
  }
  if (write) execFileSync(process.execPath, [join(ROOT, 'qa', 'evidence.mjs'), 'attacks'], { input: lines.join('\n') });
}
