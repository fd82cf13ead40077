import type { RequestListener, ServerResponse } from 'node:http';

import { errorEnvelope } from '../http/error-responses';
import { send } from '../http/send';
import { ServiceError } from '../errors';
import { CONTENT_TYPE } from '../telemetry/metrics/gateway-metrics';
import type { RecentProblems } from './readiness';

export interface AdminOptions {
  readonly problems: RecentProblems;
  /** The migrations of the database that only a newer release knows. */
  readonly newerMigrations: () => readonly string[];
  /** The place in `DATABASE_URL` of the host that lookups read. */
  readonly hostInUse: () => number;
  /** In the text format of Prometheus. */
  readonly scrape: () => Promise<string>;
}

/**
 * The admin listener: `/livez` answers while the process runs, `/readyz` says whether it can answer lookups, and `/metrics`
 * returns its metrics.
 */
export function adminListener({ problems, newerMigrations, hostInUse, scrape }: AdminOptions): RequestListener {
  const readiness = async (response: ServerResponse): Promise<void> => {
    const found = await problems();
    const ready = found.length === 0;
    const newer = newerMigrations();
    const host = hostInUse();
    sendObject(response, ready ? 200 : 503, {
      status: ready ? 'ok' : 'unavailable',
      problems: found,
      ...(ready && newer.length > 0 && { newerMigrations: newer }),
      ...(ready && host > 1 && { databaseHost: host }),
    });
  };

  const sendMetrics = async (response: ServerResponse): Promise<void> =>
    send(response, 200, await scrape(), { 'Content-Type': CONTENT_TYPE, 'Cache-Control': 'no-store' });

  const paths: Readonly<Record<string, (response: ServerResponse) => void>> = {
    '/livez': (response) => sendObject(response, 200, { status: 'ok', problems: [] }),
    '/readyz': (response) => void readiness(response),
    '/metrics': (response) => void sendMetrics(response),
  };
  return ({ url = '', method = '' }, response) => {
    const path = url.split('?')[0] ?? '';
    const answer = Object.hasOwn(paths, path) ? paths[path] : undefined;
    if (answer === undefined) return sendObject(response, 404, errorEnvelope(new ServiceError('unknownEndpoint')));
    if (method === 'GET' || method === 'HEAD') return answer(response);
    response.setHeader('Allow', 'GET, HEAD');
    sendObject(response, 405, errorEnvelope(new ServiceError('methodNotAllowed')));
  };
}

function sendObject(response: ServerResponse, status: number, body: object): void {
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };
  send(response, status, `${JSON.stringify(body)}\n`, headers);
}
