/** The target of the cases: our own gateway with a fixed clock, or the server that CONTRACT_BASE_URL names. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { importFolder } from '../../ingest/import/import-folder';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestGateway } from '../support/gateway';
import type { Target } from './runner';
import { signTokens, TOKEN_NAMES, tokensFrom } from './tokens';
import { readWorld, WORLD_FOLDER } from './world';

const NOW = new Date('2026-03-15T12:00:00Z');

export interface Plan {
  readonly tokenNames: ReadonlySet<string>;
  readonly fixedClock: boolean;
  /** @param env further settings of our own gateway */
  open(env?: Readonly<Record<string, string>>): Promise<Target & { close(): Promise<void> }>;
}

/** @param environment CONTRACT_BASE_URL (any deployment that holds `world/`) and CONTRACT_TOKEN_ALL, CONTRACT_TOKEN_NORTH … */
export function planTarget(environment: Readonly<Record<string, string | undefined>>): Plan {
  const baseUrl = environment.CONTRACT_BASE_URL;
  return baseUrl ? foreign(baseUrl, environment) : ours;
}

function foreign(baseUrl: string, environment: Readonly<Record<string, string | undefined>>): Plan {
  const tokens = tokensFrom(environment);
  return {
    tokenNames: new Set(Object.keys(tokens).filter((name) => tokens[name] !== undefined)),
    fixedClock: false,
    open: () =>
      Promise.resolve({ baseUrl, tokens, fixedClock: false, world: readWorld(), close: () => Promise.resolve() }),
  };
}

const ours: Plan = {
  tokenNames: new Set(TOKEN_NAMES),
  fixedClock: true,
  async open(env) {
    const database = await createTestDatabase();
    await loadWorld(database);
    // Without the sealed group, which callers of all groups would receive. Every answer is compared as a whole.
    const gateway = await startTestGateway({
      databaseUrl: database.url,
      now: () => NOW,
      sealed: false,
      ...(env && { env }),
    });
    return {
      baseUrl: gateway.url,
      tokens: await signTokens(NOW),
      fixedClock: true,
      world: readWorld(),
      async close() {
        await gateway.close();
        await database.drop();
      },
    };
  },
};

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
