import type { ServerResponse } from 'node:http';

import { ServiceError } from '../errors';
import type { Observer } from '../observer';
import { onExchangeEnd } from './exchange';
import type { AwaitClient } from './json-body';
import { type CallerKey, slots } from './slots';

export interface Admission {
  /** @throws {ServiceError} `overloaded` when requests have waited too long for the event loop to read them */
  refuseIfOverloaded(): void;
  /**
   * Acquires a concurrency slot for a request. Call it once for each request.
   * @returns undefined when a slot was free, otherwise a promise that resolves when the request has one
   * @throws {ServiceError} `overloaded`, at once or while the request waits
   */
  acquire(response: ServerResponse, callerKey: CallerKey): Promise<void> | undefined;
  /** Releases the slot. The work is done, even if the client has not received the whole answer yet. */
  release(response: ServerResponse): void;
  /** Releases the slot while the request waits for its client; otherwise a few slow clients would occupy all slots. */
  readonly awaitClient: AwaitClient;
  /** Runs the statements of a caller. Callers take turns here as well: a request may have hundreds of statements. */
  statementsOf(callerKey: CallerKey): <Result>(run: () => Promise<Result>) => Promise<Result>;
  /** Whether a request with a valid token acquired a slot, or waited for one, in the last second. */
  isBusy(): boolean;
}

interface AdmissionOptions {
  readonly maxRequestsInFlight: number;
  readonly maxEventLoopDelayMs: number;
  /** Milliseconds that a request may wait for a database connection; see {@link CONNECT_TIMEOUTS}. */
  readonly databaseConnectTimeoutMs: number;
  /** The number of database connections. */
  readonly connections: number;
  readonly eventLoop: { delay(): number };
  /** Milliseconds of a monotonic clock. */
  readonly monotonicNow: () => number;
  readonly observer: Observer;
}

/** Slots for each database connection. It is more than 1 because some requests are between two statements, or need none. */
const SLOTS_PER_CONNECTION = 1.25;

/** The timeout for a slot, as a multiple of the timeout for a connection. */
const CONNECT_TIMEOUTS = 2;

/** Requests that begin in one turn of the event loop. So callers take turns on the CPU as well, which some requests need alone. */
const BEGUN_IN_TURN = 2;

const BUSY_MS = 1_000;

export function admission(options: AdmissionOptions): Admission {
  const { maxEventLoopDelayMs, connections, eventLoop, monotonicNow, observer } = options;
  const waitMs = CONNECT_TIMEOUTS * options.databaseConnectTimeoutMs;
  const atOnce = Math.ceil(SLOTS_PER_CONNECTION * connections);
  const shared = slots<ServerResponse>(
    {
      atOnce,
      // The last one is for another caller.
      ofCaller: atOnce - 1,
      inTurn: BEGUN_IN_TURN,
      inFlight: options.maxRequestsInFlight,
      waitMs,
    },
    observer.requestsWaiting,
  );
  // The pool serves its queue in order, so a caller that holds every connection has no further statement in it.
  const statements = slots<object>(
    { atOnce, ofCaller: connections, inFlight: Infinity, waitMs },
    observer.connectionWaiters,
  );
  let lastCaller = -Infinity;

  const refuseIfOverloaded = (): void => {
    if (eventLoop.delay() <= maxEventLoopDelayMs) return;
    observer.requestOverloaded?.();
    throw new ServiceError('overloaded');
  };
  const refused = (failure: unknown): never => {
    observer.requestOverloaded?.();
    throw failure;
  };
  const acquire = (response: ServerResponse, callerKey: CallerKey): Promise<void> | undefined => {
    refuseIfOverloaded();
    if (callerKey !== undefined) lastCaller = monotonicNow();
    try {
      return shared.acquire(response, callerKey)?.catch(refused);
    } catch (failure) {
      return refused(failure);
    }
  };

  return {
    refuseIfOverloaded,
    acquire(response, callerKey) {
      const acquired = acquire(response, callerKey);
      onExchangeEnd(response, shared.release);
      return acquired;
    },
    release: shared.release,
    async awaitClient(response, sent) {
      const callerKey = shared.callerKeyOf(response);
      shared.release(response);
      const received = await sent;
      await acquire(response, callerKey);
      return received;
    },
    statementsOf: (callerKey) => async (run) => {
      const statement = {};
      try {
        const turn = statements.acquire(statement, callerKey);
        if (turn !== undefined) await turn.catch(refused);
        return await run();
      } finally {
        statements.release(statement);
      }
    },
    isBusy: () => monotonicNow() - lastCaller < BUSY_MS,
  };
}
