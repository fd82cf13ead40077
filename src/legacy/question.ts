/** A request as it is sent on to one of the two sides, and its answer. */

import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';

import type { Answer } from '../comparison/compare-answers';
import { CODINGS } from '../http/codings';
import { endToEndHeaders } from '../http/end-to-end-headers';
import { originForm } from '../http/origin-form';

export interface Question {
  /** The path of the operation without `BASE_PATH`, with the query. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

export type Headers = Readonly<Record<string, string | string[]>>;

/**
 * Sends a question. Resolves with the head of the answer. @throws {Error} when there is none
 * @param onBegin receives the request each time it is sent. Destroying it with an error cancels the question.
 */
export type Ask = (question: Question, onBegin: (request: ClientRequest) => void) => Promise<IncomingMessage>;

/** Headers about the bytes of one message. */
const OF_MESSAGE = ['host', 'content-length', 'expect'];

/** @param path that of the operation, with the query, and perhaps with an authority */
export function questionOf(request: IncomingMessage, path: string, body: Buffer, requestId: string): Question {
  const headers = endToEndHeaders(request);
  for (const name of OF_MESSAGE) delete headers[name];
  const forwardedFor = [headers['x-forwarded-for'] ?? [], request.socket.remoteAddress ?? []].flat();
  headers['x-forwarded-for'] = forwardedFor.join(', ');
  headers['x-request-id'] = requestId;
  return { path: originForm(path), headers, body };
}

/** @param host of the request @param open begins a request */
export function ask(host: string, open: (options: RequestOptions) => ClientRequest): Ask {
  const send: Ask = ({ path, headers, body }, onBegin) =>
    new Promise((resolve, reject) => {
      // In this form Node adds nothing, and looks at each header once.
      const sent = ['host', host, 'content-length', String(body.length)];
      for (const name in headers) {
        const value = headers[name]!;
        if (typeof value === 'string') sent.push(name, value);
        else for (const one of value) sent.push(name, one);
      }
      const request = open({ method: 'POST', path, headers: sent });
      onBegin(request);
      let answered = false;
      request.once('response', (answer) => {
        answered = true;
        resolve(answer);
      });
      request.on('error', (failure) => {
        // The answer itself reports a failure after the head.
        if (answered) return;
        // A server may close an idle connection just when it is used again. The operations only read, so they may be asked twice.
        if (request.reusedSocket && isReset(failure)) resolve(send({ path, headers, body }, onBegin));
        else reject(failure);
      });
      request.end(body);
    });
  return send;
}

const isReset = (failure: unknown): boolean =>
  ['ECONNRESET', 'EPIPE'].includes((failure as NodeJS.ErrnoException).code ?? '');

/** The status, media type and bytes of an answer. */
export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** Maximum size in bytes of an answer that is compared. It is kept in memory until then. */
export const COMPARED_BYTES = 512 * 1024;

/** All of an answer. @throws {Error} when it breaks off */
export async function receive(answer: IncomingMessage): Promise<ReceivedAnswer | 'too_large'> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > COMPARED_BYTES) return 'too_large';
    chunks.push(chunk);
  }
  return { status: answer.statusCode ?? 0, headers: endToEndHeaders(answer), bytes: Buffer.concat(chunks) };
}

/** What is compared of it. @throws {Error} when it cannot be decoded */
export async function comparable({ status, headers, bytes }: ReceivedAnswer): Promise<Answer> {
  const decode = CODINGS.get(String(headers['content-encoding'] ?? 'identity').toLowerCase());
  if (decode === undefined) throw new Error('unknown content coding');
  const contentType = headers['content-type'];
  return {
    status,
    contentType: contentType === undefined ? undefined : String(contentType),
    body: (await decode(bytes, COMPARED_BYTES)).toString(),
  };
}
