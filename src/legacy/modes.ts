/** The three modes: whose answer the caller of a REST operation gets, and what happens to that of the other side. */

import type { IncomingMessage } from 'node:http';

import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';

import { asServiceError, ServiceError } from '../errors';
import { ArrivingBodies } from '../http/arriving-bodies';
import { exchangeOf } from '../http/exchange';
import { logFailure } from '../http/failure-log';
import { readBytes } from '../http/json-body';
import { onSend } from '../http/send';
import { BODY_LIMIT } from '../rest/requests';
import { REST_PATHS, type RestOperation } from '../model/rest-paths';
import { captureBody } from './captured-body';
import type { Comparisons } from './comparisons';
import { askedPage } from './pages';
import { COMPARED_BYTES, questionOf, type ReceivedAnswer, receive } from './question';
import { passOn, type Served, type ServeOptions } from './served';

/** @param start the handlers that run first on each route */
export type LegacyRoutes = (start: readonly RequestHandler[]) => {
  readonly router: Router;
  /** Handles failures of what comes after the router. */
  readonly onFailure?: ErrorRequestHandler;
};

type Routes = ReturnType<LegacyRoutes>;

/** A route for each of the two REST operations. */
function routesOf(start: readonly RequestHandler[], handler: (operation: RestOperation) => RequestHandler): Router {
  const router = Router({ caseSensitive: true });
  for (const [operation, path] of Object.entries(REST_PATHS))
    router.post(path, ...start, handler(operation as RestOperation));
  return router;
}

/** `shadow`: the old service answers. */
export function shadowRoutes(start: readonly RequestHandler[], served: Served, comparisons: Comparisons): Routes {
  const arriving = new ArrivingBodies();
  const router = routesOf(start, (operation) => async (request, response) => {
    const exchange = exchangeOf(response);
    exchange.operation = operation;
    // No answer of the old service is delayed (decision 76).
    exchange.wasAdmitted = true;
    const { requestId } = exchange;
    const tooLarge = (message: string) => new ServiceError('payloadTooLarge', { message });
    const body = await readBytes(request, response, { limit: BODY_LIMIT, tooLarge, arriving });
    const question = questionOf(request, request.url, body, requestId);
    const skip = (reason: string) => comparisons.skip({ operation, requestId }, request.headers.authorization, reason);
    const refusal = comparisons.refusal();
    try {
      const limit = refusal === undefined ? COMPARED_BYTES : 0;
      const answer = await served.answer({ operation, question, response }, (head) => passOn(head, response, limit));
      if (answer === undefined) skip('disconnected');
      else if (refusal !== undefined) skip(refusal);
      else if (answer === 'too_large') skip(answer);
      else comparisons.offer({ operation, requestId, question, servedBy: 'legacy', answer });
    } catch (failure) {
      skip('legacy_unavailable');
      throw failure;
    }
  });
  return { router };
}

/** `compare`: Leasegate answers. */
export function compareRoutes(
  start: readonly RequestHandler[],
  comparisons: Comparisons,
  { monotonicNow, onAnswer }: Pick<ServeOptions, 'monotonicNow' | 'onAnswer'>,
): Routes {
  const arriving = new ArrivingBodies();
  const router = routesOf(start, (operation) => (request, response, next) => {
    const { requestId, began } = exchangeOf(response);
    const { url } = request;
    const skip = (reason: string) => comparisons.skip({ operation, requestId }, request.headers.authorization, reason);
    const body = captureBody(request, BODY_LIMIT, arriving);
    onSend(response, (status, text, headers) => {
      onAnswer(operation, 'own', monotonicNow() - began);
      if (text.length > COMPARED_BYTES) return skip('too_large');
      const contentType = String(headers['Content-Type']);
      const answer = { status, headers: { 'content-type': contentType }, bytes: Buffer.from(text) };
      void body().then((bytes) => {
        if (bytes === undefined) return skip('request_incomplete');
        const question = questionOf(request, url, bytes, requestId);
        comparisons.offer({ operation, requestId, question, servedBy: 'own', answer });
      });
    });
    next();
  });
  return { router };
}

interface Captured {
  readonly operation: RestOperation;
  readonly url: string;
  readonly body: () => Promise<Buffer | undefined>;
}

/** `fallback`: Leasegate answers, unless it fails. */
export function fallbackRoutes(start: readonly RequestHandler[], served: Served, log: Logger): Routes {
  const arriving = new ArrivingBodies();
  const requests = new WeakMap<IncomingMessage, Captured>();
  const router = routesOf(start, (operation) => (request, _response, next) => {
    requests.set(request, { operation, url: request.url, body: captureBody(request, BODY_LIMIT, arriving) });
    next();
  });

  const onFailure: ErrorRequestHandler = async (failure, request, response, next) => {
    const asked = requests.get(request);
    const exchange = exchangeOf(response);
    const error = asServiceError(failure, exchange.requestId);
    if (asked === undefined || error.entry.status < 500 || response.headersSent) return next(failure);
    const { operation, url } = asked;
    const body = await asked.body();
    const question = body && questionOf(request, url, body, exchange.requestId);
    // The cursor is one of Leasegate.
    if (question === undefined || (await askedPage(question)).cursor !== undefined) return next(failure);
    const answer = await served.answer({ operation, question, response }, receive).catch(() => undefined);
    if (answer === undefined || answer === 'too_large' || !canReplace(answer)) return next(failure);
    logFailure(log, error, exchange);
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
    response.writeHead(answer.status, { 'Content-Length': answer.bytes.length });
    response.end(answer.bytes);
  };
  return { router, onFailure };
}

/**
 * Whether an answer of the old service can take the place of one of Leasegate: it is no failure, and its caller needs no cursor for
 * what follows, because Leasegate would not understand it.
 */
function canReplace({ status, headers, bytes }: ReceivedAnswer): boolean {
  if (status !== 200) return status < 500 && status !== 429;
  if (headers['content-encoding'] !== undefined) return false;
  try {
    const { last_id: cursor } = JSON.parse(bytes.toString()) as { readonly last_id?: unknown };
    return [undefined, null, -1, '-1'].includes(cursor as undefined);
  } catch {
    return false;
  }
}
