import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startLocalServer } from '../../tools/local-server/start';

export interface DatabaseServerOptions {
  /** A server that runs already, by an account that may create databases; without it a private one is started. */
  readonly given: string | undefined;
  /** Searched for a server program, as the variable `PATH`. */
  readonly path: string;
  readonly say: (line: string) => void;
  /** Of a private server. */
  readonly serverOptions?: readonly string[];
}

/** Runs `work` with the server's address and a folder that is there as long, for whatever else it starts. */
export async function onDatabaseServer<Result>(
  { given, path, say, serverOptions = [] }: DatabaseServerOptions,
  work: (serverUrl: string, folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-bench-'));
  // PostgreSQL's account, which is not this one, has a folder within.
  chmodSync(folder, 0o711);
  try {
    if (given) return await work(given, folder);
    const server = await startLocalServer({ folder: join(folder, 'database'), path, say, serverOptions });
    try {
      return await work(server.url, folder);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
