import { TokenError } from '../errors';
import type { Caller } from '../model/caller';
import type { Observer } from '../observer';
import { type CallerCacheOptions, cachingCallers } from './caller-cache';
import { type JwtSettings, jsonWebTokenVerifier } from './json-web-token';
import { keySet } from './key-set';
import { type FindOpaqueToken, isJsonWebToken, limitLookups, opaqueTokenVerifier } from './opaque-token';

/**
 * Finds the caller by the `Authorization` header (contract section 5), for REST and GraphQL alike. For a cached token it
 * returns no promise.
 * @throws {TokenError} `missing_authorization`, `expired_token`, `invalid_authorization`; {@link ServiceError} `service_unavailable`
 *   while no key of the identity provider was ever loaded, and while an opaque token cannot be looked up;
 *   `timeout` if that takes too long; `overloaded` while too many unknown opaque tokens wait
 */
export type Authenticate = (authorization: string | undefined) => Caller | Promise<Caller>;

interface AuthenticatorOptions extends CallerCacheOptions {
  readonly findOpaqueToken: FindOpaqueToken;
  readonly observer: Observer;
}

interface Authenticator {
  readonly authenticate: Authenticate;
  /** Why tokens cannot be verified, one sentence each. */
  problems(): Promise<readonly string[]>;
}

export function createAuthenticator(settings: JwtSettings, options: AuthenticatorOptions): Authenticator {
  const { now, monotonicNow, findOpaqueToken, observer } = options;
  const url = settings.keySetUrl?.reveal();
  const keys = url === undefined ? undefined : keySet({ url, monotonicNow, observer });
  const verifyJsonWebToken = jsonWebTokenVerifier({ settings, keySet: keys?.keyFor, now });
  const verifyUnknown = opaqueTokenVerifier({ find: limitLookups(findOpaqueToken), now });
  // A flood of made-up tokens must not delay the tokens of known callers.
  const verifyKnown = opaqueTokenVerifier({ find: findOpaqueToken, now });
  const verify = cachingCallers((token, wasGood) => {
    if (isJsonWebToken(token)) return verifyJsonWebToken(token);
    return wasGood ? verifyKnown(token) : verifyUnknown(token);
  }, options);
  return {
    authenticate: (authorization) => verify(bearerToken(authorization)),
    problems: async () => (await keys?.problems()) ?? [],
  };
}

/**
 * The token of an `Authorization` header. The scheme is case-insensitive. Another scheme, or `Bearer` with nothing after
 * it, counts as no bearer token (decision 25).
 * @throws {TokenError} `missing_authorization` (contract 5.2)
 */
function bearerToken(authorization: string | undefined): string {
  const token = /^bearer +(?<token>.*[^ \t])[ \t]*$/is.exec(authorization ?? '')?.groups?.token;
  if (token === undefined) throw new TokenError(authorization === undefined ? 'missing' : 'scheme');
  return token;
}
