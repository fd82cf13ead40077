import type { ServerResponse } from 'node:http';

import type { Logger } from 'pino';

import { exchangeOf, namesOf, onExchangeEnd } from '../http/exchange';
import type { GatewayMetrics } from '../telemetry/metrics/gateway-metrics';

/** The status that nginx uses for a request whose client disconnected before the end of the answer. */
const CLIENT_DISCONNECTED = 499;

export interface RequestMetricsOptions {
  readonly metrics: GatewayMetrics;
  readonly log: Logger;
  readonly monotonicNow: () => number;
}

/**
 * Returns a function that counts and times a request. Call it when the request begins. At the log level `debug` each request has
 * a line with its transport and operation, but never with its path or its values.
 */
export function requestMetrics(options: RequestMetricsOptions): (response: ServerResponse) => void {
  const { metrics, log, monotonicNow } = options;
  const writesLines = log.isLevelEnabled('debug');

  const ended = (response: ServerResponse): void => {
    const exchange = exchangeOf(response);
    const status = response.writableEnded ? response.statusCode : CLIENT_DISCONNECTED;
    const ms = monotonicNow() - exchange.began;
    const { transport: door, operation, type } = exchange;
    metrics.requestsInFlight.dec();
    metrics.requestEnded({ door, operation, status, type }, ms / 1000);
    if (!writesLines) return;
    const { method } = response.req;
    log.debug(
      { ...namesOf(exchange), method, door, operation, status, type, ms: Math.round(100 * ms) / 100 },
      'request',
    );
  };

  return (response) => {
    metrics.requestsInFlight.inc();
    onExchangeEnd(response, ended);
  };
}
