/** How errors leave over HTTP: JSON on every path, never HTML (contract section 7, decision 27). */

import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';

import { asServiceError, errorHeaders, ServiceError } from '../errors';
import { logFailure } from './failure-log';
import { requestIdOf } from './request-id';

/** Contract section 7: one object `error` with exactly two string fields. */
export function errorEnvelope(error: ServiceError): { error: { type: string; message: string } } {
  return { error: { type: error.entry.type, message: error.message } };
}

/** @param render the body that tells of an error: the contract's envelope, or GraphQL's list */
export function errorHandler(log: Logger, render: (error: ServiceError) => object): ErrorRequestHandler {
  // Express tells error handlers by their four parameters.
  return (failure: unknown, _request, response, _next) => {
    const requestId = requestIdOf(response);
    const error = asServiceError(failure, requestId);
    logFailure(log, error, requestId);
    response.status(error.entry.status).set(errorHeaders(error)).json(render(error));
  };
}

export const unknownEndpoint: RequestHandler = () => {
  throw new ServiceError('unknownEndpoint');
};

/** @param allow the methods that the path takes, as the `Allow` header lists them */
export function methodNotAllowed(allow: string): RequestHandler {
  return (_request, response) => {
    response.set('Allow', allow);
    throw new ServiceError('methodNotAllowed');
  };
}
