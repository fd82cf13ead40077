/**
 * Every byte that an HTTP server of this process writes, whoever asked and however, is looked through for the canary; so is every
 * log line of the gateways that the tests start. A caller whose claim is every group may be shown it; no log may.
 */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';

import { type Logger, pino } from 'pino';

import { CANARY, holdsCanary } from './canary';

const seen: string[] = [];

/** Where the canary was, since this was last asked. */
export const canariesSeen = (): string[] => seen.splice(0);

/** Looks at what came from somewhere else, such as another process. */
export function look(where: string, text: string): void {
  if (holdsCanary(text)) seen.push(`${where}: ${text.slice(-2_000)}`);
}

/** The requests on each connection whose answers are not out yet, in their order. */
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
  // What a stand-in for a database server says is no answer of ours.
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
      if (!exempt && said !== '') look('an answer', before + said);
      // It may be cut in two.
      before = exempt ? '' : (before + said).slice(-2 * CANARY.length);
      return pass(...written);
    };
  socket.write = watched(socket.write.bind(socket) as (...written: unknown[]) => boolean);
  socket.end = watched(socket.end.bind(socket) as (...written: unknown[]) => Socket);
};

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** Of a request whose token claims every group. Whether the token is good is for the gateway to find out. */
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

/** The log, each of whose lines is looked at on its way; one of its own at level `debug` for those who have none. */
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
