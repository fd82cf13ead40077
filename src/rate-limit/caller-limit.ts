import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

import { ServiceError } from '../errors';
import type { Caller } from '../model/caller';
import type { RateLimit, Standing } from './windows';

/** Counts a request of the caller with this key. */
export type CountRequest = (key: string | null) => Standing | Promise<Standing>;

/** Characters; OpenID Connect gives a subject no more. */
const LONGEST_KEY = 255;

/**
 * Returns how to count a request of a caller, and to say on its response where the caller stands, in the fields of
 * draft-ietf-httpapi-ratelimit-headers-11 (decision 55).
 * @throws {ServiceError} `rate_limited`
 */
export function callerLimit(
  { requests, windowSeconds }: RateLimit,
  count: CountRequest,
): (caller: Caller, response: ServerResponse) => Promise<void> {
  const policy = `"default";q=${requests};w=${windowSeconds}`;
  return async (caller, response) => {
    const { passes, remaining, seconds } = await count(keyOf(caller));
    response.setHeader('RateLimit-Policy', policy);
    response.setHeader('RateLimit', `"default";r=${remaining};t=${seconds}`);
    if (!passes) throw new ServiceError('rateLimited', { retryAfter: seconds });
  };
}

/** A caller is its subject, as memberships have it: not its token, of which it may have many. */
function keyOf({ subject }: Caller): string | null {
  return subject === null || subject.length <= LONGEST_KEY ? subject : hash('sha256', subject, 'base64');
}
