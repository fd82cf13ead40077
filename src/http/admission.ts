import type { ServerResponse } from 'node:http';

import { ServiceError } from '../errors';
import { whenOver } from './exchange';
import type { AwaitClient } from './json-body';
import { type Sharer, type SlotLimits, slots } from './slots';

export interface Admission {
  /** @throws {ServiceError} `overloaded` when the requests that the process reads now have lain unread for too long */
  refuseIfLate(): void;
  /**
   * Gives a request a concurrency slot, to be called once for each.
   * @returns undefined when it has a slot at once, otherwise a promise that resolves when it has one
   * @throws {ServiceError} `overloaded`, at once or while it waits
   */
  enter(response: ServerResponse, sharer: Sharer): Promise<void> | undefined;
  /** Gives the slot back: the work is done, even if the client has not taken its answer yet. */
  leave(response: ServerResponse): void;
  /** No slot is held while the client is awaited; otherwise a few slow clients would hold them all. */
  readonly awaitClient: AwaitClient;
  /** Whether a caller with a good token was given a slot, or waited for one, in the last second. */
  isBusy(): boolean;
}

export interface AdmissionOptions {
  readonly maxRequestsInFlight: number;
  readonly maxEventLoopDelayMs: number;
  /** Milliseconds that a request may wait for a connection; see {@link CONNECT_TIMEOUTS}. */
  readonly databaseConnectTimeoutMs: number;
  /** Connections to the database. */
  readonly connections: number;
  readonly eventLoop: { delay(): number };
  /** Milliseconds that never go back. */
  readonly monotonicNow: () => number;
  /** Called for each refusal. */
  readonly onRefused: () => void;
  /** Called with 1 when a request begins to wait for a slot, and with -1 when it no longer waits. */
  readonly onWaiting?: (more: 1 | -1) => void;
}

/** Slots for each connection to the database: some requests are between two statements, or need none. */
const SLOTS_OF_CONNECTION = 1.25;

/** How many times as long as for a connection a request may wait for a slot. */
const CONNECT_TIMEOUTS = 2;

const BUSY_MS = 1_000;

export function admission(options: AdmissionOptions): Admission {
  const { maxEventLoopDelayMs, connections, eventLoop, monotonicNow, onRefused, onWaiting } = options;
  const limits: SlotLimits = {
    atOnce: Math.ceil(SLOTS_OF_CONNECTION * connections),
    inFlight: options.maxRequestsInFlight,
    waitMs: CONNECT_TIMEOUTS * options.databaseConnectTimeoutMs,
  };
  const shared = slots(limits, onWaiting);
  let lastCaller = -Infinity;

  const refuseIfLate = (): void => {
    if (eventLoop.delay() <= maxEventLoopDelayMs) return;
    onRefused();
    throw new ServiceError('overloaded');
  };
  const refused = (failure: unknown): never => {
    onRefused();
    throw failure;
  };
  const take = (response: ServerResponse, sharer: Sharer): Promise<void> | undefined => {
    refuseIfLate();
    if (sharer !== undefined) lastCaller = monotonicNow();
    try {
      return shared.take(response, sharer)?.catch(refused);
    } catch (failure) {
      return refused(failure);
    }
  };

  return {
    refuseIfLate,
    enter(response, sharer) {
      const taken = take(response, sharer);
      whenOver(response, shared.giveBack);
      return taken;
    },
    leave: shared.giveBack,
    async awaitClient(response, sent) {
      const sharer = shared.sharerOf(response);
      shared.giveBack(response);
      const received = await sent;
      await take(response, sharer);
      return received;
    },
    isBusy: () => monotonicNow() - lastCaller < BUSY_MS,
  };
}
