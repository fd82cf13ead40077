import { setImmediate } from 'node:timers/promises';

import { createAuthenticator } from '../../src/auth/authenticate';
import { readSettings } from '../../src/config/settings';
import { ServiceError } from '../../src/errors';
import type { Caller } from '../../src/model/caller';
import { until } from '../support/until';

/** The clock of {@link verdictWith}: seconds since 1970. */
export const NOW = 1_800_000_000;

export interface Clocked {
  /** The caller of a token, or the `type` of its refusal. */
  callerOf(token: string): Promise<Caller | string>;
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
export function clocked(
  env: Readonly<Record<string, string>>,
  { ttlMs = 0, now = Date.now }: { ttlMs?: number; now?: () => number } = {},
): Clocked {
  const { jwt } = readSettings({ DATABASE_URL: 'mysql://root@127.0.0.1/none', ...env });
  const problems: string[] = [];
  let loaded = 0;
  const callerOf = async (token: string) => {
    try {
      return await authenticate(`Bearer ${token}`);
    } catch (error) {
      if (error instanceof ServiceError) return error.entry.type;
      throw error;
    }
  };
  const one: Clocked = {
    clock: 0,
    problems,
    callerOf,
    async verdict(token) {
      const caller = await callerOf(token);
      return typeof caller === 'string' ? caller : caller.subject;
    },
    async fetched(times) {
      await until(() => loaded + problems.length >= times);
      // The continuation of the fetch needs no other event.
      await setImmediate();
    },
  };
  const { authenticate } = createAuthenticator(jwt, {
    ttlMs,
    now,
    monotonicNow: () => one.clock,
    findOpaqueToken: async () => null,
    observer: { keySetFailed: (problem) => void problems.push(problem), keySetLoaded: () => void (loaded += 1) },
  });
  return one;
}

/** The verdict on a token with these settings at {@link NOW}: its caller, or the `type` of the refusal. */
export const verdictWith = (env: Readonly<Record<string, string>>) => clocked(env, { now: () => NOW * 1000 }).callerOf;
