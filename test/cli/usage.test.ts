import { COMMANDS as CUTOVER } from '../../cutover/commands';
import { COMMANDS as INGEST } from '../../ingest/commands';
import { SETTINGS } from '../../src/config/setting-table';
import { commandHere } from './command-here';
import type { Environment } from './leasegate';

/** Exit status 0 done, 1 failed, 2 wrong usage; `--help` everywhere. Nothing here needs settings or a database. */

async function leasegate(args: readonly string[], environment: Environment = {}, more = { ...INGEST, ...CUTOVER }) {
  // Where the help and the messages about wrong usage go.
  const [out, error] = [process.stdout, process.stderr].map((to) => jest.spyOn(to, 'write').mockReturnValue(true));
  try {
    const { status, stdout, stderr } = await commandHere(args, environment, '', more);
    return { status, stdout: stdout + out!.mock.calls.join(''), stderr: stderr + error!.mock.calls.join('') };
  } finally {
    out?.mockRestore();
    error?.mockRestore();
  }
}

const SUBCOMMANDS: Readonly<Record<string, readonly string[]>> = {
  member: ['add', 'remove', 'list'],
  token: ['create', 'import', 'list', 'revoke', 'inspect'],
  cutover: ['proxy', 'replay', 'ready'],
};
const NAMES =
  'serve ready migrate import seed member token print-schema print-openapi print-config check cutover conformance';
const COMMANDS = NAMES.split(' ').flatMap((name) => [[name], ...(SUBCOMMANDS[name] ?? []).map((sub) => [name, sub])]);

test('`leasegate --help` names every command', async () => {
  const { status, stdout } = await leasegate(['--help']);
  expect([status, stdout.replaceAll(/\s+/g, ' ')]).toMatchSnapshot();
});

test('`leasegate --version` loads no command', async () => {
  const broken = { broken: () => Promise.reject(new Error('It was loaded.')) };
  expect(await leasegate(['--version'], {}, broken)).toEqual({ status: 0, stdout: '0\n', stderr: '' });
});

test.each(COMMANDS.map((command) => [command]))('%j --help', async (command) => {
  const { status, stdout, stderr } = await leasegate([...command, '--help']);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatchSnapshot();

  const [help = '', shown = ''] = stdout.split(/^Examples?:$/m);
  expect(shown).toMatch(new RegExp(`^  .*leasegate ${command.join(' ')}( |$)`, 'm'));
  // A command with subcommands shows examples of these.
  if (help.includes('\nCommands:')) return;
  for (const [option] of shown.matchAll(/ --[a-z-]+/g)) expect(help).toContain(`${option} `);
});

test.each([
  [[]],
  [['frobnicate']],
  ...['0', '-1', 'soon', '61'].map((timeout) => [['ready', '--timeout', timeout]]),
  [['migrate', 'now']],
  [['member']],
  [['member', 'add', '--subject', 'jane']],
  [['member', 'add', '--subject', '', '--groups', 'a']],
  [['member', 'add', '--subject', 'jane', '--groups', ',']],
  [['member', 'list', '--subject', 'x'.repeat(256)]],
  [['token', 'create', '--subject', 'jane', '--expires', '30']],
  [['token', 'create', '--subject', 'jane', '--expires', '0d']],
  [['token', 'import', '--subject', 'jane', 'the-token-itself']],
  [['token', 'revoke', 'jane']],
  [['seed', '--leases', '1', '--groups', '1', '--base-date', '2026-02-30']],
  [['check', '--groups', 'acme']],
  [['check', '--explain', 'leases', '--json']],
  [['conformance', '--base-url', 'leases.example', '--token', 't']],
])('wrong usage ends with status 2 and a message: %j', async (args) => {
  const { status, stdout, stderr } = await leasegate(args);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(
    /^Usage: leasegate|^error: .*\n(\(Did you mean .*\)\n)?Run `leasegate( [a-z]+)* --help` for help\.\n$/,
  );
  expect(stderr).not.toMatch(/^ {4}at /m);
});

test.each([
  [['chek'], 'check'],
  [['member', 'lst'], 'list'],
  [['import', '.', '--dryrun'], '--dry-run'],
  [['check', '--jsn'], '--json'],
])('a typo ends with status 2 and a suggestion: %j', async (args, meant) => {
  const { status, stdout, stderr } = await leasegate(args);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`(Did you mean ${meant}?)`);
});

test('`print-config` prints every setting, with secrets hidden, and as JSON', async () => {
  const secrets = { DATABASE_URL: 'mysql://root:hunter2@db/x', AUTH_JWT_SECRET: 'hunter2'.repeat(6) };
  const env = { ...secrets, PORT: '5000', HOST: '' };
  const { status, stdout } = await leasegate(['print-config'], env);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^## Data\nDATABASE_URL=\(hidden\)\n/);
  for (const line of ['AUTH_JWT_SECRET=(hidden)', 'PORT=5000', 'HOST=127.0.0.1', '# AUTH_JWT_ISSUER is not set'])
    expect(stdout).toContain(`\n${line}\n`);
  const { stdout: json } = await leasegate(['print-config', '--json'], env);
  const told = JSON.parse(json) as object;
  expect(Object.keys(told)).toEqual(Object.keys(SETTINGS));
  const hidden = { DATABASE_URL: '(hidden)', AUTH_JWT_SECRET: '(hidden)' };
  expect(told).toMatchObject({ ...hidden, PORT: '5000', HOST: '127.0.0.1', AUTH_JWT_ISSUER: null });
  expect(stdout + json).not.toContain('hunter2');
});

test('invalid settings end with status 1, and what is probably a mistake is said with them', async () => {
  const stderr =
    'Invalid settings:\n  DATABASE_URL is not set\n  unknown setting RATE_LIMTI; did you mean RATE_LIMIT?\n';
  expect(await leasegate(['migrate'], { RATE_LIMTI: '5' })).toEqual({ status: 1, stdout: '', stderr });
});
