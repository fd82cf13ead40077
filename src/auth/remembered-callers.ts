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

/** @param wasGood whether the token was good when it was last verified */
type Verify = (token: string, wasGood: boolean) => Promise<Caller>;

/**
 * `verify`, with the callers of good tokens remembered: a remembered one is returned at once. When its time is over, one
 * verification serves all requests that come meanwhile. A token that was refused is verified every time.
 */
export function rememberingCallers(
  verify: Verify,
  { forMs, monotonicNow, now }: MemoryOptions,
): (token: string) => Caller | Promise<Caller> {
  const known = new Map<string, Remembered>();
  const verifiedAgain = new Map<string, Promise<Caller>>();

  const remember = async (key: string, token: string, wasGood: boolean): Promise<Caller> => {
    const caller = await verify(token, wasGood);
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
    if (remembered === undefined) return verifiedAgain.get(key) ?? remember(key, token, false);
    known.delete(key);
    const again = remember(key, token, true).finally(() => verifiedAgain.delete(key));
    verifiedAgain.set(key, again);
    return again;
  };
}

const hasExpired = ({ tokenExpiresAt }: Caller, now: Date): boolean => tokenExpiresAt !== null && tokenExpiresAt <= now;
