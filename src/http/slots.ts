import { ServiceError } from '../errors';

/** After this many milliseconds without a released slot, as when the database hangs, one holder of each caller proceeds. */
const STALL_MS = 100;

/** The caller that a holder counts for: the subject of a token, null for a token without one, undefined without a valid token. */
export type CallerKey = string | null | undefined;

export interface SlotLimits {
  /** The number of slots. */
  readonly atOnce: number;
  /** The most slots of one caller; any number when absent. */
  readonly ofCaller?: number;
  /** How many holders get a slot in one turn of the event loop before others wait; any number when absent. */
  readonly inTurn?: number;
  /** The most holders that have a slot or wait for one. */
  readonly inFlight: number;
  /** Milliseconds that a holder may wait for a slot. */
  readonly waitMs: number;
}

/** @typeParam Holder what holds a slot, such as a request or a statement */
export interface Slots<Holder extends object> {
  /**
   * Acquires a slot.
   * @returns undefined when a slot was free, otherwise a promise that resolves when the holder has one. It rejects with
   *   {@link ServiceError} `overloaded` when the holder is displaced by a caller with fewer, waits too long, or ends.
   * @throws {ServiceError} `overloaded`
   */
  acquire(holder: Holder, callerKey: CallerKey): Promise<void> | undefined;
  /** Releases the slot of a holder, or ends its waiting. Without either it does nothing. */
  release(holder: Holder): void;
  /** The caller that a holder of a slot counts for. */
  callerKeyOf(holder: Holder): CallerKey;
}

/** What one caller has in flight. */
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
 * Shares `atOnce` slots among callers (decisions 41 and 42).
 * @param onWaiting called with 1 when a holder begins to wait, and with -1 when it stops waiting
 */
export function slots<Holder extends object>(
  { atOnce, ofCaller = Infinity, inTurn = Infinity, inFlight, waitMs }: SlotLimits,
  onWaiting: (more: 1 | -1) => void = () => undefined,
): Slots<Holder> {
  const most = Math.min(atOnce, inFlight);
  const working = new Map<Holder, Share>();
  const waiting = new Map<Holder, Waiting>();
  /** Callers with requests in flight, ordered by when they last acquired a slot, the longest ago first. */
  const shares = new Map<CallerKey, Share>();
  let stallTimer: NodeJS.Timeout | undefined;
  /** The end of a turn in which holders got a slot, or may get one. */
  let turn: NodeJS.Immediate | undefined;
  let begunInTurn = 0;

  const shareOf = (callerKey: CallerKey): Share => {
    let share = shares.get(callerKey);
    if (share === undefined) shares.set(callerKey, (share = { callerKey, working: 0, waiting: [] }));
    return share;
  };
  const moveToEnd = (share: Share): void => {
    shares.delete(share.callerKey);
    if (inFlightOf(share) > 0) shares.set(share.callerKey, share);
  };
  const work = (holder: Holder, share: Share): void => {
    working.set(holder, share);
    share.working += 1;
    moveToEnd(share);
    if (inTurn === Infinity) return;
    begunInTurn += 1;
    turn ??= setImmediate(admit);
  };

  /** Of the callers who wait and may have another slot, the one with the fewest. Undefined as well if no slot is free. */
  const next = (): Share | undefined => {
    if (waiting.size === 0 || working.size >= most) return undefined;
    let found: Share | undefined;
    for (const share of shares.values()) {
      if (share.waiting.length === 0 || share.working >= (found?.working ?? ofCaller)) continue;
      if (share.working === 0) return share;
      found = share;
    }
    return found;
  };
  /**
   * Admits one holder in each turn of the event loop, so that answers of the database are read first. Otherwise, while the CPU is
   * the limit, every holder of a slot would queue for it, and a caller with few requests would wait behind all of them.
   */
  const admit = (): void => {
    [turn, begunInTurn] = [undefined, 0];
    next()?.waiting[0]!.begin();
    admitSoon();
  };
  const admitSoon = (): void => {
    if (next() !== undefined) turn ??= setImmediate(admit);
  };

  const admitOnePerCaller = (): void => {
    // The newest request has the most time left to wait for a connection.
    for (const { working: held, waiting: own } of [...shares.values()]) if (held < ofCaller) own.at(-1)?.begin();
    if (waiting.size > 0) restartStallTimer();
  };
  const restartStallTimer = (): void => {
    stallTimer = stallTimer?.refresh() ?? setTimeout(admitOnePerCaller, STALL_MS).unref();
  };

  const wait = (holder: Holder, share: Share): Promise<void> =>
    new Promise((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timeout);
        waiting.delete(holder);
        share.waiting.splice(share.waiting.indexOf(one), 1);
        onWaiting(-1);
      };
      const begin = () => {
        stopWaiting();
        work(holder, share);
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
      waiting.set(holder, one);
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
    acquire(holder, callerKey) {
      const isFree = working.size < most && begunInTurn < inTurn && next() === undefined;
      if (isFree && (shares.get(callerKey)?.working ?? 0) < ofCaller) {
        work(holder, shareOf(callerKey));
        return undefined;
      }
      if (!hasRoom(callerKey)) throw new ServiceError('overloaded');
      const begun = wait(holder, shareOf(callerKey));
      admitSoon();
      return begun;
    },
    release(holder) {
      waiting.get(holder)?.refuse();
      const share = working.get(holder);
      if (share === undefined) return;
      working.delete(holder);
      share.working -= 1;
      moveToEnd(share);
      if (waiting.size === 0) return;
      restartStallTimer();
      admitSoon();
    },
    callerKeyOf: (holder) => working.get(holder)?.callerKey,
  };
}
