import { hash } from 'node:crypto';

import { ServiceError, TokenError } from '../errors';
import type { Caller } from '../model/caller';
import type { Observer } from '../observer';
import { jsonWebTokenVerifier, type JwtSettings } from './json-web-token';
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

interface CallerCacheOptions {
  /** Milliseconds for which a valid token is not verified again, unless it expires earlier. */
  readonly ttlMs: number;
  /** Milliseconds that never go back. */
  readonly monotonicNow: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The database host in use, if there are several. A token of another host may be older or newer than its records. */
  readonly hostInUse?: () => number;
}

interface Cached {
  readonly caller: Caller;
  readonly until: number;
}

/** Tokens. Each may be several kilobytes long, so only its hash is kept. */
const MAX_CACHED = 10_000;

/** @param wasGood whether the token was valid when it was last verified */
type Verify = (token: string, wasGood: boolean) => Promise<Caller>;

/**
 * Caches the callers of valid tokens. The caller of a cached token is returned synchronously. When an entry ends, one
 * verification serves all requests that arrive meanwhile. A refusal is never cached, and ends the entry.
 */
export function cachingCallers(
  verify: Verify,
  { ttlMs, monotonicNow, now, hostInUse }: CallerCacheOptions,
): (token: string) => Caller | Promise<Caller> {
  const cache = new Map<string, Cached>();
  const renewals = new Map<string, Promise<Caller>>();

  const verifyAndCache = async (key: string, token: string, wasGood: boolean): Promise<Caller> => {
    const caller = await verify(token, wasGood);
    if (ttlMs > 0) {
      cache.delete(key);
      const [oldest] = cache.keys();
      if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest);
      cache.set(key, { caller, until: monotonicNow() + ttlMs });
    }
    return caller;
  };
  const isOfHostInUse = ({ host }: Caller): boolean => host === undefined || host === hostInUse?.();
  return (token) => {
    const key = hash('sha256', token, 'base64');
    const cached = cache.get(key);
    const isUsable = cached !== undefined && monotonicNow() < cached.until && !hasExpired(cached.caller, now());
    if (isUsable && isOfHostInUse(cached.caller)) {
      return cached.caller;
    }
    const renewing = renewals.get(key);
    if (renewing !== undefined) return renewing;
    if (cached === undefined) return verifyAndCache(key, token, false);
    const renewal = verifyAndCache(key, token, true)
      .catch((failure: unknown) => {
        // After any other failure the token is still one that was good (decision 54).
        if (isRefusal(failure)) cache.delete(key);
        throw failure;
      })
      .finally(() => renewals.delete(key));
    renewals.set(key, renewal);
    return renewal;
  };
}

const isRefusal = (failure: unknown): boolean =>
  failure instanceof ServiceError && (failure.reason === 'invalidAuthorization' || failure.reason === 'expiredToken');

const hasExpired = ({ tokenExpiresAt }: Caller, now: number): boolean =>
  tokenExpiresAt !== null && tokenExpiresAt.getTime() <= now;
