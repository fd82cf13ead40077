import { ServiceError } from '../errors';

/** When no slot was released for this many milliseconds, as when the database hangs, each caller gets another slot, even beyond the limit. */
const STALL_MS = 100;

/** The caller that a holder counts for: the subject of a token, null for a token without one, undefined without a valid token. */
export type CallerKey = string | null | undefined;

interface SlotLimits {
  /** The number of slots. */
  readonly atOnce: number;
  /** The most slots of one caller; any number when absent. */
  readonly ofCaller?: number;
  /** The most holders that get a slot in one turn of the event loop; any number when absent. */
  readonly inTurn?: number;
  /** The most holders that have a slot or wait for one. */
  readonly inFlight: number;
  /** Milliseconds that a holder may wait for a slot. */
  readonly waitMs: number;
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
 * @typeParam Holder what holds a slot, such as a request or a statement
 */
export class Slots<Holder extends object> {
  readonly #limits: Required<SlotLimits>;
  readonly #most: number;
  readonly #working = new Map<Holder, Share>();
  readonly #waiting = new Map<Holder, Waiting>();
  /** Callers with requests in flight, ordered by when they last acquired a slot, the longest ago first. */
  readonly #shares = new Map<CallerKey, Share>();
  #stallTimer: NodeJS.Timeout | undefined;
  /** The end of a turn in which holders got a slot, or may get one. */
  #turn: NodeJS.Immediate | undefined;
  #begunInTurn = 0;

  /** @param onWaiting called with 1 when a holder begins to wait, and with -1 when it stops waiting */
  constructor(
    limits: SlotLimits,
    private readonly onWaiting: (more: 1 | -1) => void = () => undefined,
  ) {
    this.#limits = { ofCaller: Infinity, inTurn: Infinity, ...limits };
    this.#most = Math.min(limits.atOnce, limits.inFlight);
  }

  /**
   * Acquires a slot.
   * @returns undefined when a slot was free, otherwise a promise that resolves when the holder has one. It rejects with
   *   {@link ServiceError} `overloaded` when the holder is displaced by a caller with fewer, waits too long, or ends.
   * @throws {ServiceError} `overloaded`
   */
  acquire(holder: Holder, callerKey: CallerKey): Promise<void> | undefined {
    const { inTurn, ofCaller } = this.#limits;
    const isFree = this.#working.size < this.#most && this.#begunInTurn < inTurn && this.#next() === undefined;
    if (isFree && (this.#shares.get(callerKey)?.working ?? 0) < ofCaller) {
      this.#work(holder, this.#shareOf(callerKey));
      return undefined;
    }
    if (!this.#hasRoom(callerKey)) throw new ServiceError('overloaded');
    const begun = this.#wait(holder, this.#shareOf(callerKey));
    this.#admitSoon();
    return begun;
  }

  /** Releases the slot of a holder, or ends its waiting. Without either it does nothing. */
  release(holder: Holder): void {
    this.#waiting.get(holder)?.refuse();
    const share = this.#working.get(holder);
    if (share === undefined) return;
    this.#working.delete(holder);
    share.working -= 1;
    this.#moveToEnd(share);
    if (this.#waiting.size === 0) return;
    this.#restartStallTimer();
    this.#admitSoon();
  }

  /** The caller that a holder of a slot counts for. */
  callerKeyOf(holder: Holder): CallerKey {
    return this.#working.get(holder)?.callerKey;
  }

  #shareOf(callerKey: CallerKey): Share {
    let share = this.#shares.get(callerKey);
    if (share === undefined) this.#shares.set(callerKey, (share = { callerKey, working: 0, waiting: [] }));
    return share;
  }

  #moveToEnd(share: Share): void {
    this.#shares.delete(share.callerKey);
    if (inFlightOf(share) > 0) this.#shares.set(share.callerKey, share);
  }

  #work(holder: Holder, share: Share): void {
    this.#working.set(holder, share);
    share.working += 1;
    this.#moveToEnd(share);
    if (this.#limits.inTurn === Infinity) return;
    this.#begunInTurn += 1;
    this.#endTurn();
  }

  /** The caller with the fewest slots, among those who wait and may have another. Undefined if no slot is free. */
  #next(): Share | undefined {
    if (this.#waiting.size === 0 || this.#working.size >= this.#most) return undefined;
    let fewest: Share | undefined;
    for (const share of this.#shares.values()) {
      if (share.waiting.length === 0 || share.working >= (fewest?.working ?? this.#limits.ofCaller)) continue;
      if (share.working === 0) return share;
      fewest = share;
    }
    return fewest;
  }

  /**
   * Admits a few holders in each turn of the event loop, so that answers of the database are read first. Otherwise, while the CPU
   * is the limit, every holder of a slot would queue for it, and a caller with few requests would wait behind all of them. A turn
   * for each holder would cost more CPU time: what a turn reads and writes, it reads and writes at once.
   */
  readonly #admit = (): void => {
    [this.#turn, this.#begunInTurn] = [undefined, 0];
    for (let next = this.#next(); next && this.#begunInTurn < this.#limits.inTurn; next = this.#next())
      next.waiting[0]!.begin();
    this.#admitSoon();
  };

  #endTurn(): void {
    if (this.#turn === undefined) this.#turn = setImmediate(this.#admit);
  }

  #admitSoon(): void {
    if (this.#next() !== undefined) this.#endTurn();
  }

  #admitOnePerCaller(): void {
    // The newest request has the most time left to wait for a connection.
    for (const { working, waiting } of [...this.#shares.values()])
      if (working < this.#limits.ofCaller) waiting.at(-1)?.begin();
    if (this.#waiting.size > 0) this.#restartStallTimer();
  }

  #restartStallTimer(): void {
    this.#stallTimer = this.#stallTimer?.refresh() ?? setTimeout(() => this.#admitOnePerCaller(), STALL_MS).unref();
  }

  #wait(holder: Holder, share: Share): Promise<void> {
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timeout);
        this.#waiting.delete(holder);
        share.waiting.splice(share.waiting.indexOf(waiting), 1);
        this.onWaiting(-1);
      };
      const begin = () => {
        stopWaiting();
        this.#work(holder, share);
        resolve();
      };
      const refuse = () => {
        stopWaiting();
        if (inFlightOf(share) === 0) this.#shares.delete(share.callerKey);
        reject(new ServiceError('overloaded'));
      };
      const waiting = { begin, refuse };
      const timeout = setTimeout(refuse, this.#limits.waitMs);
      if (this.#waiting.size === 0) this.#restartStallTimer();
      this.#waiting.set(holder, waiting);
      share.waiting.push(waiting);
      this.onWaiting(1);
    });
  }

  /** Whether another request of a caller may wait. It may displace a request of another caller. */
  #hasRoom(callerKey: CallerKey): boolean {
    if (this.#working.size + this.#waiting.size < this.#limits.inFlight) return true;
    const share = this.#shares.get(callerKey);
    const inFlight = share === undefined ? 0 : inFlightOf(share);
    let longest: Share | undefined;
    for (const other of this.#shares.values()) {
      if (other.waiting.length === 0 || (longest !== undefined && inFlightOf(other) <= inFlightOf(longest))) continue;
      longest = other;
    }
    if (longest !== undefined && inFlightOf(longest) > inFlight + 1) {
      longest.waiting.at(-1)!.refuse();
      return true;
    }
    // No waiting request can be displaced, and a caller without any request in flight must not be locked out.
    return inFlight === 0 && this.#waiting.size < this.#most;
  }
}
