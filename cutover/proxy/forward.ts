/** Passes one request on to a side and its answer back, as they arrive. It ends with the connection of the caller or with the time limit. */

import type { IncomingMessage, ServerResponse } from 'node:http';

import { CATALOGUE } from '../../src/errors';
import { begin, type Received, type Sent, type Target } from '../contract/exchange';

interface Passage {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
  /** Instead of the caller’s; undefined to leave it out. */
  readonly authorization: string | undefined;
  readonly timeoutMs: number;
  /** The body so far; undefined if it is too long to be kept. */
  readonly body: () => Buffer | undefined;
  /** Whether the request may be sent twice, because it only reads. */
  readonly mayRepeat: boolean;
  /** Bytes of the answer that are kept. */
  readonly kept: number;
  /** Another answer in the place of a failure of the side. */
  readonly instead?: () => Promise<Received | undefined>;
}

export interface Passed {
  /** How the request ended for its caller. */
  readonly ending: 'answered' | 'fallback' | 'unavailable' | 'timeout' | 'disconnected' | 'broken_off';
  /** The answer of the side, if the caller got all of it; without `bytes` if it has more than are kept. */
  readonly answer?: Pick<Received, 'status' | 'headers'> & { readonly bytes: Buffer | undefined };
}

/** Headers of a connection (RFC 9110, 7.6.1). Those that `Connection` names are, too. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers of a message without those of its connection. Names and values alternate. */
function endToEnd({ rawHeaders, headers }: Omit<Received, 'status' | 'bytes'>, without = NONE): string[] {
  const named = headers.connection?.toLowerCase().split(/ *, */);
  const kept: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    if (OF_CONNECTION.has(name) || without.has(name) || named?.includes(name)) continue;
    kept.push(rawHeaders[index]!, rawHeaders[index + 1]!);
  }
  return kept;
}

const NONE: ReadonlySet<string> = new Set();
const LENGTH: ReadonlySet<string> = new Set(['content-length']);
const REPLACED: ReadonlySet<string> = new Set(['host', 'expect', 'authorization', 'x-forwarded-for']);

/** Resolves when nothing of the request is left: its caller has the answer, or its connection has ended. Never rejects. */
export function forward(passage: Passage): Promise<Passed> {
  const { request, response, target, timeoutMs } = passage;
  return new Promise((resolve) => {
    let upstream: Sent | undefined;
    let passed: Passed | undefined;
    const giveUp = (ending: Passed['ending'], reason: Parameters<typeof refuse>[1]): void => {
      passed ??= { ending };
      upstream?.destroy();
      if (response.headersSent || response.destroyed) return void response.destroy();
      refuse(response, reason);
    };
    const timer = setTimeout(() => {
      giveUp('timeout', 'timeout');
      // A caller that does not read its answer cannot keep its place either.
      setTimeout(() => response.destroy(), 1_000).unref();
    }, timeoutMs);
    response.once('close', () => {
      clearTimeout(timer);
      upstream?.destroy();
      resolve((passed ??= { ending: 'disconnected' }));
    });
    request.on('error', () => undefined);

    const unavailable = (): void => giveUp('unavailable', 'badGateway');
    const replaced = async (otherwise: () => void): Promise<void> => {
      const received = await passage.instead?.().catch(() => undefined);
      if (passed !== undefined || response.destroyed) return;
      if (received === undefined) return otherwise();
      upstream?.destroy();
      passed = { ending: 'fallback' };
      const headers = [...endToEnd(received, LENGTH), 'Content-Length', String(received.bytes.length)];
      writeHead(response, received.status, undefined, headers, unavailable);
      response.end(received.bytes);
    };
    const pass = (answer: IncomingMessage): void =>
      passAnswer(answer, passage, {
        answered: (whole) => (passed ??= { ending: 'answered', answer: whole }),
        unavailable,
        broken: () => giveUp('broken_off', 'badGateway'),
      });
    const head = (answer: IncomingMessage): void => {
      if (passage.instead !== undefined && (answer.statusCode ?? 0) >= 500) void replaced(() => pass(answer));
      else pass(answer);
    };
    const failure = (): void => {
      request.unpipe();
      request.resume();
      if (passed === undefined) void replaced(unavailable);
    };
    try {
      const again = () => (request.complete && passage.mayRepeat ? passage.body() : undefined);
      upstream = begin(target, requestFor(passage), { head, failure }, again);
      request.pipe(upstream.request);
    } catch {
      // Node reads targets and headers that it refuses to send.
      giveUp('unavailable', 'badRequest');
    }
  });
}

interface On {
  readonly answered: (answer: NonNullable<Passed['answer']>) => void;
  readonly unavailable: () => void;
  readonly broken: () => void;
}

function passAnswer(answer: IncomingMessage, { response, kept }: Passage, on: On): void {
  const { statusCode: status = 502, statusMessage, headers } = answer;
  if (answer.destroyed) return on.broken();
  let parts: Buffer[] | undefined = [];
  let size = 0;
  let isComplete = false;
  // With the first part, so that an answer that breaks off before it is a 502.
  const hasHead = (): boolean =>
    response.headersSent || writeHead(response, status, statusMessage, endToEnd(answer), on.unavailable);
  const complete = (last?: Buffer): void => {
    isComplete = true;
    if (!hasHead()) return;
    on.answered({ status, headers, bytes: parts && Buffer.concat(parts) });
    response.end(last);
  };
  answer.on('data', (part: Buffer) => {
    if (response.destroyed) return;
    size += part.length;
    if (size > kept) parts = undefined;
    else parts?.push(part);
    // The last part and the end are one write: most answers arrive as a whole.
    if (answer.complete && answer.readableLength === 0) return complete(part);
    if (hasHead() && !response.write(part)) answer.pause();
  });
  response.on('drain', () => answer.resume());
  answer.on('end', () => {
    if (!isComplete) complete();
  });
  answer.on('close', () => {
    if (!isComplete) on.broken();
  });
}

/** @returns whether the head could be written: Node reads headers and statuses that it refuses to write */
function writeHead(
  response: ServerResponse,
  status: number,
  reason: string | undefined,
  headers: readonly string[],
  unavailable: () => void,
): boolean {
  try {
    response.sendDate = false;
    const isPlain = reason !== undefined && reason !== '' && /^[\t\x20-\x7e\x80-\xff]*$/.test(reason);
    if (isPlain) response.writeHead(status, reason, [...headers]);
    else response.writeHead(status, [...headers]);
    return true;
  } catch {
    unavailable();
    return false;
  }
}

/** Answers in the place of a side. */
export function refuse(response: ServerResponse, reason: 'badGateway' | 'timeout' | 'overloaded' | 'badRequest'): void {
  const { status, type, message } = CATALOGUE[reason];
  const text = JSON.stringify({ error: { type, message } });
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

/** What a side is sent. */
export function requestFor({ request, target, authorization }: Pick<Passage, 'request' | 'target' | 'authorization'>) {
  const { method = 'GET', url = '/', headers: given, socket } = request;
  const forwardedFor = [given['x-forwarded-for'] ?? [], socket.remoteAddress ?? []].flat();
  const headers = ['Host', target.url.host, ...endToEnd(request, REPLACED), 'X-Forwarded-For', forwardedFor.join(', ')];
  if (authorization !== undefined) headers.push('Authorization', authorization);
  // A body without a length is sent in chunks.
  if (given['transfer-encoding'] !== undefined) headers.push('Transfer-Encoding', 'chunked');
  else if (given['content-length'] === undefined && !BODYLESS.includes(method)) headers.push('Content-Length', '0');
  return { method, path: originForm(url), headers };
}

/** Whether the request may be sent twice because it only reads, and has no body. */
export const isBodyless = ({ method = '', headers }: IncomingMessage): boolean =>
  BODYLESS.includes(method) && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;

const BODYLESS = ['GET', 'HEAD', 'OPTIONS'];

/** The target of a request without scheme and authority, which a client may send (RFC 9112, 3.2.2). `*` is that of OPTIONS. */
export function originForm(target: string): string {
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return path.startsWith('/') || path === '*' ? path : `/${path}`;
}
