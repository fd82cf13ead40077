/** Runs a command in the process of the test: much faster than the program, and without what is around a command. */

import { Readable } from 'node:stream';

import { type Commands, runCommandLine } from '../../src/cli/program';
import type { Ended, Environment } from './leasegate';

/** @param more the commands of parts other than `src` */
export async function commandHere(
  args: readonly string[],
  environment: Environment = {},
  input = '',
  more: Commands = {},
): Promise<Ended> {
  const printed = { log: '', error: '' };
  const spies = (['log', 'error'] as const).map((to) =>
    jest.spyOn(console, to).mockImplementation((...line: unknown[]) => void (printed[to] += `${line.join(' ')}\n`)),
  );
  // A single test file may run at a terminal, where the program has colours.
  const env = jest.replaceProperty(process, 'env', { ...process.env, NO_COLOR: '1' });
  const stdin = jest
    .spyOn(process, 'stdin', 'get')
    .mockReturnValue(Readable.from([Buffer.from(input)]) as typeof process.stdin);
  try {
    const status = await runCommandLine(args, environment, '0', more);
    return { status, stdout: printed.log, stderr: printed.error };
  } finally {
    for (const spy of [...spies, stdin]) spy.mockRestore();
    env.restore();
    process.exitCode = undefined;
  }
}
