import { hash } from 'node:crypto';

import type { Caller } from '../model/caller';

export interface CallerCacheOptions {
  /** Milliseconds for which a valid token is not verified again, unless it expires earlier. */
  readonly ttlMs: number;
  /** Milliseconds that never go back. */
  readonly monotonicNow: () => number;
  readonly now: () => Date;
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
 * verification serves all requests that arrive meanwhile. A refusal is never cached.
 */
export function cachingCallers(
  verify: Verify,
  { ttlMs, monotonicNow, now }: CallerCacheOptions,
): (token: string) => Caller | Promise<Caller> {
  const cache = new Map<string, Cached>();
  const renewals = new Map<string, Promise<Caller>>();

  const verifyAndCache = async (key: string, token: string, wasGood: boolean): Promise<Caller> => {
    const caller = await verify(token, wasGood);
    if (ttlMs > 0) {
      const [oldest] = cache.keys();
      if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest);
      cache.set(key, { caller, until: monotonicNow() + ttlMs });
    }
    return caller;
  };
  return (token) => {
    const key = hash('sha256', token, 'base64');
    const cached = cache.get(key);
    if (cached !== undefined && monotonicNow() < cached.until && !hasExpired(cached.caller, now())) {
      return cached.caller;
    }
    if (cached === undefined) return renewals.get(key) ?? verifyAndCache(key, token, false);
    cache.delete(key);
    const renewal = verifyAndCache(key, token, true).finally(() => renewals.delete(key));
    renewals.set(key, renewal);
    return renewal;
  };
}

const hasExpired = ({ tokenExpiresAt }: Caller, now: Date): boolean => tokenExpiresAt !== null && tokenExpiresAt <= now;
