import { hash } from 'node:crypto';

import { ServiceError } from '../errors';
import type { Caller, OpaqueToken } from '../model/caller';
import { opaqueTokenProblem } from './token-form';

/** The token with this SHA-256 of 32 bytes, null when there is none. @throws {ServiceError} when nobody can tell */
export type FindOpaqueToken = (sha256: Buffer) => Promise<OpaqueToken | null>;

/** All that is ever stored of a token's text. */
export const sha256Of = (token: string): Buffer => hash('sha256', token, 'buffer');

/**
 * Verifies opaque tokens (decisions 28, 29 and 54). One of another form costs no look into the database, any other one.
 *
 * Tokens are compared as hashes, by the database's index. How long that takes may tell how a hash begins, but whoever
 * sends a token cannot steer its hash towards one that is stored, nor get from a hash to a token.
 * @returns a function from a token to its caller, which throws {@link ServiceError} `expired_token` for a token that is
 *   otherwise right, `invalid_authorization` for an unknown or revoked one, and whatever `find` throws
 */
export function opaqueTokenVerifier(options: {
  readonly find: FindOpaqueToken;
  readonly now: () => Date;
}): (token: string) => Promise<Caller> {
  const { find, now } = options;
  return async (token) => {
    if (opaqueTokenProblem(token) !== undefined) throw new ServiceError('invalidAuthorization');
    const found = await find(sha256Of(token));
    if (found === null || found.revoked) throw new ServiceError('invalidAuthorization');
    const { id, subject, groups, expiresAt } = found;
    if (expiresAt !== null && expiresAt <= now()) throw new ServiceError('expiredToken');
    return { subject, token: { kind: 'opaque', id: String(id) }, tokenExpiresAt: expiresAt, groups };
  };
}
