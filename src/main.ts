import { runCommandLine } from './cli/program';
import { VERSION } from './package';

// The reader of the output may close it early (`leasegate … | head`).
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

void runCommandLine(process.argv.slice(2), process.env, VERSION).then((status) => {
  process.exitCode = status;
});
