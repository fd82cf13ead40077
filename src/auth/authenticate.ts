import type { Caller } from '../model/caller';
import type { Settings } from '../config/settings';
import { bearerToken } from './bearer';
import { jsonWebTokenVerifier } from './json-web-token';
import { keySet } from './key-set';
import { limitedLookUps } from './limited-look-ups';
import { type FindOpaqueToken, opaqueTokenVerifier } from './opaque-token';
import { type MemoryOptions, rememberingCallers } from './remembered-callers';
import { isJsonWebToken } from './token-form';

/**
 * Finds the caller by the `Authorization` header (contract section 5), the same for both transports. Answers at once for a
 * token that is remembered, and for a header without one.
 * @throws {ServiceError} `missing_authorization`, `expired_token`, `invalid_authorization`; `service_unavailable`
 *   while no key of the identity provider was ever loaded, and while an opaque token cannot be looked up
 */
export type Authenticate = (authorization: string | undefined) => Caller | Promise<Caller>;

export interface AuthenticatorOptions extends MemoryOptions {
  readonly findOpaqueToken: FindOpaqueToken;
  /** Told why the identity provider's key set was not renewed, in words that name no host. */
  readonly onKeySetFailure: (problem: string) => void;
  readonly onKeySetLoaded?: () => void;
}

export interface Authenticator {
  readonly authenticate: Authenticate;
  /** What keeps tokens from being checked, a sentence each. */
  problems(): Promise<readonly string[]>;
}

const NO_KEYS = 'no key set of the identity provider was ever loaded, so no token of it can be checked';

export function createAuthenticator(settings: Settings['jwt'], options: AuthenticatorOptions): Authenticator {
  const { now, monotonicNow, findOpaqueToken, onKeySetFailure: onFailure, onKeySetLoaded: onLoaded } = options;
  const { keySetUrl: url } = settings;
  const keys = url === undefined ? undefined : keySet({ url, monotonicNow, onFailure, onLoaded });
  const verifyJsonWebToken = jsonWebTokenVerifier({ settings, keySet: keys?.keyFor, now });
  const verifyUnknown = opaqueTokenVerifier({ find: limitedLookUps(findOpaqueToken), now });
  // A flood of made-up tokens must not keep those of known callers waiting.
  const verifyKnown = opaqueTokenVerifier({ find: findOpaqueToken, now });
  const verify = rememberingCallers((token, wasGood) => {
    if (isJsonWebToken(token)) return verifyJsonWebToken(token);
    return wasGood ? verifyKnown(token) : verifyUnknown(token);
  }, options);
  return {
    authenticate: (authorization) => verify(bearerToken(authorization)),
    problems: async () => (keys === undefined || (await keys.wasLoaded()) ? [] : [NO_KEYS]),
  };
}
