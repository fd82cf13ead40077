/** Passes one request on to a side and its answer back, as they arrive. It ends with the connection of the caller or with the time limit. */

import type { IncomingMessage, ServerResponse } from 'node:http';

import { CATALOGUE, type ErrorReason } from '../../src/errors';
import { begin, bytesWithin, type Received, type Target } from '../contract/exchange';

interface Passage {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
  /** Instead of the caller’s; undefined to leave it out. */
  readonly authorization: string | undefined;
  readonly timeoutMs: number;
  /** The body, if the request may be sent twice. */
  readonly again: () => Buffer | undefined;
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
const OF_CONNECTION =
  /^(?:connection|keep-alive|proxy-(?:authenticate|authorization|connection)|te|trailer|transfer-encoding|upgrade)$/;

/** The headers of a message without those of its connection. Names and values alternate. */
function endToEnd({ rawHeaders, headers }: Omit<Received, 'status' | 'bytes'>, without?: RegExp): string[] {
  const named = headers.connection?.toLowerCase().split(/ *, */);
  const kept: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    if (OF_CONNECTION.test(name) || without?.test(name) || named?.includes(name)) continue;
    kept.push(rawHeaders[index]!, rawHeaders[index + 1]!);
  }
  return kept;
}

const REPLACED = /^(?:host|expect|authorization|x-forwarded-for)$/;

/** Resolves when nothing of the request is left: its caller has the answer, or its connection has ended. Never rejects. */
export function forward(passage: Passage): Promise<Passed> {
  const { request, response, target, timeoutMs } = passage;
  return new Promise((resolve) => {
    let destroy: (() => void) | undefined;
    let passed: Passed | undefined;
    const giveUp = (ending: Passed['ending'], reason: ErrorReason = 'badGateway'): void => {
      passed ??= { ending };
      destroy?.();
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
      destroy?.();
      resolve((passed ??= { ending: 'disconnected' }));
    });
    request.on('error', () => undefined);

    /** @returns whether it could be written: Node reads headers and statuses that it refuses to write */
    const writeHead = (status: number, headers: string[], reason = ''): boolean => {
      try {
        response.sendDate = false;
        if (/^[\t\x20-\x7e\x80-\xff]+$/.test(reason)) response.writeHead(status, reason, headers);
        else response.writeHead(status, headers);
        return true;
      } catch {
        giveUp('unavailable');
        return false;
      }
    };
    const pass = (answer: IncomingMessage): void => {
      const { statusCode: status = 502, statusMessage, headers } = answer;
      if (answer.destroyed) return giveUp('broken_off');
      const kept = bytesWithin(passage.kept);
      // With the first part, so that an answer that breaks off before it is a 502.
      const hasHead = () => response.headersSent || writeHead(status, endToEnd(answer), statusMessage);
      answer.on('data', (part: Buffer) => {
        if (response.destroyed) return;
        kept.add(part);
        if (hasHead() && !response.write(part)) answer.pause();
      });
      response.on('drain', () => answer.resume());
      answer.on('end', () => {
        if (!hasHead()) return;
        passed ??= { ending: 'answered', answer: { status, headers, bytes: kept.bytes() } };
        response.end();
      });
      answer.on('close', () => {
        if (!answer.complete) giveUp('broken_off');
      });
    };
    const replaced = async (otherwise: () => void): Promise<void> => {
      const received = await passage.instead?.().catch(() => undefined);
      if (passed !== undefined || response.destroyed) return;
      if (received === undefined) return otherwise();
      const { status, bytes } = received;
      if (!writeHead(status, [...endToEnd(received, /^content-length$/), 'Content-Length', String(bytes.length)]))
        return;
      passed = { ending: 'fallback' };
      destroy?.();
      response.end(bytes);
    };
    const head = (answer: IncomingMessage): unknown =>
      (answer.statusCode ?? 0) < 500 ? pass(answer) : replaced(() => pass(answer));
    const failure = (): void => {
      request.unpipe();
      request.resume();
      void replaced(() => giveUp('unavailable'));
    };
    try {
      destroy = begin(target, requestFor(passage), request, { head, failure, again: passage.again });
    } catch {
      // Node reads targets and headers that it refuses to send.
      giveUp('unavailable', 'badRequest');
    }
  });
}

/** Answers in the place of a side. */
export function refuse(response: ServerResponse, reason: ErrorReason): void {
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

/** Methods of requests that only read, and that need no body. */
export const BODYLESS = ['GET', 'HEAD', 'OPTIONS'];

/** The target of a request without scheme and authority, which a client may send (RFC 9112, 3.2.2). `*` is that of OPTIONS. */
export function originForm(target: string): string {
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return path.startsWith('/') || path === '*' ? path : `/${path}`;
}
