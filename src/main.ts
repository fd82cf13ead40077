import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runCommandLine } from './cli/program';

const { version } = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')) as { version: string };

// Whoever reads may stop reading (`leasegate … | head`).
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

void runCommandLine(process.argv.slice(2), process.env, version).then((status) => {
  process.exitCode = status;
});
