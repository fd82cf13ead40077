/** Something to read that is the same for everyone: compressed ahead, with a strong entity tag for each form. */

import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import { negotiation } from './accept';

const preferredCoding = negotiation([
  ['gzip', '*'],
  ['identity', '*'],
]);

export class Content {
  readonly #tag: string;
  #plain: Promise<Buffer> | undefined;

  /** @param headers what every answer with it carries, 304 included */
  constructor(
    private readonly gzipped: Buffer,
    private readonly headers: OutgoingHttpHeaders,
  ) {
    this.#tag = createHash('sha256').update(gzipped).digest('base64url').slice(0, 22);
  }

  async send(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isGzip = preferredCoding(String(request.headers['accept-encoding'] ?? '')) === 'gzip';
    const tag = `"${this.#tag}${isGzip ? '-gzip' : ''}"`;
    const headers = { ...this.headers, ETag: tag, Vary: vary(response, this.headers.Vary) };
    if (namesTag(request.headers['if-none-match'], tag)) {
      response.writeHead(304, headers).end();
      return;
    }
    const bytes = isGzip ? this.gzipped : await (this.#plain ??= promisify(gunzip)(this.gzipped));
    response.writeHead(200, {
      ...headers,
      ...(isGzip && { 'Content-Encoding': 'gzip' }),
      'Content-Length': bytes.length,
    });
    // Node leaves the body out of an answer to HEAD.
    response.end(bytes);
  }
}

/** Where CORS is configured, `Vary` names `Origin` already. */
function vary(response: ServerResponse, own: OutgoingHttpHeaders[string]): string {
  return [response.getHeader('Vary'), own, 'Accept-Encoding'].filter((name) => name !== undefined).join(', ');
}

/** Whether `If-None-Match` names this tag, compared weakly, for a proxy may have weakened it (RFC 9110, 13.1.2). Our tags hold no comma. */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((one) => {
    const named = one.trim();
    return named === tag || named === '*' || named === `W/${tag}`;
  });
}
