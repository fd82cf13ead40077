import type { ServerResponse } from 'node:http';

import type { AwaitClient } from '../doors/json-body';
import { ServiceError } from '../errors';
import type { EventLoop } from './event-loop';
import { exchangeWatch } from './exchange';
import { turns } from './turns';

export interface Admission {
  /**
   * Gives a request its place, to be called once for each.
   * @returns when its turn to be worked on has come; undefined when it has
   * @throws {ServiceError} `overloaded`, at once, while as many others as may be are being answered, or when the process
   * has let the request lie for too long
   */
  enter(response: ServerResponse): Promise<void> | undefined;
  /** The work is done; how fast the client takes its answer is no matter of places. */
  leave(response: ServerResponse): void;
  /** No place is held while the client is awaited, or a few slow ones would hold them all. */
  readonly awaitClient: AwaitClient;
}

export interface AdmissionLimits {
  readonly maxRequestsInFlight: number;
  readonly maxEventLoopDelayMs: number;
  /** Connections to the database. */
  readonly connections: number;
}

/** Requests that are worked on for each connection: some are between two statements, or need none. */
const TURNS_OF_CONNECTION = 1.25;

/** @param onRefused told of each refusal */
export function admission(
  { maxRequestsInFlight, maxEventLoopDelayMs, connections }: AdmissionLimits,
  eventLoop: Pick<EventLoop, 'delay'>,
  onRefused: () => void,
): Admission {
  const inFlight = new Set<ServerResponse>();
  const turn = turns(Math.ceil(TURNS_OF_CONNECTION * connections));
  const leave = (response: ServerResponse): void => {
    inFlight.delete(response);
    turn.end(response);
  };
  const watch = exchangeWatch(leave);

  const take = (response: ServerResponse): Promise<void> | undefined => {
    if (inFlight.size >= maxRequestsInFlight || eventLoop.delay() > maxEventLoopDelayMs) {
      onRefused();
      throw new ServiceError('overloaded');
    }
    inFlight.add(response);
    return turn.begin(response);
  };

  return {
    enter(response) {
      const begun = take(response);
      watch(response);
      return begun;
    },
    leave,
    async awaitClient(response, sent) {
      leave(response);
      const received = await sent;
      await take(response);
      return received;
    },
  };
}
