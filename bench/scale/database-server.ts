import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startLocalServer } from '../../tools/local-server/start';

/**
 * Runs `work` with the server's address and a folder that is there as long, for whatever else it starts.
 * @param given a server that runs already, by an account that may create databases; without it a private one is started
 * @param path searched for a server program, as the variable `PATH`
 */
export async function onDatabaseServer<Result>(
  { given, path, say }: { given: string | undefined; path: string; say: (line: string) => void },
  work: (serverUrl: string, folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-bench-'));
  // PostgreSQL's account, which is not this one, has a folder within.
  chmodSync(folder, 0o711);
  try {
    if (given) return await work(given, folder);
    const server = await startLocalServer({ folder: join(folder, 'database'), path, say });
    try {
      return await work(server.url, folder);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
