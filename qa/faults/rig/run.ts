import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a program to its end. @throws {Error} with its output if it fails */
export async function run(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, [...args]);
  return stdout;
}
