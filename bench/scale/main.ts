/**
 * `npm run bench:scale [-- --every N] [-- LEASES…]`: 10,000, 100,000 and 1,000,000 leases unless sizes are named.
 * On the server that BENCH_DATABASE_URL names, else on a private one. Writes a report and a plot to `docs/evidence/`. Their names
 * end with the largest size if sizes are named.
 */

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { createProgress } from '../../src/cli/progress';
import { onDatabaseServer } from './database-server';
import { worldSize } from './facts';
import { plot } from './plot';
import { report } from './report';
import { runShapes } from './run';
import { ordinaryShapes, shapes } from './shapes';
import type { SizeFigures } from './summary';
import { inWorld, serverName } from './world-database';

const ROOT = join(__dirname, '..', '..', '..');
const DOCS = join(ROOT, 'docs', 'evidence');
const now = () => performance.now();

async function measure(serverUrl: string, leases: number, every: number): Promise<SizeFigures> {
  const began = now();
  console.log(`Filling a world of ${leases} leases.`);
  return inWorld({ serverUrl, leases, order: 'calendar', now }, async (address) => {
    const seconds = (now() - began) / 1000;
    console.log(`Filled in ${Math.round(seconds)} s.`);
    const chosen = shapes(worldSize(leases)).filter((_shape, nth) => nth % every === 0);
    const progress = createProgress({ stream: process.stderr, now });
    const onShape = (done: number, total: number) => progress.update(done, total, `${done} shapes`);
    try {
      const options = { address, leases, now, onShape };
      const ordinary = await runShapes({ ...options, shapes: ordinaryShapes() });
      return { leases, filled: leases / seconds, ordinary, figures: await runShapes({ ...options, shapes: chosen }) };
    } finally {
      progress.stop();
    }
  });
}

async function writeDocuments(server: string, sizes: readonly SizeFigures[]): Promise<void> {
  const kind = server.split(' ')[0]?.toLowerCase();
  const name = ['scale', kind, ...(areNamed ? [sizes.at(-1)?.leases] : [])].join('-');
  const document = join(DOCS, `${name}.md`);
  const text = report({ server, plot: `${name}.svg`, sizes });
  writeFileSync(document, text);
  execFileSync(join(ROOT, 'node_modules', '.bin', 'oxfmt'), [document]);
  writeFileSync(join(DOCS, `${name}.svg`), plot(server, sizes));
  console.log(`Wrote docs/evidence/${name}.md and docs/evidence/${name}.svg.`);
}

async function bench(serverUrl: string, leases: readonly number[], every: number): Promise<void> {
  const sizes: SizeFigures[] = [];
  for (const size of leases) sizes.push(await measure(serverUrl, size, every));
  await writeDocuments(await serverName(serverUrl), sizes);
}

/** A world fits into memory, up to half of it, and its log is long enough to fill it without a stop. Nothing has to survive a crash. */
function optionsFor(leases: number): string[] {
  const megabytes = Math.ceil(Math.min(totalmem() / 2, Math.max(512e6, leases * 2_000)) / 1e6);
  const log = '2G';
  return [
    `--innodb-buffer-pool-size=${megabytes}M`,
    `--loose-innodb-redo-log-capacity=${log}`,
    `--loose-innodb-log-file-size=${log}`,
    '--innodb-doublewrite=OFF',
  ];
}

const { values, positionals } = parseArgs({ options: { every: { type: 'string' } }, allowPositionals: true });
const areNamed = positionals.length > 0;
const leases = areNamed ? positionals.map(Number) : [10_000, 100_000, 1_000_000];
const work = (serverUrl: string) => bench(serverUrl, leases, Number(values.every ?? 1));
const { BENCH_DATABASE_URL: given, PATH: path = '' } = process.env;
const serverOptions = optionsFor(Math.max(...leases));
onDatabaseServer({ given, path, say: (line) => console.log(line), serverOptions }, work).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
