/** A separate database server that a test may reconfigure. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Connection, createConnection } from 'mysql2/promise';

import { startLocalServer } from '../../tools/local-server/start';

export interface PrivateServer {
  /** The URL of an empty database on it. */
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

/**
 * @param globals what every later session on the server starts from, as the server's own options would have it
 * @param serverOptions options that it cannot do without from its start
 */
export async function startPrivateServer(
  globals: Readonly<Record<string, string | number>>,
  serverOptions: readonly string[] = [],
): Promise<PrivateServer> {
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-private-'));
  const say = (line: string) => console.log(line);
  const server = await startLocalServer({ folder, path: process.env.PATH ?? '', say, serverOptions });
  await withConnection(server.url, async (connection) => {
    await connection.query('create database leasegate');
    for (const [name, value] of Object.entries(globals)) await connection.query('set global ?? = ?', [name, value]);
  });
  return {
    databaseUrl: `${server.url}/leasegate`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

async function withConnection(url: string, work: (connection: Connection) => Promise<void>): Promise<void> {
  const connection = await createConnection(url);
  try {
    await work(connection);
  } finally {
    await connection.end();
  }
}
