import { runCommandLine } from './cli/program';
import { readVersion } from './package';

// Whoever reads may stop reading (`leasegate … | head`).
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

void runCommandLine(process.argv.slice(2), process.env, readVersion()).then((status) => {
  process.exitCode = status;
});
