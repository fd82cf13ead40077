import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of this package, as its `package.json` has it. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')) as { version: string };
  return version;
}
