import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';

import { ServiceError } from '../errors';
import { fetchKeySet, KeySetError } from './fetch-key-set';

/**
 * Milliseconds from the beginning of one fetch to the next.
 * A key that the provider removed stops counting within `removed` of a fetch and the 30 s for which a good token is
 * remembered: 5 minutes. Fetches begin when a token asks for one, so that nothing runs where nobody calls.
 */
const PAUSE = {
  /** While no key was ever loaded: the `Retry-After` of `service_unavailable`. */
  first: 1_000,
  /** For a key id that is not in the set, and after a fetch that failed. */
  unknown: 30_000,
  /** Begun beside the token that asks, so that no one waits. */
  renewal: 240_000,
  /** Waited for: after a long silence the set may have lost a key. */
  removed: 270_000,
};

/** Tokens that may wait for a fetch. A sender can make up any number of key ids, so more would only take memory. */
const MOST_WAITING = 256;

export interface KeySetOptions {
  readonly url: string;
  /** Milliseconds that never go back. */
  readonly monotonicNow: () => number;
  /** Told why the set was not renewed. */
  readonly onFailure: (problem: string) => void;
  readonly onLoaded?: () => void;
}

export interface KeySet {
  /** As `jose` asks for a key. */
  readonly keyFor: JWTVerifyGetKey;
  /** Whether one was ever loaded; as long as none was, it is tried again. */
  wasLoaded(): Promise<boolean>;
}

/**
 * The newest key set that the provider gave, kept through an outage of any length.
 * Fetches it at once, so that the first token need not wait.
 * @returns `keyFor`, which throws {@link ServiceError} `service_unavailable` as long as no key was ever loaded and while
 *   too many tokens wait for a fetch, and an error of `jose` for a token that no key of the set fits
 */
export function keySet({ url, monotonicNow, onFailure, onLoaded }: KeySetOptions): KeySet {
  let newest: JWTVerifyGetKey | undefined;
  let begun = -Infinity;
  let failure: unknown;
  let fetching: Promise<void> | undefined;

  const age = () => monotonicNow() - begun;

  let waiting = 0;

  /** Starts a fetch if the last one started at least `pause` ago. Resolves when the running fetch has ended; undefined when none runs. */
  function renewal(pause: number): Promise<void> | undefined {
    if (fetching === undefined && age() >= pause) {
      begun = monotonicNow();
      fetching = load().finally(() => (fetching = undefined));
    }
    return fetching;
  }

  /** Waits for {@link renewal}. @throws {ServiceError} `service_unavailable` */
  async function renewed(pause: number): Promise<void> {
    const fetched = renewal(pause);
    if (fetched === undefined) return;
    if (waiting >= MOST_WAITING) throw new ServiceError('serviceUnavailable');
    waiting += 1;
    await fetched;
    waiting -= 1;
  }

  async function load(): Promise<void> {
    try {
      const keys = await fetchKeySet(url);
      // Later, an empty set is the provider's word that no key counts any more.
      if (newest === undefined && keys.length === 0) throw new KeySetError('has no key that can verify a token');
      newest = createLocalJWKSet({ keys });
      failure = undefined;
      onLoaded?.();
    } catch (error) {
      failure = error;
      onFailure(error instanceof KeySetError ? error.message : 'cannot be read');
    }
  }

  void renewal(0);
  const keyFor: JWTVerifyGetKey = async (header, token) => {
    if (newest === undefined) await renewed(PAUSE.first);
    else if (age() >= PAUSE.removed) await renewed(PAUSE.removed);
    else void renewal(failure === undefined ? PAUSE.renewal : PAUSE.unknown);
    if (newest === undefined) throw new ServiceError('serviceUnavailable', { cause: failure });
    try {
      return await newest(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await renewed(PAUSE.unknown);
      return newest(header, token);
    }
  };
  const wasLoaded = async () => {
    if (newest === undefined) await renewal(PAUSE.first);
    return newest !== undefined;
  };
  return { keyFor, wasLoaded };
}
