import { type Commands, runCommandLine } from './cli/program';
import { VERSION } from './package';

/** Runs the command line of this process. @param more the commands of the parts beside `src` */
export async function main(more: Commands): Promise<void> {
  // The reader of the output may close it early (`leasegate … | head`).
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.exitCode = await runCommandLine(process.argv.slice(2), process.env, VERSION, more);
}
