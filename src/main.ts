import type { Commands } from './cli/program';
import { ready } from './cli/readiness';

/** Runs the command line of this process. @param more loads the commands of the parts beside `src` */
export async function main(more: () => Commands): Promise<void> {
  // The reader of the output may close it early (`leasegate … | head`).
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const argv = process.argv.slice(2);
  process.exitCode = argv.length === 1 && argv[0] === 'ready' ? await checkHealth() : await runCommand(argv, more());
}

/** A health check runs every few seconds, and loading the other commands would take half of its CPU time. */
async function checkHealth(): Promise<number> {
  try {
    await ready(process.env);
    return 0;
  } catch (error) {
    return (await import('./cli/program.ts')).failed(error, process.env);
  }
}

async function runCommand(argv: readonly string[], more: Commands): Promise<number> {
  const [{ runCommandLine }, { VERSION }] = await Promise.all([import('./cli/program.ts'), import('./package.ts')]);
  return runCommandLine(argv, process.env, VERSION, more);
}
