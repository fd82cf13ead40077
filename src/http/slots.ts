import type { ServerResponse } from 'node:http';

import { ServiceError } from '../errors';

/** Milliseconds without a slot given back, as while the database hangs, after which one request of each caller proceeds. */
const STANDSTILL_MS = 100;

/** The caller for whom a request counts: the subject of its token, null for all tokens without one, undefined without a good token. */
export type Sharer = string | null | undefined;

export interface SlotLimits {
  /** Requests that are worked on at once. */
  readonly atOnce: number;
  /** Those that wait for a slot included. */
  readonly inFlight: number;
  /** Milliseconds that a request may wait for a slot. */
  readonly waitMs: number;
}

export interface Slots {
  /**
   * Gives a request a slot, at once or when it is its caller's turn.
   * @returns undefined when it has a slot at once, otherwise a promise that resolves when it has one, and rejects with
   *   {@link ServiceError} `overloaded` when the request gives way to a caller below its share, waits too long, or ends
   * @throws {ServiceError} `overloaded`
   */
  take(response: ServerResponse, sharer: Sharer): Promise<void> | undefined;
  /** The work is done, or was given up. A request that waits waits no longer; one that has no slot gives none back. */
  giveBack(response: ServerResponse): void;
  /** The caller for whom a request with a slot counts. */
  sharerOf(response: ServerResponse): Sharer;
}

/** The requests of one caller that are in flight. */
interface Share {
  readonly sharer: Sharer;
  working: number;
  /** Oldest first. */
  readonly waiting: Waiting[];
}

interface Waiting {
  readonly response: ServerResponse;
  readonly share: Share;
  readonly begin: () => void;
  readonly refuse: () => void;
}

const inFlightOf = ({ working, waiting }: Share): number => working + waiting.length;

/**
 * Shares `atOnce` slots, enough to keep the database busy, among callers (decisions 71 and 75). More requests at once would be
 * answered no sooner, and what they hold in memory would outlive the garbage collections that cost nothing.
 * @param onWaiting called with 1 when a request begins to wait, and with -1 when it no longer waits
 */
export function slots(
  { atOnce, inFlight, waitMs }: SlotLimits,
  onWaiting: (more: 1 | -1) => void = () => undefined,
): Slots {
  const most = Math.min(atOnce, inFlight);
  const working = new Map<ServerResponse, Share>();
  const waiting = new Map<ServerResponse, Waiting>();
  /** Callers with requests in flight. Those that have had no slot for longest come first. */
  const shares = new Map<Sharer, Share>();
  let standstill: NodeJS.Timeout | undefined;

  const shareOf = (sharer: Sharer): Share => {
    let share = shares.get(sharer);
    if (share === undefined) shares.set(sharer, (share = { sharer, working: 0, waiting: [] }));
    return share;
  };
  const moveToEnd = (share: Share): void => {
    shares.delete(share.sharer);
    if (inFlightOf(share) > 0) shares.set(share.sharer, share);
  };
  const work = (response: ServerResponse, share: Share): void => {
    working.set(response, share);
    share.working += 1;
    moveToEnd(share);
  };

  /** The caller with the fewest slots of those that wait for one. */
  const next = (): Share | undefined => {
    let found: Share | undefined;
    for (const share of shares.values()) {
      if (share.waiting.length === 0 || (found !== undefined && share.working >= found.working)) continue;
      if (share.working === 0) return share;
      found = share;
    }
    return found;
  };
  const admit = (): void => {
    while (working.size < most) {
      const share = next();
      if (share === undefined) return;
      share.waiting[0]!.begin();
    }
  };

  const oneOfEach = (): void => {
    // The newest: it has time left to wait for a connection.
    for (const { waiting: those } of [...shares.values()]) those.at(-1)?.begin();
    if (waiting.size > 0) postponeStandstill();
  };
  const postponeStandstill = (): void => {
    standstill = standstill?.refresh() ?? setTimeout(oneOfEach, STANDSTILL_MS).unref();
  };

  const wait = (response: ServerResponse, share: Share): Promise<void> =>
    new Promise((resolve, reject) => {
      const isOver = () => {
        clearTimeout(tooLong);
        waiting.delete(response);
        share.waiting.splice(share.waiting.indexOf(one), 1);
        onWaiting(-1);
      };
      const begin = () => {
        isOver();
        work(response, share);
        resolve();
      };
      const refuse = () => {
        isOver();
        if (inFlightOf(share) === 0) shares.delete(share.sharer);
        reject(new ServiceError('overloaded'));
      };
      const one = { response, share, begin, refuse };
      const tooLong = setTimeout(refuse, waitMs);
      if (waiting.size === 0) postponeStandstill();
      waiting.set(response, one);
      share.waiting.push(one);
      onWaiting(1);
    });

  /** Whether one more request of a caller may wait, if need be in place of another caller's. */
  const hasRoom = (sharer: Sharer): boolean => {
    if (working.size + waiting.size < inFlight) return true;
    const own = shares.get(sharer);
    const held = own === undefined ? 0 : inFlightOf(own);
    let longest: Share | undefined;
    for (const share of shares.values()) {
      if (share.waiting.length === 0 || (longest !== undefined && inFlightOf(share) <= inFlightOf(longest))) continue;
      longest = share;
    }
    if (longest !== undefined && inFlightOf(longest) > held + 1) {
      longest.waiting.at(-1)!.refuse();
      return true;
    }
    // No request that waits can give way, and a caller with nothing in flight must not be kept out.
    return held === 0 && waiting.size < most;
  };

  return {
    take(response, sharer) {
      if (working.size < most && waiting.size === 0) {
        work(response, shareOf(sharer));
        return undefined;
      }
      if (!hasRoom(sharer)) throw new ServiceError('overloaded');
      return wait(response, shareOf(sharer));
    },
    giveBack(response) {
      waiting.get(response)?.refuse();
      const share = working.get(response);
      if (share === undefined) return;
      working.delete(response);
      share.working -= 1;
      moveToEnd(share);
      if (waiting.size === 0) return;
      postponeStandstill();
      // Later: requests that end together with this one, as all of a closed connection do, no longer wait by then.
      queueMicrotask(admit);
    },
    sharerOf: (response) => working.get(response)?.sharer,
  };
}
