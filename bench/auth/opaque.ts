import { randomBytes } from 'node:crypto';

import { type FindOpaqueToken, newOpaqueToken, tokenHash } from '../../src/auth/opaque-token';
import { COMMAND_CONNECTION, connect } from '../../src/db/connect';
import { Database } from '../../src/db/database';
import { addOpaqueToken } from '../../src/db/access/opaque-tokens';
import type { DatabaseAddress } from '../../src/config/setting-values';

export interface OpaqueTokens {
  readonly tokens: readonly string[];
  readonly find: FindOpaqueToken;
  close(): Promise<void>;
}

/** That many tokens with two groups each, in a migrated database. */
export async function opaqueTokens(address: DatabaseAddress, count: number): Promise<OpaqueTokens> {
  const db = connect(address, COMMAND_CONNECTION);
  const groups = ['bench north', 'bench south'];
  await db
    .insertInto('groups')
    .values(groups.map((identifier) => ({ identifier })))
    .execute();
  const tokens = Array.from({ length: count }, () => newOpaqueToken(randomBytes(32)));
  const given = { groups, createdAt: new Date(), expiresAt: null };
  for (const [nth, token] of tokens.entries())
    await addOpaqueToken(db, { sha256: tokenHash(token), subject: `caller ${nth}`, ...given });
  const database = new Database(db, () => performance.now());
  return { tokens, find: (sha256) => database.opaqueToken(sha256), close: () => database.close() };
}
