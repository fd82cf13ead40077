/** Decides who is served now: concurrency slots, and refusals while the event loop is late. */

import type { ServerResponse } from 'node:http';

import { ServiceError } from '../errors';
import type { Observer } from '../observer';
import type { AwaitClient } from './bodies';
import { onExchangeEnd } from './exchange';
import { type CallerKey, Slots } from './slots';

interface AdmissionOptions {
  readonly maxRequestsInFlight: number;
  readonly maxEventLoopDelayMs: number;
  /** Milliseconds that a request may wait for a database connection; see {@link CONNECT_TIMEOUTS}. */
  readonly databaseConnectTimeoutMs: number;
  /** The number of database connections. */
  readonly connections: number;
  readonly eventLoop: Pick<EventLoop, 'delay'>;
  /** Milliseconds of a monotonic clock. */
  readonly monotonicNow: () => number;
  readonly observer: Observer;
}

/** Slots for each database connection. There are more slots than connections, as a request between two statements needs none. */
const SLOTS_PER_CONNECTION = 1.25;

/** The timeout for a slot, as a multiple of the timeout for a connection. */
const CONNECT_TIMEOUTS = 2;

/** Requests that begin in one turn of the event loop, so that callers share the CPU as well: some requests need nothing else. */
const BEGUN_IN_TURN = 4;

const BUSY_MS = 1_000;

export class Admission {
  readonly #requests: Slots<ServerResponse>;
  readonly #statements: Slots<object>;
  #lastCaller = -Infinity;

  constructor(private readonly options: AdmissionOptions) {
    const { connections, observer, maxRequestsInFlight } = options;
    const waitMs = CONNECT_TIMEOUTS * options.databaseConnectTimeoutMs;
    const atOnce = Math.ceil(SLOTS_PER_CONNECTION * connections);
    this.#requests = new Slots(
      // The last slot is for another caller.
      { atOnce, ofCaller: atOnce - 1, inTurn: BEGUN_IN_TURN, inFlight: maxRequestsInFlight, waitMs },
      observer.requestsWaiting,
    );
    // The pool serves its queue in order. With as many turns as connections, no caller waits in it behind itself.
    this.#statements = new Slots(
      { atOnce, ofCaller: connections, inFlight: Infinity, waitMs },
      observer.connectionWaiters,
    );
  }

  /** @throws {ServiceError} `overloaded` when requests have waited too long for the event loop to read them */
  refuseIfOverloaded(): void {
    if (this.options.eventLoop.delay() > this.options.maxEventLoopDelayMs) this.#refuse(new ServiceError('overloaded'));
  }

  /**
   * Acquires a concurrency slot for a request. Call it once for each request.
   * @returns undefined when a slot was free, otherwise a promise that resolves when the request has one
   * @throws {ServiceError} `overloaded`, at once or while the request waits
   */
  acquire(response: ServerResponse, callerKey: CallerKey): Promise<void> | undefined {
    const acquired = this.#acquire(response, callerKey);
    onExchangeEnd(response, this.release);
    return acquired;
  }

  /** Releases the slot. The work is done, even if the client has not received the whole answer yet. */
  readonly release = (response: ServerResponse): void => this.#requests.release(response);

  /** Releases the slot while the request waits for its client; otherwise a few slow clients would occupy all slots. */
  readonly awaitClient: AwaitClient = async (response, sent) => {
    const callerKey = this.#requests.callerKeyOf(response);
    this.release(response);
    const received = await sent;
    await this.#acquire(response, callerKey);
    return received;
  };

  /** The turns of a caller's statements. Callers share here as well: a request may have hundreds of statements. */
  readonly turnsOf = (callerKey: CallerKey) => ({
    acquire: (statement: object): Promise<void> | undefined =>
      this.#statements.acquire(statement, callerKey)?.catch(this.#refuse),
    release: (statement: object): void => this.#statements.release(statement),
  });

  /** Whether a request with a valid token acquired a slot, or waited for one, in the last second. */
  readonly isBusy = (): boolean => this.options.monotonicNow() - this.#lastCaller < BUSY_MS;

  #acquire(response: ServerResponse, callerKey: CallerKey): Promise<void> | undefined {
    this.refuseIfOverloaded();
    if (callerKey !== undefined) this.#lastCaller = this.options.monotonicNow();
    try {
      return this.#requests.acquire(response, callerKey)?.catch(this.#refuse);
    } catch (failure) {
      return this.#refuse(failure);
    }
  }

  readonly #refuse = (failure: unknown): never => {
    this.options.observer.requestOverloaded?.();
    throw failure;
  };
}

/** Milliseconds between two checks of the clock. Shorter delays go unnoticed. */
const PERIOD_MS = 100;
const RECENT_MS = 1_000;

/** The delay of the event loop, which grows while something blocks it or the process gets no CPU time. */
export class EventLoop {
  #due = Infinity;
  #last = 0;
  #longest = { delay: 0, at: -Infinity };
  #timer: NodeJS.Timeout | undefined;

  /** @param now milliseconds, monotonic */
  constructor(private readonly now: () => number) {}

  /** Starts measuring. Earlier delays, such as loading the program, do not count. */
  start(): void {
    this.#due = this.now() + PERIOD_MS;
    this.#timer = setInterval(() => this.#check(), PERIOD_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /**
   * Milliseconds for which the data that is read now may have waited. In a blocked turn of the loop, the timer has not checked the
   * clock yet, so the clock counts as well.
   */
  delay(): number {
    return Math.max(this.#last, this.now() - this.#due);
  }

  /** The longest {@link delay} of the last second. */
  recentDelay(): number {
    return Math.max(this.delay(), this.now() - this.#longest.at > RECENT_MS ? 0 : this.#longest.delay);
  }

  #check(): void {
    const delay = this.now() - this.#due;
    this.#due = this.now() + PERIOD_MS;
    // What waited meanwhile is read before the next check.
    this.#last = delay < PERIOD_MS ? 0 : delay;
    if (this.#last > this.#longest.delay || this.now() - this.#longest.at > RECENT_MS)
      this.#longest = { delay: this.#last, at: this.now() };
  }
}
