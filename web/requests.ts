/** Requests with the held token. */

import { authorization } from './held-token.js';

interface Answer {
  readonly text: string;
  /** For example “200 OK · 12 ms”. */
  readonly summary: string;
}

/** Sends JSON, and measures the time until the whole answer is there. */
export async function send(url: string, body: string): Promise<Answer> {
  const start = performance.now();
  const headers = { ...authorization(), 'Content-Type': 'application/json', Accept: 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  const status = `${response.status} ${response.statusText}`.trim();
  return { text, summary: `${status} · ${Math.round(performance.now() - start)} ms` };
}

/** The same request for a shell, which has the token in `$TOKEN`. */
export const curlCommand = (url: string, body: string): string =>
  `curl ${url} \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '${body.replaceAll("'", `'\\''`)}'`;
