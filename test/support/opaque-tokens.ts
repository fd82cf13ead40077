import { randomBytes } from 'node:crypto';

import type { Kysely } from 'kysely';

import { newOpaqueToken, tokenHash } from '../../src/auth/opaque-token';
import { addOpaqueToken, type NewOpaqueToken } from '../../src/db/access/opaque-tokens';
import type { Tables } from '../../src/db/tables';

/** A token that is not stored anywhere. */
export const unknownToken = (): string => newOpaqueToken(randomBytes(32));

/** Stores a new token. Unless `given` says otherwise, it is for `jane`, uses her memberships and never expires. */
export async function giveToken(
  db: Kysely<Tables>,
  given: Partial<NewOpaqueToken> & { readonly token?: string } = {},
): Promise<{ token: string; id: number }> {
  const { token = unknownToken(), ...rest } = given;
  const defaults = { subject: 'jane', groups: null, createdAt: new Date(0), expiresAt: null };
  return { token, id: await addOpaqueToken(db, { sha256: tokenHash(token), ...defaults, ...rest }) };
}
