import { setImmediate } from 'node:timers/promises';

import { type Authenticate, createAuthenticator } from '../../src/auth/authenticate';
import { ServiceError } from '../../src/errors';
import { readSettings } from '../../src/config/settings';
import { until } from '../support/until';

export interface Clocked {
  /** The subject of a token that is accepted, or the `type` of its refusal. */
  verdict(token: string): Promise<string | null>;
  /** The reasons so far why the key set was not renewed. */
  readonly problems: string[];
  /** Milliseconds of the monotonic clock. */
  clock: number;
  /** Resolves once that many fetches of the key set have succeeded or failed. */
  fetched(times: number): Promise<void>;
}

/** An authenticator whose monotonic clock only the test advances. */
export function clocked(env: Readonly<Record<string, string>>, { ttlMs = 0 } = {}): Clocked {
  const { jwt } = readSettings({ DATABASE_URL: 'mysql://root@127.0.0.1/none', ...env });
  const problems: string[] = [];
  const subjectOf = async (authenticate: Authenticate, token: string) => {
    try {
      return (await authenticate(`Bearer ${token}`)).subject;
    } catch (error) {
      if (error instanceof ServiceError) return error.entry.type;
      throw error;
    }
  };
  let loaded = 0;
  const one: Clocked = {
    clock: 0,
    problems,
    verdict: (token) => subjectOf(authenticate, token),
    async fetched(times) {
      await until(() => loaded + problems.length >= times);
      // The continuation of the fetch needs no other event.
      await setImmediate();
    },
  };
  const { authenticate } = createAuthenticator(jwt, {
    ttlMs,
    now: () => new Date(),
    monotonicNow: () => one.clock,
    findOpaqueToken: async () => null,
    observer: {
      keySetFailed: (problem) => void problems.push(problem),
      keySetLoaded: () => void (loaded += 1),
    },
  });
  return one;
}
