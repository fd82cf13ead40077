/** A copy of this program that says it is the next release, with one migration more. */

import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { VERSION } from '../../src/package';
import type { Program } from '../cli/leasegate';

const ROOT = join(__dirname, '..', '..');

export const LATER_MIGRATION = `0099-county@${VERSION}`;
const LATER = `'${LATER_MIGRATION}': {
  statement: 'alter table units add column county varchar(255), algorithm = instant',
  adds: ['units', 'county'],
},`;

/** @param folder an empty one, outside the checkout */
export function newerRelease(folder: string): Program {
  const copied = ['bin', 'dist', 'package.json', 'openapi.json', 'schema.graphql', 'persisted-documents.json'];
  for (const name of copied) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  change(join(folder, 'dist', 'src', 'package.js'), `'${VERSION}'`, `'999.0.0'`);
  change(join(folder, 'dist', 'src', 'db', 'migrations', 'index.js'), `'0001-groups':`, `${LATER} '0001-groups':`);
  return { path: join(folder, 'bin', 'leasegate'), nodeOptions: '' };
}

function change(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  writeFileSync(file, text.replace(from, to));
}
