/** Static content: compressed in advance, with a strong entity tag for each representation. */

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

  /** @param headers the headers of every answer with this content, including 304 */
  constructor(
    private readonly gzipped: Buffer,
    private readonly headers: OutgoingHttpHeaders,
  ) {
    this.#tag = digestOf(gzipped);
  }

  async send(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isGzip = preferredCoding(String(request.headers['accept-encoding'] ?? '')) === 'gzip';
    const tag = `"${this.#tag}${isGzip ? '-gzip' : ''}"`;
    const headers = { ...this.headers, ETag: tag, Vary: vary(response, this.headers.Vary) };
    if (sendUnchanged(request, response, headers)) return;
    const bytes = isGzip ? this.gzipped : await (this.#plain ??= promisify(gunzip)(this.gzipped));
    response.writeHead(200, {
      ...headers,
      ...(isGzip && { 'Content-Encoding': 'gzip' }),
      'Content-Length': bytes.length,
    });
    // Node omits the body of an answer to HEAD.
    response.end(bytes);
  }
}

/** Adds to `Vary`, which already names `Origin` with CORS. */
function vary(response: ServerResponse, own: OutgoingHttpHeaders[string]): string {
  return [response.getHeader('Vary'), own, 'Accept-Encoding'].filter((name) => name !== undefined).join(', ');
}

/** A digest for entity tags: 132 bits, in 22 characters. */
export const digestOf = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22);

/** Answers 304 when `If-None-Match` names the tag of these headers. @returns whether it did */
export function sendUnchanged(
  request: IncomingMessage,
  response: ServerResponse,
  headers: OutgoingHttpHeaders & { readonly ETag: string },
): boolean {
  if (!namesTag(request.headers['if-none-match'], headers.ETag)) return false;
  response.writeHead(304, headers).end();
  return true;
}

/** Uses the weak comparison, because a proxy may have weakened the tag (RFC 9110, 13.1.2). Our tags contain no comma. */
function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((one) => {
    const named = one.trim();
    return named === tag || named === '*' || named === `W/${tag}`;
  });
}
