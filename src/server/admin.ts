import type { RequestListener, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Hosts } from '../db/hosts';
import { send } from '../http/bodies';
import { errorEnvelope, ServiceError } from '../errors';
import { CONTENT_TYPE } from '../telemetry/metrics';

interface AdminOptions {
  readonly problems: RecentProblems;
  /** The migrations of the database that only a newer release knows. */
  readonly newerMigrations: () => readonly string[];
  readonly hosts: Pick<Hosts, 'numberInUse' | 'problems'>;
  /** In the text format of Prometheus. */
  readonly scrape: () => Promise<string>;
}

/**
 * The admin listener: `/livez` answers while the process runs, `/readyz` says whether it can answer lookups, and `/metrics`
 * returns its metrics.
 */
export function adminListener({ problems, newerMigrations, hosts, scrape }: AdminOptions): RequestListener {
  const readiness = async (response: ServerResponse): Promise<void> => {
    const current = await problems();
    const ready = current.length === 0;
    const newer = newerMigrations();
    const { numberInUse: databaseHost, problems: hostProblems } = hosts;
    sendObject(response, ready ? 200 : 503, {
      status: ready ? 'ok' : 'unavailable',
      problems: current,
      ...(ready && newer.length > 0 && { newerMigrations: newer }),
      ...(ready && databaseHost > 1 && { databaseHost }),
      ...(hostProblems.length > 0 && { hostProblems }),
    });
  };

  const sendMetrics = (response: ServerResponse): Promise<void> =>
    scrape().then(
      (text) => send(response, 200, text, { 'Content-Type': CONTENT_TYPE, 'Cache-Control': 'no-store' }),
      () => sendObject(response, 503, errorEnvelope(new ServiceError('serviceUnavailable'))),
    );

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

/** Milliseconds for which a result counts as current. */
const FRESH_MS = 1_000;

/** Milliseconds for which a result is used if a new check takes too long, as it does while lookups occupy all connections. */
const USABLE_MS = 15_000;
/** Milliseconds that a probe waits for a new check. */
const TIMEOUT_MS = 40;

/** The problems that make lookups unavailable; empty when there are none. Never rejects. */
export type RecentProblems = () => Promise<readonly string[]>;

/**
 * Keeps frequent probes from occupying the connections of lookups: concurrent probes share one check, and later ones its result.
 * @param check finds the problems; never rejects
 * @param now milliseconds, monotonic
 */
export function recentProblems(check: RecentProblems, now: () => number): RecentProblems {
  let result: { readonly problems: readonly string[]; readonly at: number } | undefined;
  let running: Promise<readonly string[]> | undefined;

  const run = async (): Promise<readonly string[]> => {
    const at = now();
    const problems = await check();
    result = { problems, at };
    running = undefined;
    return problems;
  };
  return async () => {
    const age = result === undefined ? Infinity : now() - result.at;
    if (result !== undefined && age < FRESH_MS) return result.problems;
    running ??= run();
    if (result === undefined || age >= USABLE_MS) return running;
    return Promise.race([running, sleep(TIMEOUT_MS, result.problems, { ref: false })]);
  };
}
