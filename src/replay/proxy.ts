/** A reverse proxy that passes requests and answers on as they arrive. */

import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as httpRequest,
  type RequestOptions,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Agent as SecureAgent, request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream';

import { endToEndHeaders } from '../http/end-to-end-headers';
import { originForm } from '../http/origin-form';

/** One request on its way. */
export interface Passage {
  /** Whether a copy of the request may be sent again, and the answer must not be compressed. */
  readonly isLookup: boolean;
  /** Called before the answer is passed on. */
  readonly onAnswer: (answer: IncomingMessage) => void;
  /** Called when the whole answer was passed on, or could not be. */
  readonly onEnd: (passed: boolean) => void;
}

/** Bytes of a body that are kept while it passes. */
export const LONGEST_COPY = 64 * 1024;

/** The body so far. Undefined when it is too long to be kept. */
export type BodyCopy = () => Buffer | undefined;

export function createProxy(target: URL, begin: (request: IncomingMessage, body: BodyCopy) => Passage): Server {
  const isSecure = target.protocol === 'https:';
  const agent = isSecure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  const send = (options: RequestOptions): ClientRequest => (isSecure ? httpsRequest : httpRequest)(options);

  const server = createServer((request, response) => {
    const body = copyOf(request);
    const passage = begin(request, body);
    const options = {
      hostname: target.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: target.port,
      path: target.pathname.replace(/\/$/, '') + originForm(request.url ?? '/'),
      method: request.method,
      headers: forwarded(request, target, passage.isLookup),
    };
    const upstream = send({ ...options, agent });
    passAnswer(upstream, () => {
      // The service closed the idle connection while this request was on its way. It only reads, so it is sent again.
      const copy = body();
      const mayRepeat = passage.isLookup && request.complete && copy !== undefined;
      if (!upstream.reusedSocket || !mayRepeat || response.destroyed) return refuse(response, passage);
      const again = send({ ...options, agent: false });
      passAnswer(again, () => refuse(response, passage));
      again.end(copy);
    });
    request.pipe(upstream);

    function passAnswer(sent: ClientRequest, onFailure: () => void): void {
      let isAnswered = false;
      sent.on('response', (answer) => {
        isAnswered = true;
        passage.onAnswer(answer);
        // Otherwise a client on a kept connection could keep the recorder from ending.
        if (!server.listening) response.shouldKeepAlive = false;
        try {
          response.writeHead(answer.statusCode ?? 502, endToEndHeaders(answer));
        } catch {
          // The answer has a header that Node reads but refuses to write.
          answer.destroy();
          return refuse(response, passage);
        }
        pipeline(answer, response, (failure) => passage.onEnd(!failure));
      });
      sent.on('error', () => {
        request.resume();
        if (!isAnswered) onFailure();
      });
      response.on('close', () => {
        if (!response.writableFinished) sent.destroy();
      });
    }
  });
  // The service decides how long a request may take.
  server.requestTimeout = 0;
  server.on('close', () => agent.destroy());
  return server;
}

function refuse(response: ServerResponse, passage: Passage): void {
  passage.onEnd(false);
  if (response.destroyed) return;
  response.writeHead(502, { 'Content-Type': 'application/json' });
  response.end('{"error":{"type":"bad_gateway","message":"The recorded service does not answer."}}');
}

function forwarded(request: IncomingMessage, { host }: URL, isLookup: boolean): OutgoingHttpHeaders {
  // The proxy itself answers `Expect`.
  const { expect: _expect, ...headers } = endToEndHeaders(request);
  // A compressed answer would hide its `last_id`.
  if (isLookup) delete headers['accept-encoding'];
  // A body without a length is sent in chunks.
  if (request.headers['transfer-encoding'] !== undefined) headers['transfer-encoding'] = 'chunked';
  return { ...headers, host };
}

function copyOf(request: IncomingMessage): BodyCopy {
  let chunks: Buffer[] | undefined = [];
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > LONGEST_COPY) chunks = undefined;
    else chunks?.push(chunk);
  });
  return () => chunks && Buffer.concat(chunks);
}
