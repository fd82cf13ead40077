/** One HTTP request and its whole answer. Whatever a server sends, the promise settles, and the connection is given up. */

import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as httpsRequest } from 'node:https';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

/** A server, with the path that precedes those of requests. */
export interface Target {
  readonly url: URL;
  readonly agent: Agent;
}

export function targetAt(url: URL, maxSockets: number): Target {
  const options = { keepAlive: true, maxSockets };
  return { url, agent: url.protocol === 'https:' ? new SecureAgent(options) : new Agent(options) };
}

/** Without the brackets of an IPv6 address. */
export const hostIn = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

export interface HttpRequest {
  readonly method: string;
  /** Appended to the path of the server. */
  readonly path: string;
  /** Names and values alternate. */
  readonly headers: readonly string[];
}

/** Informational answers before the final one. */
const MOST_INFORMATIONAL = 20;

export type Failure = 'no_answer' | 'timeout' | 'too_large' | 'bad_answer';

export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  constructor(
    readonly reason: Failure,
    cause?: unknown,
  ) {
    super(cause instanceof Error ? cause.message : reason, { cause });
  }
}

/**
 * Begins a request. Exactly one of `onHead` and `onFailure` is called.
 * @param agent false for a connection of its own
 */
export function begin(
  { url, agent }: Target,
  { method, path, headers }: HttpRequest,
  on: { readonly head: (answer: IncomingMessage) => void; readonly failure: (failure: NoAnswer) => void },
  ownConnection = false,
): ClientRequest {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const outgoing = send({
    protocol: url.protocol,
    hostname: hostIn(url),
    port: url.port || undefined,
    path: `${url.pathname.replace(/\/$/, '')}${path}`,
    method,
    headers,
    agent: ownConnection ? false : agent,
  });
  let isSettled = false;
  const fail = (reason: Failure, cause?: unknown): void => {
    if (isSettled) return;
    isSettled = true;
    outgoing.destroy();
    on.failure(cause instanceof NoAnswer ? cause : new NoAnswer(reason, cause));
  };
  let informational = 0;
  outgoing.on('information', () => {
    informational += 1;
    if (informational > MOST_INFORMATIONAL) fail('bad_answer');
  });
  // Without this listener a status 101 would never end the request.
  outgoing.on('upgrade', (_answer, socket) => {
    socket.destroy();
    fail('bad_answer');
  });
  outgoing.on('response', (answer) => {
    // A listener is needed as soon as there is an answer: it reports that it breaks off.
    answer.on('error', () => undefined);
    if (isSettled) return;
    if ((answer.statusCode ?? 0) < 200) return fail('bad_answer');
    isSettled = true;
    on.head(answer);
  });
  outgoing.on('error', (cause: NodeJS.ErrnoException) =>
    fail(cause.code?.startsWith('HPE_') ? 'bad_answer' : 'no_answer', cause),
  );
  outgoing.on('close', () => fail('no_answer'));
  return outgoing;
}

/** Whether a kept connection was closed just when it was used again, so that the request may be sent once more. */
export function wasStale(request: ClientRequest, { cause }: NoAnswer): boolean {
  return (
    request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes((cause as NodeJS.ErrnoException | undefined)?.code ?? '')
  );
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly bytes: Buffer;
}

export interface Limits {
  readonly timeoutMs: number;
  /** Bytes of the body. */
  readonly mostBytes: number;
}

/** @throws {NoAnswer} if the whole answer does not arrive within the limits */
export async function exchange(
  target: Target,
  request: HttpRequest,
  body: Buffer | undefined,
  limits: Limits,
): Promise<Received> {
  const deadline = performance.now() + limits.timeoutMs;
  const once = (own: boolean): Promise<Received | 'stale'> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => end(new NoAnswer('timeout')), Math.max(1, deadline - performance.now()));
      let isDone = false;
      const end = (failure: NoAnswer): void => {
        if (isDone) return;
        isDone = true;
        clearTimeout(timer);
        outgoing.destroy();
        reject(failure);
      };
      const outgoing = begin(
        target,
        request,
        {
          failure: (failure) => {
            if (own || !wasStale(outgoing, failure)) return end(failure);
            isDone = true;
            clearTimeout(timer);
            resolve('stale');
          },
          head: (answer) => {
            const parts: Buffer[] = [];
            let size = 0;
            answer.on('data', (part: Buffer) => {
              size += part.length;
              if (size > limits.mostBytes) return end(new NoAnswer('too_large'));
              parts.push(part);
            });
            answer.on('end', () => {
              isDone = true;
              clearTimeout(timer);
              const { statusCode: status = 0, headers, rawHeaders } = answer;
              resolve({ status, headers, rawHeaders, bytes: Buffer.concat(parts) });
            });
            answer.on('close', () => end(new NoAnswer('no_answer')));
          },
        },
        own,
      );
      outgoing.end(body);
    });
  const first = await once(false);
  const received = first === 'stale' ? await once(true) : first;
  if (received === 'stale') throw new NoAnswer('no_answer');
  return received;
}

type Expand = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const CODINGS: ReadonlyMap<string, Expand> = new Map<string, Expand>([
  ['gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The text of a body. One that is not UTF-8 keeps its bytes and cannot be JSON.
 * @throws {NoAnswer} when it cannot be decoded within the limit
 */
export async function textOf(bytes: Buffer, coding: string | undefined, mostBytes: number): Promise<string> {
  const name = coding?.trim().toLowerCase() ?? 'identity';
  let plain = bytes;
  if (name !== 'identity' && name !== '' && bytes.length > 0) {
    const expand = CODINGS.get(name);
    if (expand === undefined) throw new NoAnswer('bad_answer');
    plain = await expand(bytes, { maxOutputLength: mostBytes }).catch((cause: NodeJS.ErrnoException) => {
      throw new NoAnswer(cause.code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'bad_answer', cause);
    });
  }
  try {
    return UTF_8.decode(plain);
  } catch {
    return `\0${plain.toString('latin1')}`;
  }
}
