/**
 * `node qa/evidence.mjs SECTION`: writes standard input between the markers of a section of `docs/evidence.md`. The commands
 * that measure end with it.
 */

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const PAGE = join(ROOT, 'docs', 'evidence.md');

export function writeEvidence(section, text) {
  const page = readFileSync(PAGE, 'utf8');
  const place = new RegExp(`(<!-- ${section}: .* -->\n)[^]*?(<!-- /${section} -->)`);
  if (!place.test(page)) throw new Error(`docs/evidence.md has no markers for ${section}.`);
  writeFileSync(
    PAGE,
    page.replace(place, (_, start, end) => `${start}\n${text.trim()}\n\n${end}`),
  );
  execFileSync(join(ROOT, 'node_modules', '.bin', 'oxfmt'), [PAGE]);
}

export function tableOf(rows) {
  const [head, ...rest] = rows;
  return [head, head.map(() => '---'), ...rest].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

if (process.argv[1] === import.meta.filename) writeEvidence(process.argv[2], readFileSync(0, 'utf8'));
