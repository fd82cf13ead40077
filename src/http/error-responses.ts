/** How errors leave over HTTP: JSON on every path, never HTML (contract section 7, decision 27). */

import type { ServerResponse } from 'node:http';

import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';

import { asServiceError, errorHeaders, ServiceError } from '../errors';
import type { EarlyRefusals } from './early-refusals';
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
