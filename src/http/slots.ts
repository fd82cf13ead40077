import type { ServerResponse } from 'node:http';

import { ServiceError } from '../errors';

/** After this many milliseconds without a released slot, as when the database hangs, one request of each caller proceeds. */
const STALL_MS = 100;

/** The caller that a request counts for: the subject of its token, null for a token without one, undefined without a valid token. */
export type CallerKey = string | null | undefined;

export interface SlotLimits {
  /** The number of slots. */
  readonly atOnce: number;
  /** The most requests that have a slot or wait for one. */
  readonly inFlight: number;
  /** Milliseconds that a request may wait for a slot. */
  readonly waitMs: number;
}

export interface Slots {
  /**
   * Acquires a slot for a request.
   * @returns undefined when a slot was free, otherwise a promise that resolves when the request has one. It rejects with
   *   {@link ServiceError} `overloaded` when the request is displaced by a caller with fewer, waits too long, or ends.
   * @throws {ServiceError} `overloaded`
   */
  acquire(response: ServerResponse, callerKey: CallerKey): Promise<void> | undefined;
  /** Releases the slot of a request, or ends its waiting. Without either it does nothing. */
  release(response: ServerResponse): void;
  /** The caller that a request with a slot counts for. */
  callerKeyOf(response: ServerResponse): CallerKey;
}

/** The requests of one caller in flight. */
interface Share {
  readonly callerKey: CallerKey;
  working: number;
  /** Oldest first. */
  readonly waiting: Waiting[];
}

interface Waiting {
  readonly begin: () => void;
  readonly refuse: () => void;
}

const inFlightOf = ({ working, waiting }: Share): number => working + waiting.length;

/**
 * Shares `atOnce` slots, enough to keep the database busy, among callers (decisions 41 and 42). More concurrency would answer
 * requests no sooner, and their memory would survive the cheap garbage collections.
 * @param onWaiting called with 1 when a request begins to wait, and with -1 when it stops waiting
 */
export function slots(
  { atOnce, inFlight, waitMs }: SlotLimits,
  onWaiting: (more: 1 | -1) => void = () => undefined,
): Slots {
  const most = Math.min(atOnce, inFlight);
  const working = new Map<ServerResponse, Share>();
  const waiting = new Map<ServerResponse, Waiting>();
  /** Callers with requests in flight, ordered by when they last acquired a slot, the longest ago first. */
  const shares = new Map<CallerKey, Share>();
  let stallTimer: NodeJS.Timeout | undefined;
  let admission: NodeJS.Immediate | undefined;

  const shareOf = (callerKey: CallerKey): Share => {
    let share = shares.get(callerKey);
    if (share === undefined) shares.set(callerKey, (share = { callerKey, working: 0, waiting: [] }));
    return share;
  };
  const moveToEnd = (share: Share): void => {
    shares.delete(share.callerKey);
    if (inFlightOf(share) > 0) shares.set(share.callerKey, share);
  };
  const work = (response: ServerResponse, share: Share): void => {
    working.set(response, share);
    share.working += 1;
    moveToEnd(share);
  };

  /** Of the callers with waiting requests, the one with the fewest slots. */
  const next = (): Share | undefined => {
    let found: Share | undefined;
    for (const share of shares.values()) {
      if (share.waiting.length === 0 || (found !== undefined && share.working >= found.working)) continue;
      if (share.working === 0) return share;
      found = share;
    }
    return found;
  };
  /**
   * Admits one request in each turn of the event loop, so that answers of the database are read first. Otherwise, while the CPU is
   * the limit, every request with a slot would queue for it, and a caller with few requests would wait behind all of them.
   */
  const admit = (): void => {
    admission = undefined;
    if (working.size >= most) return;
    next()?.waiting[0]!.begin();
    admitSoon();
  };
  const admitSoon = (): void => {
    if (waiting.size > 0 && working.size < most) admission ??= setImmediate(admit);
  };

  const admitOnePerCaller = (): void => {
    // The newest request has the most time left to wait for a connection.
    for (const { waiting: own } of [...shares.values()]) own.at(-1)?.begin();
    if (waiting.size > 0) restartStallTimer();
  };
  const restartStallTimer = (): void => {
    stallTimer = stallTimer?.refresh() ?? setTimeout(admitOnePerCaller, STALL_MS).unref();
  };

  const wait = (response: ServerResponse, share: Share): Promise<void> =>
    new Promise((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timeout);
        waiting.delete(response);
        share.waiting.splice(share.waiting.indexOf(one), 1);
        onWaiting(-1);
      };
      const begin = () => {
        stopWaiting();
        work(response, share);
        resolve();
      };
      const refuse = () => {
        stopWaiting();
        if (inFlightOf(share) === 0) shares.delete(share.callerKey);
        reject(new ServiceError('overloaded'));
      };
      const one = { begin, refuse };
      const timeout = setTimeout(refuse, waitMs);
      if (waiting.size === 0) restartStallTimer();
      waiting.set(response, one);
      share.waiting.push(one);
      onWaiting(1);
    });

  /** Whether another request of a caller may wait. It may displace a request of another caller. */
  const hasRoom = (callerKey: CallerKey): boolean => {
    if (working.size + waiting.size < inFlight) return true;
    const own = shares.get(callerKey);
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
    // No waiting request can be displaced, and a caller without any request in flight must not be locked out.
    return held === 0 && waiting.size < most;
  };

  return {
    acquire(response, callerKey) {
      if (working.size < most && waiting.size === 0) {
        work(response, shareOf(callerKey));
        return undefined;
      }
      if (!hasRoom(callerKey)) throw new ServiceError('overloaded');
      return wait(response, shareOf(callerKey));
    },
    release(response) {
      waiting.get(response)?.refuse();
      const share = working.get(response);
      if (share === undefined) return;
      working.delete(response);
      share.working -= 1;
      moveToEnd(share);
      if (waiting.size === 0) return;
      restartStallTimer();
      admitSoon();
    },
    callerKeyOf: (response) => working.get(response)?.callerKey,
  };
}
