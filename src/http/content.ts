/** Fixed content with a strong entity tag. */

import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { negotiation } from './accept';

export class Content {
  readonly #tag: string;

  /**
   * @param headers those of every answer with this content, including 304
   * @param vary the request header that the content depends on
   */
  constructor(
    private readonly body: Buffer | string,
    private readonly headers: OutgoingHttpHeaders,
    private readonly vary?: string,
  ) {
    // 132 bits, in 22 characters.
    this.#tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  }

  send({ headers: { 'if-none-match': held = '' } }: IncomingMessage, response: ServerResponse): void {
    const headers = { ...this.headers, ETag: this.#tag };
    // With CORS, it already names `Origin`.
    if (this.vary !== undefined) response.appendHeader('Vary', this.vary);
    // The weak comparison, because a proxy may have weakened the tag (RFC 9110, 13.1.2).
    const tags = held.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    if (tags.includes(this.#tag) || tags.includes('*')) {
      response.writeHead(304, headers).end();
      return;
    }
    // Node omits the body of an answer to HEAD.
    response.writeHead(200, { ...headers, 'Content-Length': Buffer.byteLength(this.body) }).end(this.body);
  }
}

const coding = negotiation([
  ['gzip', '*'],
  ['identity', '*'],
]);

/** The same text, and compressed for clients that accept it. Each form has a tag of its own. @param vary as of {@link Content} */
export async function compressible(
  text: string,
  headers: OutgoingHttpHeaders,
  vary?: string,
): Promise<Pick<Content, 'send'>> {
  const depends = vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`;
  const plain = new Content(text, headers, depends);
  const compressed = new Content(await promisify(gzip)(text), { ...headers, 'Content-Encoding': 'gzip' }, depends);
  return {
    send(request, response) {
      const { 'accept-encoding': accepted = '' } = request.headers;
      (coding(String(accepted)) === 'gzip' ? compressed : plain).send(request, response);
    },
  };
}

/** Reads once, and again only after a failure. */
export function once<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | undefined;
  return () =>
    (reading ??= read().catch((failure: unknown) => {
      reading = undefined;
      throw failure;
    }));
}
