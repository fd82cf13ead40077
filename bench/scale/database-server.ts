import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startLocalServer } from '../../tools/local-server/start';

/**
 * Runs `work` with the server's address.
 * @param given a server that runs already, by an account that may create databases; without it a private one is started
 * @param path searched for a server program, as the variable `PATH`
 */
export async function onDatabaseServer<Result>(
  { given, path, say }: { given: string | undefined; path: string; say: (line: string) => void },
  work: (serverUrl: string) => Promise<Result>,
): Promise<Result> {
  if (given) return work(given);
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-bench-'));
  try {
    const server = await startLocalServer({ folder: join(folder, 'database'), path, say });
    try {
      return await work(server.url);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
