import type { ServerResponse } from 'node:http';

import type { AwaitClient } from '../doors/json-body';
import { ServiceError } from '../errors';
import { exchangeWatch } from './exchange';
import { type Sharer, type SlotLimits, slots } from './slots';

export interface Admission {
  /** @throws {ServiceError} `overloaded` when the process has let what it reads now lie for too long */
  refuseIfLate(): void;
  /**
   * Gives a request a concurrency slot, to be called once for each.
   * @returns when it is its turn to be worked on; undefined when it has a slot at once
   * @throws {ServiceError} `overloaded`, at once or while it waits
   */
  enter(response: ServerResponse, sharer: Sharer): Promise<void> | undefined;
  /** The work is done; how fast the client takes its answer is no matter of slots. */
  leave(response: ServerResponse): void;
  /** No slot is held while the client is awaited, or a few slow ones would hold them all. */
  readonly awaitClient: AwaitClient;
  /** Whether a caller with a good token was given a slot, or waited for one, in the last second. */
  isBusy(): boolean;
}

export interface AdmissionOptions {
  readonly maxRequestsInFlight: number;
  readonly maxEventLoopDelayMs: number;
  /** Milliseconds in which a request must have a ready connection; in as many it must have a slot. */
  readonly databaseConnectTimeoutMs: number;
  /** Connections to the database. */
  readonly connections: number;
  readonly eventLoop: { delay(): number };
  /** Milliseconds that never go back. */
  readonly monotonicNow: () => number;
  /** Told of each refusal. */
  readonly onRefused: () => void;
  /** Told of each request that begins or ceases to wait for a slot. */
  readonly onWaiting?: (more: 1 | -1) => void;
}

/** Slots for each connection: some requests are between two statements, or need none. */
const SLOTS_OF_CONNECTION = 1.25;

const BUSY_MS = 1_000;

export function admission(options: AdmissionOptions): Admission {
  const { maxEventLoopDelayMs, connections, eventLoop, monotonicNow, onRefused, onWaiting } = options;
  const limits: SlotLimits = {
    atOnce: Math.ceil(SLOTS_OF_CONNECTION * connections),
    inFlight: options.maxRequestsInFlight,
    waitMs: options.databaseConnectTimeoutMs,
  };
  const shared = slots(limits, onWaiting);
  const watch = exchangeWatch(shared.giveBack);
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
      watch(response);
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
