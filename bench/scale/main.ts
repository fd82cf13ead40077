/**
 * `npm run bench:scale [-- --order group --every N LEASES]`: a page of every shape beside the obvious SQL, in one world: 100,000 leases
 * with ids in the order of the calendar, unless said otherwise. On the server that BENCH_DATABASE_URL names, else on a private one.
 */

import { totalmem } from 'node:os';
import { parseArgs } from 'node:util';

import { createProgress } from '../../src/cli/progress';
import { onDatabaseServer } from './database-server';
import { ID_ORDERS, type IdOrder, worldSize } from './facts';
import { summary } from './summary';
import { runShapes, type ShapeFigures } from './run';
import { shapes } from './shapes';
import { inWorld, serverName } from './world-database';

interface World {
  readonly leases: number;
  readonly order: IdOrder;
  readonly every: number;
}

const now = () => performance.now();

function measure(serverUrl: string, { leases, order, every }: World): Promise<ShapeFigures[]> {
  console.log(`Filling a world of ${leases} leases.`);
  return inWorld({ serverUrl, leases, order, now }, async (address) => {
    const chosen = shapes(worldSize(leases)).filter((_shape, nth) => nth % every === 0);
    const progress = createProgress({ stream: process.stderr, now });
    try {
      return await runShapes(address, leases, chosen, (done) => progress.update(done, chosen.length, `${done} shapes`));
    } finally {
      progress.stop();
    }
  });
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

const options = { every: { type: 'string', default: '1' }, order: { type: 'string', default: 'calendar' } } as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const order = ID_ORDERS.find((name) => name === values.order);
if (order === undefined) throw new Error(`--order must be one of ${ID_ORDERS.join(', ')}.`);
const world: World = { leases: Number(positionals[0] ?? 100_000), order, every: Number(values.every) };

async function work(serverUrl: string): Promise<void> {
  const figures = await measure(serverUrl, world);
  const title = `${await serverName(serverUrl)}, ${world.leases} leases, ids by ${world.order}, ${figures.length} shapes`;
  console.log([title, ...summary(figures)].join('\n'));
}

const { BENCH_DATABASE_URL: given, PATH: path = '' } = process.env;
const say = (line: string) => console.log(line);
onDatabaseServer({ given, path, say, serverOptions: optionsFor(world.leases) }, work).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
