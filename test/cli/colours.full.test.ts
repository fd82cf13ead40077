import { leasegate } from './leasegate';

// A test starts the program several times, on a machine that may be busy.
jest.setTimeout(120_000);

/** Colours are for terminals. In these tests no stream is a terminal, so only FORCE_COLOR turns them on. */

const ESCAPE = '\u001b[';
const LINES = [[['--help']], [['check']], [['frobnicate']], [['migrate']]];

test.each(LINES)('%j has colours only if FORCE_COLOR asks and NO_COLOR does not', async (args) => {
  const said = async (env: Readonly<Record<string, string>>) => {
    const { stdout, stderr } = await leasegate(args, env);
    return stdout + stderr;
  };
  const plain = await said({});
  expect(plain).not.toContain(ESCAPE);
  expect(await said({ FORCE_COLOR: '1' })).toContain(ESCAPE);
  expect(await said({ FORCE_COLOR: '0' })).toBe(plain);
  // Node warns about the combination.
  expect(await said({ FORCE_COLOR: '1', NO_COLOR: '1' })).not.toContain(ESCAPE);
});

test('machine-readable output never has colours', async () => {
  for (const args of [['check', '--json'], ['print-config'], ['print-config', '--json']]) {
    expect((await leasegate(args, { FORCE_COLOR: '1' })).stdout).not.toContain(ESCAPE);
  }
});
