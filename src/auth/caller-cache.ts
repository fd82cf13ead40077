import { hash } from 'node:crypto';

import { ServiceError } from '../errors';
import type { Caller } from '../model/caller';

export interface CallerCacheOptions {
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
