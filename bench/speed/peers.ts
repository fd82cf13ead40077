import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const folderOf = (root: string): string => join(root, 'bench', 'peers');

/** Installs missing packages of the peers, and builds the peers. */
export function buildPeers(root: string, say: (line: string) => void): void {
  const npm = (...args: string[]) => execFileSync('npm', ['--prefix', folderOf(root), ...args], { stdio: 'inherit' });
  if (!existsSync(join(folderOf(root), 'node_modules'))) {
    say('Installing the packages of the peers.');
    npm('ci');
  }
  say('Building the peers.');
  npm('run', 'build');
}
