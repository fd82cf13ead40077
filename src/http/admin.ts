import type { RequestListener, ServerResponse } from 'node:http';

import type { Database } from '../db/database';
import { errorEnvelope } from '../doors/error-responses';
import { ServiceError } from '../errors';

/** How old the verdict of `/readyz` may be, in milliseconds. */
const FRESH_FOR = 1_000;

/**
 * The admin door: `/livez` says that the process answers, `/readyz` whether it can answer lookups.
 * @param now milliseconds, monotonic
 */
export function adminListener(db: Database, now: () => number): RequestListener {
  const problems = recentProblems(db, now);
  const paths: Readonly<Record<string, (response: ServerResponse) => void>> = {
    '/livez': (response) => send(response, 200, { status: 'ok', problems: [] }),
    '/readyz': (response) => void problems().then((found) => sendReadiness(found, response)),
  };
  return ({ url = '', method = '' }, response) => {
    const path = url.split('?')[0] ?? '';
    const answer = Object.hasOwn(paths, path) ? paths[path] : undefined;
    if (answer === undefined) return send(response, 404, errorEnvelope(new ServiceError('unknownEndpoint')));
    if (method === 'GET' || method === 'HEAD') return answer(response);
    response.setHeader('Allow', 'GET, HEAD');
    send(response, 405, errorEnvelope(new ServiceError('methodNotAllowed')));
  };
}

/** Keeps frequent probes off the connections of the lookups: they share a look at the schema while it runs, and its verdict. */
function recentProblems(db: Database, now: () => number): () => Promise<readonly string[]> {
  let verdict: { readonly problems: Promise<readonly string[]>; until: number } | undefined;
  return () => {
    if (verdict !== undefined && now() < verdict.until) return verdict.problems;
    const until = now() + FRESH_FOR;
    const problems = db.problems();
    const asked = { problems, until: Infinity };
    verdict = asked;
    void problems.then(() => (asked.until = until));
    return problems;
  };
}

function sendReadiness(problems: readonly string[], response: ServerResponse): void {
  const ready = problems.length === 0;
  send(response, ready ? 200 : 503, { status: ready ? 'ok' : 'unavailable', problems });
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = `${JSON.stringify(body)}\n`;
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  });
  response.end(text);
}
