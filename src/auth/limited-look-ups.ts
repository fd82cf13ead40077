import { ServiceError } from '../errors';
import type { FindOpaqueToken } from './opaque-token';

/** Look-ups in the database at once: a flood of made-up tokens must not take the connections from lookups. */
const AT_ONCE = 2;
const MOST_WAITING = 256;

/**
 * `find`, for a few tokens at a time. When one look-up fails, those that wait fail with it, since they would fail the same way.
 * @returns a function that throws {@link ServiceError} `overloaded` when too many wait, and any error that `find` throws
 */
export function limitedLookUps(find: FindOpaqueToken): FindOpaqueToken {
  const waiting = new Set<{ readonly go: () => void; readonly fail: (failure: Error) => void }>();
  let running = 0;

  const slot = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const one = {
        go: () => void (waiting.delete(one), resolve()),
        fail: (failure: Error) => void (waiting.delete(one), reject(failure)),
      };
      waiting.add(one);
    });

  return async (sha256) => {
    if (running >= AT_ONCE) {
      if (waiting.size >= MOST_WAITING) throw new ServiceError('overloaded');
      await slot();
    } else running += 1;
    try {
      return await find(sha256);
    } catch (failure) {
      for (const one of waiting) one.fail(failure as Error);
      throw failure;
    } finally {
      // The look-up that has waited longest takes the place of this one.
      const [next] = waiting;
      if (next === undefined) running -= 1;
      else next.go();
    }
  };
}
