import { ServiceError } from '../errors';
import type { Caller } from '../model/caller';
import type { Settings } from '../settings';
import { bearerToken } from './bearer';
import { jsonWebTokenVerifier } from './json-web-token';
import { keySet } from './key-set';
import { type MemoryOptions, rememberingCallers } from './remembered-callers';

/**
 * From the `Authorization` header to who asks (contract section 5), the same for both doors.
 * @throws {ServiceError} `missing_authorization`, `expired_token`, `invalid_authorization`, or `service_unavailable`
 *   while no key of the identity provider was ever loaded
 */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>;

export interface AuthenticatorOptions extends MemoryOptions {
  /** Told why the identity provider's key set was not renewed, in words that name no host. */
  readonly onKeySetFailure: (problem: string) => void;
}

export function createAuthenticator(settings: Settings['jwt'], options: AuthenticatorOptions): Authenticate {
  const { now, monotonicNow, onKeySetFailure: onFailure } = options;
  const { keySetUrl: url } = settings;
  const keys = url === undefined ? undefined : keySet({ url, monotonicNow, onFailure });
  const verifyJsonWebToken = rememberingCallers(jsonWebTokenVerifier({ settings, keySet: keys, now }), options);
  return async (authorization) => {
    const token = bearerToken(authorization);
    // Three parts between dots are a JSON Web Token (decision 28); no other kind is known.
    if (token.split('.').length !== 3) throw new ServiceError('invalidAuthorization');
    return verifyJsonWebToken(token);
  };
}
