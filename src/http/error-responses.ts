/** How errors leave over HTTP: JSON on every path, never HTML (contract section 7, decision 27). */

import type { ServerResponse } from 'node:http';

import type { Logger } from 'pino';

import { asServiceError, errorHeaders, type ServiceError } from '../errors';
import { exchangeOf } from './exchange';
import { logFailure } from './failure-log';
import { sendJson } from './send';

/** Contract section 7: one object `error` with exactly two string fields. */
export function errorEnvelope(error: ServiceError): { error: { type: string; message: string } } {
  return { error: { type: error.entry.type, message: error.message } };
}

export type AnswerError = (
  failure: unknown,
  response: ServerResponse,
  errorBody: (error: ServiceError) => object,
) => void;

/** Returns how to answer a request with what was thrown for it. */
export function errorAnswers(log: Logger): AnswerError {
  return (failure, response, errorBody) => {
    const exchange = exchangeOf(response);
    const error = asServiceError(failure, exchange.requestId);
    exchange.type = error.entry.type;
    logFailure(log, error, exchange);
    if (response.headersSent) response.req.socket.destroy();
    else sendJson(response, error.entry.status, errorBody(error), errorHeaders(error));
  };
}
