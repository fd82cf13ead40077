import type { ServerResponse } from 'node:http';

import type { AwaitClient } from '../doors/json-body';
import { ServiceError } from '../errors';
import type { EventLoop } from './event-loop';
import { exchangeWatch } from './exchange';

export interface Admission {
  /**
   * Gives a request its place, to be called once for each.
   * @throws {ServiceError} `overloaded`, at once, while as many others as may be are being answered, or when the process
   * has let the request lie for too long
   */
  enter(response: ServerResponse): void;
  /** The work is done; how fast the client takes its answer is no matter of places. */
  leave(response: ServerResponse): void;
  /** No place is held while the client is awaited, or a few slow ones would hold them all. */
  readonly awaitClient: AwaitClient;
}

export interface AdmissionLimits {
  readonly maxRequestsInFlight: number;
  readonly maxEventLoopDelayMs: number;
}

/** @param onRefused told of each refusal */
export function admission(
  { maxRequestsInFlight, maxEventLoopDelayMs }: AdmissionLimits,
  eventLoop: Pick<EventLoop, 'delay'>,
  onRefused: () => void,
): Admission {
  const inFlight = new Set<ServerResponse>();
  const leave = (response: ServerResponse): void => void inFlight.delete(response);
  const watch = exchangeWatch(leave);

  const take = (response: ServerResponse): void => {
    if (inFlight.size >= maxRequestsInFlight || eventLoop.delay() > maxEventLoopDelayMs) {
      onRefused();
      throw new ServiceError('overloaded');
    }
    inFlight.add(response);
  };

  return {
    enter(response) {
      take(response);
      watch(response);
    },
    leave,
    async awaitClient(response, sent) {
      leave(response);
      const received = await sent;
      take(response);
      return received;
    },
  };
}
