import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

import { LIMIT_MESSAGES, ServiceError } from '../errors';
import type { Caller } from '../model/caller';

export interface RateLimit {
  readonly requests: number;
  readonly windowSeconds: number;
}

/** The state of a caller after a request. */
interface Standing {
  /** Whether the request is within the limit. */
  readonly passes: boolean;
  /** Requests left in the window. */
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly seconds: number;
}

interface Window {
  /** Milliseconds, monotonic. */
  readonly end: number;
  used: number;
}

/** Characters. OpenID Connect limits a subject to as many. */
const MAX_KEY_LENGTH = 255;

const MAX_CALLERS = 100_000;

/**
 * Returns a function that counts a request of a caller and writes the caller's standing to the response, in the fields of
 * draft-ietf-httpapi-ratelimit-headers-11 (decision 55).
 * @throws {ServiceError} `rate_limited`
 */
export function callerLimit(
  { requests, windowSeconds }: RateLimit,
  count: (key: string | null) => Standing,
): (caller: Caller, response: ServerResponse) => void {
  const message = LIMIT_MESSAGES.rate(requests, windowSeconds);
  const policy = `"default";q=${requests};w=${windowSeconds}`;
  return (caller, response) => {
    const { passes, remaining, seconds } = count(keyOf(caller));
    response.setHeader('RateLimit-Policy', policy);
    response.setHeader('RateLimit', `"default";r=${remaining};t=${seconds}`);
    if (!passes) throw new ServiceError('rateLimited', { message, retryAfter: seconds });
  };
}

/** A caller is identified by its subject, as for memberships: one caller may have many tokens. */
function keyOf({ subject }: Caller): string | null {
  return subject === null || subject.length <= MAX_KEY_LENGTH ? subject : hash('sha256', subject, 'base64');
}

/**
 * Returns a function that counts a request of a caller. The first request of a caller without an open window opens one.
 * A refused request does not count.
 *
 * Windows are kept in two generations. The older one is dropped as a whole: once its windows have all ended, or when the
 * younger one holds half of `maxCallers`. Callers who thereby lose an open window get a new one.
 * @param monotonicNow milliseconds that never go back
 */
export function requestWindows(
  { requests, windowSeconds }: RateLimit,
  monotonicNow: () => number,
  maxCallers = MAX_CALLERS,
): (key: string | null) => Standing {
  const length = windowSeconds * 1000;
  let older = new Map<string | null, Window>();
  let younger = new Map<string | null, Window>();
  let youngerSince = monotonicNow();

  const open = (key: string | null, now: number): Window => {
    if (now - youngerSince >= length || younger.size >= maxCallers / 2) {
      older = younger;
      younger = new Map();
      youngerSince = now;
    }
    const window = { end: now + length, used: 0 };
    younger.set(key, window);
    return window;
  };

  return (key) => {
    // Whole milliseconds: with fractions a window of 60 s could have 60.000000001 s left.
    const now = Math.floor(monotonicNow());
    const last = younger.get(key) ?? older.get(key);
    const window = last === undefined || last.end <= now ? open(key, now) : last;
    const passes = window.used < requests;
    if (passes) window.used += 1;
    return { passes, remaining: requests - window.used, seconds: Math.ceil((window.end - now) / 1000) };
  };
}
