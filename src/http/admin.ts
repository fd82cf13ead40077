import type { RequestListener, ServerResponse } from 'node:http';

import { errorEnvelope } from '../doors/error-responses';
import { ServiceError } from '../errors';
import type { RecentProblems } from './readiness';

/** The admin door: `/livez` says that the process answers, `/readyz` whether it can answer lookups. */
export function adminListener(problems: RecentProblems): RequestListener {
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
