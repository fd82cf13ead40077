/** Fixed content with a strong entity tag, and the documents of the two interfaces. */

import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { Settings } from '../config/settings';
import { negotiation } from '../http/accept';
import { allowOnly, type EndpointOptions, markTransport } from '../http/admitted';
import { openApiText } from '../package';

interface DocumentOptions extends Pick<EndpointOptions, 'routes' | 'admitted' | 'shareWithOrigins'> {
  readonly settings: Pick<Settings, 'publicUrl' | 'introspection'>;
  /** The GraphQL schema in SDL. */
  readonly printSchema: () => string;
}

/** Serves `/openapi.json`, and `/schema.graphql` as `INTROSPECTION` allows (decision 58). */
export function addDocuments({ routes, settings, printSchema, admitted, shareWithOrigins }: DocumentOptions): void {
  const { publicUrl, introspection } = settings;
  /** @param needsToken whether only a caller with a valid token may read it */
  const serve = (path: string, mediaType: string, text: () => Promise<string>, needsToken = false): void => {
    const headers = {
      'Content-Type': `${mediaType}; charset=utf-8`,
      'Cache-Control': needsToken ? 'private, no-cache' : 'public, no-cache',
    };
    const document = once(async () => compressible(await text(), headers, needsToken ? 'Authorization' : undefined));
    const checks = [markTransport('web'), shareWithOrigins, allowOnly('GET', 'HEAD')];
    const handler = admitted(needsToken ? 'required' : 'none', async (request, response, token) => {
      if (needsToken) await token.requireCaller();
      (await document()).send(request, response);
    });
    routes.all(path, ...checks, handler);
  };
  serve('/openapi.json', 'application/json', () => openApiText(publicUrl));
  if (introspection !== 'off')
    serve('/schema.graphql', 'text/plain', async () => printSchema(), introspection === 'token');
}

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

  send({ headers: { 'if-none-match': heldTags = '' } }: IncomingMessage, response: ServerResponse): void {
    const headers = { ...this.headers, ETag: this.#tag };
    // With CORS, it already names `Origin`.
    if (this.vary !== undefined) response.appendHeader('Vary', this.vary);
    // The weak comparison, because a proxy may have weakened the tag (RFC 9110, 13.1.2).
    const tags = heldTags.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
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
async function compressible(text: string, headers: OutgoingHttpHeaders, vary?: string): Promise<Pick<Content, 'send'>> {
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
