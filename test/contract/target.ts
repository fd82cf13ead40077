/** The target of the cases: our own gateway, whose clock stands at 2026-03-15. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { importFolder } from '../../ingest/import/import-folder';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway } from '../support/gateway';
import type { Target } from './runner';
import { signTokens } from './tokens';
import { readWorld, WORLD_FOLDER } from './world';

const NOW = new Date('2026-03-15T12:00:00Z');

export async function openTarget(): Promise<Target & { close(): Promise<void> }> {
  const database = await createTestDatabase();
  await loadWorld(database);
  // Without the sealed group, which callers of all groups would receive. Every answer is compared as a whole.
  const gateway = await startTestGateway({ databaseUrl: database.url, now: () => NOW, sealed: false });
  return {
    baseUrl: gateway.url,
    tokens: await signTokens(NOW),
    world: readWorld(),
    async close() {
      await gateway.close();
      await database.drop();
    },
  };
}

/** @throws {Error} if the import refuses a record of the world */
async function loadWorld({ db }: TestDatabase): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'leasegate-contract-'));
  const refused: string[] = [];
  try {
    await importFolder({
      db,
      folder: WORLD_FOLDER,
      rejects: join(folder, 'rejects.ndjson'),
      onRefusal: ({ file, line, reason }) => refused.push(`${file}:${line} ${reason}`),
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
  if (refused.length > 0) throw new Error(`the world was refused: ${refused.join('; ')}`);
}
