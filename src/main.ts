import type { Commands } from './cli/program';
import { checkHealth } from './cli/readiness';

/** Runs the command line of this process. @param more loads the commands of the parts beside `src` */
export async function main(more: () => Commands): Promise<void> {
  // The reader of the output may close it early (`leasegate … | head`).
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const argv = process.argv.slice(2);
  // A health check runs every few seconds, and loading the other commands would take half of its CPU time.
  const isCheck = argv.length === 1 && argv[0] === 'ready';
  process.exitCode = isCheck ? await checkHealth(process.env) : await runCommand(argv, more());
}

async function runCommand(argv: readonly string[], more: Commands): Promise<number> {
  const [{ runCommandLine }, { VERSION }] = await Promise.all([import('./cli/program.ts'), import('./package.ts')]);
  return runCommandLine(argv, process.env, VERSION, more);
}
