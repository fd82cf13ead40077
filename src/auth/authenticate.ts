import { ServiceError } from '../errors';
import type { Caller } from '../model/caller';
import type { Settings } from '../settings';
import { bearerToken } from './bearer';
import { jsonWebTokenVerifier } from './json-web-token';
import { type MemoryOptions, rememberingCallers } from './remembered-callers';

/**
 * From the `Authorization` header to who asks (contract section 5), the same for both doors.
 * @throws {ServiceError} `missing_authorization`, `expired_token` or `invalid_authorization`
 */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>;

export function createAuthenticator(settings: Settings['jwt'], memory: MemoryOptions): Authenticate {
  const verifyJsonWebToken = rememberingCallers(jsonWebTokenVerifier(settings, memory.now), memory);
  return async (authorization) => {
    const token = bearerToken(authorization);
    // Three parts between dots are a JSON Web Token (decision 28); no other kind is known.
    if (token.split('.').length !== 3) throw new ServiceError('invalidAuthorization');
    return verifyJsonWebToken(token);
  };
}
