/**
 * Searches every byte that an HTTP server of this process writes for the canary, and every log line of the gateways
 * that tests start. Only callers whose claim is every group may receive it. No log may contain it. The secrets of the gateways may
 * be in none of this.
 */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';

import { type Logger, pino } from 'pino';

import { CANARY, holdsCanary } from './canary';
import { holdsSecret } from './secrets';

const seen: string[] = [];

/** Where the canary was found since the last call. */
export const canariesSeen = (): string[] => seen.splice(0);

/** Searches output from elsewhere, such as another process. */
export function look(where: string, text: string): void {
  if (holdsCanary(text)) seen.push(`${where}: ${text.slice(-2_000)}`);
  lookForSecrets(where, text);
}

function lookForSecrets(where: string, text: string): void {
  if (holdsSecret(text)) seen.push(`a secret in ${where}: ${text.slice(-2_000)}`);
}

/** The requests on each connection that wait for their answers, in order. */
const unanswered = new WeakMap<object, IncomingMessage[]>();

interface Exchange {
  readonly request: IncomingMessage;
  readonly socket: Socket;
}

const started = (message: unknown): void => {
  const { request, socket } = message as Exchange;
  unanswered.get(socket)?.push(request);
};

const finished = (message: unknown): void => {
  const { socket } = message as Exchange;
  unanswered.get(socket)?.shift();
};

const opened = (message: unknown): void => {
  const { socket } = message as { socket: Socket & { readonly server?: unknown } };
  // The output of a fake database server is not an answer of the gateway.
  if (!(socket.server instanceof Server)) return;
  const requests: IncomingMessage[] = [];
  unanswered.set(socket, requests);
  let before = '';
  const watched =
    <Result>(pass: (...written: unknown[]) => Result) =>
    (...written: unknown[]): Result => {
      const [chunk] = written;
      const said = typeof chunk === 'string' ? chunk : chunk instanceof Uint8Array ? latin1(chunk) : '';
      const exempt = requests[0] !== undefined && seesEverything(requests[0]);
      // The canary may be split.
      if (said !== '') (exempt ? lookForSecrets : look)('an answer', before + said);
      before = exempt ? '' : (before + said).slice(-2 * CANARY.length);
      return pass(...written);
    };
  socket.write = watched(socket.write.bind(socket) as (...written: unknown[]) => boolean);
  socket.end = watched(socket.end.bind(socket) as (...written: unknown[]) => Socket);
};

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** Whether the request's token claims every group. The gateway decides whether the token is valid. */
function seesEverything({ headers }: IncomingMessage): boolean {
  const claims = headers.authorization?.split('.')[1] ?? '';
  return /"groups":"\*"/.test(Buffer.from(claims, 'base64url').toString());
}

const CHANNELS = [
  ['net.server.socket', opened],
  ['http.server.request.start', started],
  ['http.server.response.finish', finished],
] as const;

export function watchAnswers(): void {
  for (const [channel, listener] of CHANNELS) subscribe(channel, listener);
}

export function endWatch(): void {
  for (const [channel, listener] of CHANNELS) unsubscribe(channel, listener);
}

interface LineWriter {
  write(line: string): unknown;
}

/** Searches each line of the log. Without a log of its own, a gateway gets one at level `debug`. */
export function watchedLog(
  log: Logger = pino({ level: 'debug' }, new Writable({ write: (_line, _, done) => done() })),
): Logger {
  const stream = (log as unknown as Record<symbol, LineWriter>)[pino.symbols.streamSym]!;
  const write = stream.write.bind(stream);
  stream.write = (line) => {
    look('a log line', line);
    return write(line);
  };
  return log;
}
