import type { ServerResponse } from 'node:http';

import type { Logger } from 'pino';

import { exchangeOf, namesOf, whenOver } from '../http/exchange';
import type { GatewayMetrics } from '../telemetry/metrics/gateway-metrics';

/** nginx's number for a request whose client went before the answer was whole. */
const CLIENT_GONE = 499;

export interface ObservationOptions {
  readonly metrics: GatewayMetrics;
  readonly log: Logger;
  readonly monotonicNow: () => number;
}

/**
 * Returns how to count and time a request by its response, to be called as it begins. At the log level `debug` each has a
 * line: its door and operation in words of ours, never its path or what it asks.
 */
export function observation({ metrics, log, monotonicNow }: ObservationOptions): (response: ServerResponse) => void {
  const writesLines = log.isLevelEnabled('debug');

  const ended = (response: ServerResponse): void => {
    const exchange = exchangeOf(response);
    const status = response.writableEnded ? response.statusCode : CLIENT_GONE;
    const ms = monotonicNow() - exchange.began;
    const { door, operation, type } = exchange;
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
    whenOver(response, ended);
  };
}
