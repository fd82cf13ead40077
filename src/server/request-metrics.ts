import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Logger } from 'pino';

import { exchangeOf, namesOf, onExchangeEnd } from '../http/exchange';
import type { GatewayMetrics } from '../telemetry/metrics/gateway-metrics';

/** The status that nginx uses for a request whose client disconnected before the end of the answer. */
const CLIENT_DISCONNECTED = 499;

/** Writes the line of one request. */
export type RequestLog = (line: object) => void;

/**
 * Writes a line for each request: with the access log on whatever the level of the log is, otherwise only at level `debug`.
 * Undefined if no line would be written.
 */
export function openRequestLog(log: Logger, accessLog: 'on' | 'off'): RequestLog | undefined {
  if (accessLog === 'on') {
    const access = log.child({}, { level: 'info' });
    return (line) => access.info(line, 'request');
  }
  return log.isLevelEnabled('debug') ? (line) => log.debug(line, 'request') : undefined;
}

export interface RequestMetricsOptions {
  readonly metrics: GatewayMetrics;
  readonly requestLog: RequestLog | undefined;
  readonly monotonicNow: () => number;
}

/**
 * Returns a function that counts and times a request. Call it when the request begins. The line of a request has its route,
 * transport and operation, but never its path, its query or its values.
 */
export function requestMetrics(options: RequestMetricsOptions): (response: ServerResponse) => void {
  const { metrics, requestLog, monotonicNow } = options;

  const ended = (response: ServerResponse): void => {
    const exchange = exchangeOf(response);
    const status = response.writableEnded ? response.statusCode : CLIENT_DISCONNECTED;
    const ms = monotonicNow() - exchange.began;
    const { transport, operation, type } = exchange;
    metrics.requestsInFlight.dec();
    metrics.requestEnded({ transport, operation, status, type }, ms / 1000);
    if (requestLog === undefined) return;
    const { method } = response.req;
    const [route, bytes] = [routeOf(response.req), bodyBytes(response)];
    requestLog({
      ...namesOf(exchange),
      method,
      route,
      transport,
      operation,
      status,
      type,
      ms: Math.round(100 * ms) / 100,
      bytes,
    });
  };

  return (response) => {
    metrics.requestsInFlight.inc();
    onExchangeEnd(response, ended);
  };
}

type Routed = IncomingMessage & { readonly route?: { readonly path: string } };

/** The path that Express matched, without `BASE_PATH`; `none` for an unknown one, which may hold anything. */
const routeOf = (request: Routed): string => request.route?.path ?? 'none';

/** Bytes of the body of an answer. */
function bodyBytes(response: ServerResponse): number {
  return response.req.method === 'HEAD' ? 0 : Number(response.getHeader('content-length') ?? 0);
}
