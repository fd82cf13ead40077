/** `leasegate completion`: the scripts, each run by its shell. Nothing here needs settings or a database. */

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { debianProgram, INSTALL_LIMIT_MS } from '../support/debian-program';
import { leasegate } from './leasegate';

// A test starts the program several times, on a machine that may be busy.
jest.setTimeout(120_000);

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leasegate-completion-'));
  for (const shell of SHELLS) {
    const { status, stdout, stderr } = await leasegate(['completion', shell]);
    expect([status, stderr]).toEqual([0, '']);
    writeFileSync(join(folder, `script.${shell}`), stdout);
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Prints the words that each shell offers at the end of a command line, one per line. A description may follow. */
const ASK: Readonly<Record<Shell, (words: readonly string[]) => string>> = {
  bash: (words) =>
    `source script.bash; compopt() { :; }; COMP_WORDS=(${words.map(quoted).join(' ')}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
    _leasegate; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (words) => `
    _describe() { local -a offered; offered=("\${(@P)2}"); print -rl -- "\${offered[@]}"; }
    compadd() { print -rl -- "\${@:2}"; }
    _files() { [[ $1 == -/ ]] && print -l -- *(/N) || print -l -- *(N); }
    compdef() { :; }
    source script.zsh; words=(${words.map(quoted).join(' ')}); CURRENT=$#words; _leasegate`,
  fish: (words) => `source script.fish; complete -C ${quoted(words.join(' '))}`,
};
const quoted = (word: string): string => `'${word}'`;

async function offered(shell: Shell, words: readonly string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)(shell, ['-c', ASK[shell](words)], { cwd: folder });
  const lines = stdout.split('\n').filter((line) => line !== '');
  const last = words.at(-1) ?? '';
  // zsh itself removes the words with another beginning.
  return lines.map((line) => line.split(/[\t:]/)[0]!.replace(/\/$/, '')).filter((word) => word.startsWith(last));
}

describe.each(SHELLS.map((shell) => ({ shell })))('$shell', ({ shell }) => {
  beforeAll(() => debianProgram(shell), INSTALL_LIMIT_MS);

  test.each([
    [['mem'], ['member']],
    [['print-'], ['print-config', 'print-openapi', 'print-schema']],
    [
      ['member', ''],
      ['add', 'help', 'list', 'remove'],
    ],
    [
      ['completion', ''],
      ['bash', 'fish', 'zsh'],
    ],
    [['import', '--dr'], ['--dry-run']],
    [
      ['member', 'list', '--'],
      ['--help', '--json', '--subject'],
    ],
    [['member', 'list', '--subject', 'jane', '--j'], ['--json']],
    [['token', 'create', '--expires', ''], []],
    [['import', '--rejects', 'script.b'], ['script.bash']],
    [['import', 'script.b'], []],
    [['serve', ''], []],
  ])('%j is completed with %j', async (words, completions) => {
    expect((await offered(shell, ['leasegate', ...words])).toSorted()).toEqual(completions);
  });
});

test('every command of the help is in every script', async () => {
  const { stdout } = await leasegate(['--help']);
  const commands = [...stdout.matchAll(/^ {2}([a-z-]{4,})/gm)].map(([, name]) => name ?? '');
  expect(commands).toContain('completion');
  for (const shell of SHELLS) {
    const script = (await leasegate(['completion', shell])).stdout;
    for (const command of commands) expect(script).toContain(command);
  }
});

test('another shell is wrong usage', async () => {
  const { status, stdout, stderr } = await leasegate(['completion', 'tcsh']);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain('Allowed choices are bash, zsh, fish.');
});
