/** Sends errors over HTTP: JSON on every path, never HTML (contract section 7, decision 27). */

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { ErrorRequestHandler } from 'express';

import { ServiceError, asServiceError, errorHeaders } from '../errors';
import type { Observer } from '../observer';
import { exchangeOf } from './exchange';
import { sendJson } from './bodies';

/** The contract's envelope, or GraphQL's list. */
export type ErrorBody = (error: ServiceError) => object;

/** How a transport other than REST answers a problem with a token. */
interface TokenAnswer {
  readonly status: number;
  /** What it adds to `WWW-Authenticate`. */
  readonly challenge?: string;
}

/** Answers requests with the errors that were thrown. Refusals of requests without a slot may be delayed (decision 43). */
export class ErrorResponses {
  constructor(
    private readonly observer: Observer,
    private readonly refusals: EarlyRefusals,
  ) {}

  /** The error middleware of a router. */
  handler(body: ErrorBody, forToken?: TokenAnswer): ErrorRequestHandler {
    // Express recognises error middleware by its four parameters.
    return (failure: unknown, _request, response, _next) => this.answer(failure, response, body, forToken);
  }

  answer(failure: unknown, response: ServerResponse, body: ErrorBody, forToken?: TokenAnswer): void {
    if (exchangeOf(response).wasAdmitted) this.send(failure, response, body, forToken);
    else this.refusals.answer(response, () => this.send(failure, response, body, forToken));
  }

  private send(failure: unknown, response: ServerResponse, body: ErrorBody, forToken?: TokenAnswer): void {
    const exchange = exchangeOf(response);
    // The only error of Express itself is a path that cannot be decoded.
    const thrown = failure instanceof URIError ? new ServiceError('unknownEndpoint') : failure;
    const error = asServiceError(thrown, exchange.requestId);
    exchange.type = error.entry.type;
    this.observer.requestFailed?.(exchange, error);
    if (response.headersSent) {
      response.req.socket.destroy();
      return;
    }
    const tokenAnswer = error.entry.code === 'UNAUTHENTICATED' ? forToken : undefined;
    const headers = errorHeaders(error);
    if (tokenAnswer?.challenge !== undefined) headers['WWW-Authenticate'] += tokenAnswer.challenge;
    sendJson(response, tokenAnswer?.status ?? error.entry.status, body(error), headers);
  }
}

/** Refusals per second that are answered at once while callers are served. They take about a twentieth of a core. */
const PER_SECOND = 500;
/** The most of them that are answered in a burst. */
const BURST = 100;
/** The longest delay of an answer in milliseconds, the same as `Retry-After`. */
const MAX_DELAY_MS = 1_000;
/** Milliseconds between two checks of the delayed answers. */
const PERIOD_MS = 20;
/** The most answers that are delayed at the same time. */
const MAX_DELAYED = 2_000;

interface DelayedAnswer {
  readonly socket: Socket;
  readonly send: () => void;
  readonly since: number;
}

/**
 * Limits the CPU time spent on clients that retry at once and ignore `Retry-After` (decision 43). Above a rate, an answer is
 * delayed, and nothing is read from its connection meanwhile. HTTP/1.1 allows no other answer on the connection before this one,
 * so a connection that many callers share, such as a proxy's, loses nothing.
 */
export class EarlyRefusals {
  readonly #delayed: DelayedAnswer[] = [];
  #mayDelay = true;
  #budget = BURST;
  #toppedUp: number;
  #timer: NodeJS.Timeout | undefined;

  /** @param isBusy whether callers are being served; otherwise nothing is delayed */
  constructor(
    private readonly isBusy: () => boolean,
    private readonly monotonicNow: () => number,
  ) {
    this.#toppedUp = monotonicNow();
  }

  /** Answers a request that was refused before it acquired a slot: at once, or later when there are too many. */
  answer(response: ServerResponse, send: () => void): void {
    const now = this.monotonicNow();
    const waiting = this.#delayed.length;
    if (!this.#mayDelay || !this.isBusy() || waiting >= MAX_DELAYED || (waiting === 0 && this.#spend(now))) {
      send();
      return;
    }
    const { socket } = response.req;
    socket.pause();
    this.#delayed.push({ socket, send, since: now });
    this.#timer ??= setTimeout(() => this.#releaseDue(), PERIOD_MS);
  }

  /** Sends all delayed answers, and delays none from then on. */
  releaseAll(): void {
    this.#mayDelay = false;
    clearTimeout(this.#timer);
    while (this.#delayed.length > 0) this.#release();
  }

  #spend(now: number): boolean {
    this.#budget = Math.min(BURST, this.#budget + ((now - this.#toppedUp) * PER_SECOND) / 1_000);
    this.#toppedUp = now;
    if (this.#budget < 1) return false;
    this.#budget -= 1;
    return true;
  }

  #release(): void {
    const { socket, send } = this.#delayed.shift()!;
    send();
    socket.resume();
  }

  #releaseDue(): void {
    this.#timer = undefined;
    const now = this.monotonicNow();
    const isDue = ({ since }: DelayedAnswer) => now - since >= MAX_DELAY_MS || this.#spend(now);
    while (this.#delayed.length > 0 && isDue(this.#delayed[0]!)) this.#release();
    if (this.#delayed.length > 0) this.#timer = setTimeout(() => this.#releaseDue(), PERIOD_MS);
  }
}
