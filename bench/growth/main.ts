/**
 * `npm run bench:growth [-- --write --folder FOLDER LEASES…]`: rows and CPU time of common lookups in worlds of
 * 1,000 to 10,000,000 leases, on a private MariaDB. The worlds stay in FOLDER for the next run. `--write` writes the section
 * of `docs/evidence.md` and its plot.
 */

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { createConnection, type RowDataPacket } from 'mysql2/promise';

import { createProgress } from '../../src/cli/progress';
import { startLocalServer } from '../../tools/local-server/start';
import { addressOf, createDatabase, databasePid, serverName } from '../scale/world-database';
import { count, machine } from '../speed/report';
import { type RunningServer, startServer, tokenFor } from '../speed/stand';
import { fillEvenWorld } from './even-world';
import { LOOKUPS } from './lookups';
import { measureGrowth } from './measure';
import { panelsOf, plot, report } from './report';

const ROOT = join(__dirname, '..', '..', '..');
/** As an operator would have it: the largest world does not fit. Nothing has to survive a crash. */
const SERVER_OPTIONS = ['--innodb-buffer-pool-size=2G', '--innodb-log-file-size=2G', '--innodb-doublewrite=OFF'];

const now = () => performance.now();
const { values, positionals } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    folder: { type: 'string', default: join(tmpdir(), 'leasegate-growth') },
  },
  allowPositionals: true,
});
const sizes = positionals.length > 0 ? positionals.map(Number) : [1e3, 1e4, 1e5, 1e6, 1e7];
const secret = randomBytes(32).toString('hex');

async function measure(serverUrl: string): Promise<void> {
  const tokens = new Map<string, Promise<string>>();
  const oneTokenFor = (groups: readonly string[]): Promise<string> => {
    const token = tokens.get(groups.join()) ?? tokenFor(groups, secret);
    tokens.set(groups.join(), token);
    return token;
  };
  const started = { token: await tokenFor(['group-0'], secret), first: { path: '/leases/tenants/', body: '{}' }, now };
  const worlds: (RunningServer & { readonly leases: number })[] = [];
  const database = await createConnection(serverUrl);
  const progress = createProgress({ stream: process.stderr, now });
  try {
    const [there] = await database.query<RowDataPacket[]>('show databases');
    for (const leases of sizes.filter((size) => there.every(({ Database }) => Database !== `growth_${size}`))) {
      console.log(`Filling a world of ${leases} leases.`);
      await createDatabase(database, addressOf(serverUrl, `growth_${leases}`), (db) => fillEvenWorld(db, leases));
    }
    for (const leases of sizes) {
      const dependencies = { root: ROOT, databaseUrl: `${serverUrl}/growth_${leases}`, secret, groups: [] };
      worlds.push({ leases, ...(await startServer('leasegate', { dependencies, ...started })) });
    }
    const growth = await measureGrowth({
      worlds,
      lookups: LOOKUPS,
      database,
      databasePid: (await databasePid(addressOf(serverUrl, 'mysql'))) ?? NaN,
      tokenFor: oneTokenFor,
      onStep: (done, total) => progress.update(done, total, `${done} of ${total} turns`),
    });
    const text = report(
      growth,
      `${sizes.map(count).join(', ')} leases; ${machine()}; ${await serverName(serverUrl)}, a buffer pool of 2 GB`,
    );
    console.log(text);
    if (!values.write) return;
    execFileSync(process.execPath, [join(ROOT, 'qa', 'evidence.mjs'), 'growth'], { input: text });
    writeFileSync(join(ROOT, 'docs', 'images', 'growth.svg'), plot(sizes, panelsOf(growth)));
  } finally {
    progress.stop();
    await Promise.all(worlds.map((gateway) => gateway.stop()));
    await database.end();
  }
}

async function main(): Promise<void> {
  const { folder } = values;
  const say = (line: string) => console.log(line);
  say(`The worlds stay in ${folder}; 10,000,000 leases take about 14 GB.`);
  const server = await startLocalServer({ folder, path: process.env.PATH ?? '', say, serverOptions: SERVER_OPTIONS });
  try {
    await measure(server.url);
  } finally {
    await server.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
