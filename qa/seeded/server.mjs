import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Runs `work` with the URL of one database server for all runs, because each would start its own. */
export async function withServer(root, work) {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return work(given);
  const { startLocalServer } = await import(pathToFileURL(join(root, 'dist/tools/local-server/start.js')).href);
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-seeded-server-'));
  try {
    const server = await startLocalServer({ folder, path: process.env.PATH ?? '', say: (line) => console.log(line) });
    try {
      return await work(server.url);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
