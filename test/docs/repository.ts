import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(__dirname, '..', '..');

/** Every file that is tracked or could be added, by its path from the root. */
export function repositoryFiles(): string[] {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const paths = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).split('\0');
  return [...new Set(paths.filter((path) => path !== ''))];
}

export const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
