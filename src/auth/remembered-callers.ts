import { hash } from 'node:crypto';

import type { Caller } from '../model/caller';

export interface MemoryOptions {
  /** Milliseconds for which a token that was found good is not looked at again, unless it expires before. */
  readonly forMs: number;
  /** Milliseconds that never go back. */
  readonly monotonicNow: () => number;
  readonly now: () => Date;
}

interface Remembered {
  readonly caller: Caller;
  readonly until: number;
}

/** Tokens, each of which may be several kilobytes long and is kept as a hash alone. */
const MOST = 10_000;

/**
 * `verify`, which looks at a good token once and then remembers whose it is, to be told at once; one that was refused is looked
 * at every time.
 */
export function rememberingCallers(
  verify: (token: string) => Promise<Caller>,
  { forMs, monotonicNow, now }: MemoryOptions,
): (token: string) => Caller | Promise<Caller> {
  const known = new Map<string, Remembered>();
  const remember = async (key: string, token: string): Promise<Caller> => {
    const caller = await verify(token);
    if (forMs > 0) {
      const [oldest] = known.keys();
      if (known.size >= MOST && oldest !== undefined) known.delete(oldest);
      known.set(key, { caller, until: monotonicNow() + forMs });
    }
    return caller;
  };
  return (token) => {
    const key = hash('sha256', token, 'base64');
    const remembered = known.get(key);
    if (remembered !== undefined && monotonicNow() < remembered.until && !hasExpired(remembered.caller, now())) {
      return remembered.caller;
    }
    known.delete(key);
    return remember(key, token);
  };
}

const hasExpired = ({ tokenExpiresAt }: Caller, now: Date): boolean => tokenExpiresAt !== null && tokenExpiresAt <= now;
