/** HAProxy with the configuration of docs/operate/haproxy.cfg, on addresses of this machine. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { freePort } from '../../tools/local-server/free-port';
import { lastLines } from '../../tools/local-server/logged-run';
import { ServerProcess } from '../../tools/local-server/server-process';
import { debianProgram } from '../support/debian-program';
import { until } from '../support/until';

export type Balancer = Awaited<ReturnType<typeof startBalancer>>;

/** Where a gateway listens. */
export interface Ports {
  readonly port: number;
  readonly adminPort: number;
}

export const freePorts = async (): Promise<Ports> => ({ port: await freePort(), adminPort: await freePort() });

/**
 * @param nodes addresses of the database servers
 * @param checks what to write for the check for Galera, by the section that uses it
 */
export async function startBalancer(
  folder: string,
  nodes: readonly string[],
  gateways: readonly Ports[],
  checks: Readonly<Record<string, string>> = {},
) {
  const program = await debianProgram('haproxy');
  const [frontend, lookups, keeper] = [await freePort(), await freePort(), await freePort()];
  let text = readFileSync(join(__dirname, '..', '..', 'docs', 'operate', 'haproxy.cfg'), 'utf8');
  const replace = (from: string, to: string) => {
    if (!text.includes(from)) throw new Error(`docs/operate/haproxy.cfg has no ${from}`);
    text = text.replaceAll(from, to);
  };
  replace('0.0.0.0:80', `127.0.0.1:${frontend}`);
  replace('127.0.0.1:3306', `127.0.0.1:${lookups}`);
  replace('127.0.0.1:3307', `127.0.0.1:${keeper}`);
  nodes.forEach((address, at) => replace(`10.0.1.${at + 1}:3306`, address));
  for (const [section, check] of Object.entries(checks))
    replace(`${section} from galera-node`, `${section} from ${check}`);
  gateways.forEach(({ port, adminPort }, at) =>
    replace(`10.0.0.${at + 1}:4000 port 4001`, `127.0.0.1:${port} port ${adminPort}`),
  );
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, text);
  const log = join(folder, 'haproxy.log');
  const haproxy = ServerProcess.spawn(program, ['-db', '-f', file], log);
  const url = `http://127.0.0.1:${frontend}`;
  try {
    await until(() => fetch(url).then(Boolean, () => false), 'HAProxy answers');
  } catch (error) {
    throw new Error(lastLines(log), { cause: error });
  }
  // The URL is that of the public listener. The databases are those of `serve` and of the commands that write.
  const databases = { lookupsDatabase: `127.0.0.1:${lookups}`, keeperDatabase: `127.0.0.1:${keeper}` };
  return { url, ...databases, stop: () => haproxy.stop() };
}
