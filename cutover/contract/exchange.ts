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

/** Maximum size of an answer in bytes. 100 leases with 100 tenants each take 2 MB. */
export const MOST_BYTES = 16 * 1024 * 1024;

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

interface On {
  readonly head: (answer: IncomingMessage) => void;
  readonly failure: (failure: NoAnswer) => void;
}

export interface Sent {
  /** Takes the body. */
  readonly request: ClientRequest;
  destroy(): void;
}

/**
 * Begins a request. Exactly one of `on.head` and `on.failure` is called.
 * @param again the whole body, if the request may be sent once more because a kept connection was closed just when it
 * was used again
 */
export function begin(target: Target, request: HttpRequest, on: On, again: () => Buffer | undefined): Sent {
  let isDestroyed = false;
  const failure = (reason: NoAnswer): void => {
    const body = !isDestroyed && first.reusedSocket && STALE.has(codeOf(reason.cause)) ? again() : undefined;
    if (body === undefined) return on.failure(reason);
    latest = attempt(target, request, on, false);
    latest.end(body);
  };
  const first = attempt(target, request, { ...on, failure }, target.agent);
  let latest = first;
  return {
    request: first,
    destroy() {
      isDestroyed = true;
      latest.destroy();
    },
  };
}

const STALE: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

const codeOf = (cause: unknown): string => (cause as NodeJS.ErrnoException | undefined)?.code ?? '';

/** @param agent false for a connection of its own */
function attempt({ url }: Target, { method, path, headers }: HttpRequest, on: On, agent: Agent | false): ClientRequest {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const outgoing = send({
    protocol: url.protocol,
    hostname: hostIn(url),
    port: url.port || undefined,
    path: `${url.pathname.replace(/\/$/, '')}${path}`,
    method,
    headers,
    agent,
  });
  let isSettled = false;
  const fail = (reason: Failure, cause?: unknown): void => {
    if (isSettled) return;
    isSettled = true;
    outgoing.destroy();
    on.failure(new NoAnswer(reason, cause));
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
  outgoing.on('error', (cause) => fail(codeOf(cause).startsWith('HPE_') ? 'bad_answer' : 'no_answer', cause));
  outgoing.on('close', () => fail('no_answer'));
  return outgoing;
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
      sent.destroy();
      reject(reason);
    };
    const timer = setTimeout(() => failure(new NoAnswer('timeout')), timeoutMs);
    const head = (answer: IncomingMessage): void => {
      const parts: Buffer[] = [];
      let size = 0;
      answer.on('data', (part: Buffer) => {
        size += part.length;
        if (size > MOST_BYTES) failure(new NoAnswer('too_large'));
        else parts.push(part);
      });
      answer.on('end', () => {
        clearTimeout(timer);
        const { statusCode: status = 0, headers, rawHeaders } = answer;
        resolve({ status, headers, rawHeaders, bytes: Buffer.concat(parts) });
      });
      // A connection that is kept must not be destroyed.
      answer.on('close', () => {
        if (!answer.complete) failure(new NoAnswer('no_answer'));
      });
    };
    const sent = begin(target, request, { head, failure }, () => body ?? Buffer.alloc(0));
    sent.request.end(body);
  });
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
