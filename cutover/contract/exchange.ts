/** One HTTP request and its whole answer. Whatever a server sends, the promise settles, and the connection is given up. */

import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, inflateRaw, unzip } from 'node:zlib';

/** A server, with the path that precedes those of requests. */
export interface Target {
  readonly url: URL;
  readonly agent: Agent;
}

export function targetAt(url: URL, maxSockets: number): Target {
  const options = { keepAlive: true, maxSockets };
  return { url, agent: url.protocol === 'https:' ? new SecureAgent(options) : new Agent(options) };
}

export interface HttpRequest {
  readonly method: string;
  /** Appended to the path of the server. */
  readonly path: string;
  /** Names and values alternate. */
  readonly headers: readonly string[];
}

/** Maximum size of an answer in bytes. 100 leases with 100 tenants each take 2 MB. */
export const MOST_BYTES = 16 * 1024 * 1024;

const MOST_INFORMATIONAL = 20;

export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** @param reason such as `timeout`, as it is counted */
  constructor(
    readonly reason: string,
    cause?: unknown,
  ) {
    super(cause instanceof Error ? cause.message : reason, { cause });
  }
}

interface On {
  readonly head: (answer: IncomingMessage) => void;
  readonly failure: (failure: NoAnswer) => void;
  /** The whole body, if the request may be sent once more because a kept connection was closed just when it was used again. */
  readonly again?: () => Buffer | undefined;
}

/**
 * Sends a request. Exactly one of `on.head` and `on.failure` is called, unless the request is destroyed before.
 * @param agent false for a connection of its own
 * @returns destroys it
 */
export function begin(
  target: Target,
  { method, path, headers }: HttpRequest,
  body: Readable | Buffer | undefined,
  on: On,
  agent: Agent | false = target.agent,
): () => void {
  const { url } = target;
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const request = send({
    protocol: url.protocol,
    // Without the brackets of an IPv6 address.
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port || undefined,
    path: `${url.pathname.replace(/\/$/, '')}${path}`,
    method,
    headers,
    agent,
  });
  let destroy = (): unknown => request.destroy();
  let isSettled = false;
  const fail = (reason: string, cause?: unknown): void => {
    if (isSettled) return;
    isSettled = true;
    request.destroy();
    const again = request.reusedSocket && STALE.has(codeOf(cause)) ? on.again?.() : undefined;
    if (again === undefined) return on.failure(new NoAnswer(reason, cause));
    destroy = begin(target, { method, path, headers }, again, on, false);
  };
  let informational = 0;
  request.on('information', () => {
    informational += 1;
    if (informational > MOST_INFORMATIONAL) fail('bad_answer');
  });
  // Without this listener a status 101 would never end the request.
  request.on('upgrade', (_answer, socket) => {
    socket.destroy();
    fail('bad_answer');
  });
  request.on('response', (answer) => {
    // A listener is needed as soon as there is an answer: it reports that it breaks off.
    answer.on('error', () => undefined);
    if (isSettled) return;
    if ((answer.statusCode ?? 0) < 200) return fail('bad_answer');
    isSettled = true;
    on.head(answer);
  });
  request.on('error', (cause) => fail(codeOf(cause).startsWith('HPE_') ? 'bad_answer' : 'no_answer', cause));
  request.on('close', () => fail('no_answer'));
  if (body instanceof Readable) body.pipe(request);
  else request.end(body);
  return () => {
    isSettled = true;
    destroy();
  };
}

const STALE: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

const codeOf = (cause: unknown): string => (cause as NodeJS.ErrnoException | undefined)?.code ?? '';

/** Collects the parts of a body, and gives up one that has more than `limit` bytes. */
export function bytesWithin(limit: number) {
  let parts: Buffer[] | undefined = [];
  let size = 0;
  return {
    /** @returns whether all so far is kept */
    add(part: Buffer): boolean {
      size += part.length;
      if (size > limit) parts = undefined;
      parts?.push(part);
      return parts !== undefined;
    },
    /** So far; undefined if there are too many. */
    bytes: (): Buffer | undefined => parts && Buffer.concat(parts),
  };
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly bytes: Buffer;
}

/** @throws {NoAnswer} if the whole answer does not arrive in time, or its body has more than `MOST_BYTES` */
export function exchange(target: Target, request: HttpRequest, body: Buffer | undefined, timeoutMs: number) {
  return new Promise<Received>((resolve, reject) => {
    const failure = (reason: NoAnswer): void => {
      clearTimeout(timer);
      destroy();
      reject(reason);
    };
    const timer = setTimeout(() => failure(new NoAnswer('timeout')), timeoutMs);
    const head = (answer: IncomingMessage): void => {
      const { statusCode: status = 0, headers, rawHeaders } = answer;
      const received = bytesWithin(MOST_BYTES);
      answer.on('data', (part: Buffer) => {
        if (!received.add(part)) failure(new NoAnswer('too_large'));
      });
      answer.on('end', () => {
        clearTimeout(timer);
        resolve({ status, headers, rawHeaders, bytes: received.bytes()! });
      });
      // A connection that is kept must not be destroyed.
      answer.on('close', () => {
        if (!answer.complete) failure(new NoAnswer('no_answer'));
      });
    };
    const destroy = begin(target, request, body, { head, failure, again: () => body ?? Buffer.alloc(0) });
  });
}

/**
 * A body without its codings. As browsers do, it ignores names of none, such as `utf-8`, and needs no zlib header in deflate.
 * @throws {NoAnswer} when it cannot be decoded within the limit
 */
export async function plainOf(bytes: Buffer, codings = '', mostBytes: number): Promise<Buffer> {
  const names = codings.match(/(?<![^\s,])(?:(?:x-)?gzip|deflate|br)(?![^\s,])/gi) ?? [];
  if (names.length > 5) throw new NoAnswer('bad_answer');
  let plain = bytes;
  for (const name of names.toReversed().map((each) => each.toLowerCase())) {
    const isRaw = name === 'deflate' && ((plain[0] ?? 8) & 0x0f) !== 8;
    const expand = name === 'br' ? promisify(brotliDecompress) : promisify(isRaw ? inflateRaw : unzip);
    if (plain.length === 0) break;
    plain = await expand(plain, { maxOutputLength: mostBytes }).catch((cause: NodeJS.ErrnoException) => {
      throw new NoAnswer(cause.code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'bad_answer', cause);
    });
  }
  return plain;
}
