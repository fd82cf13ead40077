/** How errors leave over HTTP: JSON on every path, never HTML (contract section 7, decision 27). */

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';

import { ServiceError, asServiceError, errorHeaders } from '../errors';
import { exchangeOf } from './exchange';
import { logFailure } from './failure-log';
import { sendJson } from './send';

/** Contract section 7: one object `error` with exactly two string fields. */
export function errorEnvelope(error: ServiceError): { error: { type: string; message: string } } {
  return { error: { type: error.entry.type, message: error.message } };
}

/** The contract's envelope, or GraphQL's list. */
export type ErrorBody = (error: ServiceError) => object;

/** Answers requests with what was thrown for them. Refusals of requests that had no slot may be held (decision 76). */
export class ErrorResponses {
  constructor(
    private readonly log: Logger,
    private readonly refusals: EarlyRefusals,
  ) {}

  /** The error middleware of a router. */
  handler(body: ErrorBody): ErrorRequestHandler {
    // Express tells it from other middleware by its four parameters.
    return (failure: unknown, _request, response, _next) => this.answer(failure, response, body);
  }

  answer(failure: unknown, response: ServerResponse, body: ErrorBody): void {
    if (exchangeOf(response).hadSlot) this.send(failure, response, body);
    else this.refusals.answer(response, () => this.send(failure, response, body));
  }

  private send(failure: unknown, response: ServerResponse, body: ErrorBody): void {
    const exchange = exchangeOf(response);
    // The only failure of Express is a part of the path that cannot be decoded.
    const thrown = failure instanceof URIError ? new ServiceError('unknownEndpoint') : failure;
    const error = asServiceError(thrown, exchange.requestId);
    exchange.type = error.entry.type;
    logFailure(this.log, error, exchange);
    if (response.headersSent) response.req.socket.destroy();
    else sendJson(response, error.entry.status, body(error), errorHeaders(error));
  }
}

export interface EarlyRefusals {
  /** Answers a request that was refused before it took a slot: at once, or later when there are too many. */
  answer(response: ServerResponse, send: () => void): void;
  /** Answers those that are held, and from then on each at once. */
  holdNone(): void;
}

/** Refusals answered at once while callers are served, which take about a twentieth of a core; and how many of them in a burst. */
const PER_SECOND = 500;
const BURST = 100;
/** How long an answer is held at most: as long as `Retry-After` says. Milliseconds. */
const HELD_MS = 1_000;
/** How often what is held is looked at, milliseconds. */
const PERIOD_MS = 20;
/** Answers that may be held. */
const MOST_HELD = 2_000;

interface Held {
  readonly socket: Socket;
  readonly send: () => void;
  readonly since: number;
}

/**
 * Keeps clients that retry at once and ignore `Retry-After` from taking CPU time from callers who are served (decision 76):
 * beyond a rate an answer is held, and nothing is read from its connection meanwhile. HTTP/1.1 allows no other answer on it
 * before this one, so a connection that many callers share, such as a proxy's, loses nothing.
 * @param isBusy whether callers are being served; while none are, nothing is held
 */
export function earlyRefusals(isBusy: () => boolean, monotonicNow: () => number): EarlyRefusals {
  const held: Held[] = [];
  let mayHold = true;
  let budget = BURST;
  let toppedUp = monotonicNow();
  let timer: NodeJS.Timeout | undefined;

  const spend = (now: number): boolean => {
    budget = Math.min(BURST, budget + ((now - toppedUp) * PER_SECOND) / 1_000);
    toppedUp = now;
    if (budget < 1) return false;
    budget -= 1;
    return true;
  };
  const release = (): void => {
    const { socket, send } = held.shift()!;
    send();
    socket.resume();
  };
  const look = (): void => {
    timer = undefined;
    const now = monotonicNow();
    while (held.length > 0 && (now - held[0]!.since >= HELD_MS || spend(now))) release();
    if (held.length > 0) timer = setTimeout(look, PERIOD_MS);
  };

  return {
    answer(response, send) {
      const now = monotonicNow();
      if (!mayHold || !isBusy() || held.length >= MOST_HELD || (held.length === 0 && spend(now))) {
        send();
        return;
      }
      const { socket } = response.req;
      socket.pause();
      held.push({ socket, send, since: now });
      timer ??= setTimeout(look, PERIOD_MS);
    },
    holdNone() {
      mayHold = false;
      clearTimeout(timer);
      while (held.length > 0) release();
    },
  };
}
