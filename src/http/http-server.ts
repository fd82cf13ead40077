/**
 * The connections of clients: their limits, the input that is not a valid request (malformed, too large, too slow), which gets the
 * error envelope of the contract, and the parts of a body.
 */

import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';

import { errorEnvelope, type ErrorReason, ServiceError } from '../errors';
import type { Observer } from '../observer';

const REASONS: Readonly<Record<string, ErrorReason>> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
};

/** Limits for a client, in bytes and milliseconds. */
export const CLIENT_LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  // Longer than proxies keep an idle connection: Google’s for 600 seconds. Beyond `MAX_CONNECTIONS`, idle ones are closed at once.
  keepAliveTimeout: 620_000,
};

/** Milliseconds in which a refused client has to read the answer and close its half of the connection. */
const CLOSE_TIMEOUT_MS = 1_000;

/** @param limits limits for a client, in bytes and milliseconds */
export function createHttpServer(limits: ServerOptions, listener: RequestListener, observer: Observer = {}): Server {
  const refuse = (socket: Socket, reason: ErrorReason, response?: ServerResponse) => {
    const earlier = earlierAnswer(socket, response);
    // The client would read the refusal as a part of the earlier answer. Instead, the connection closes after that answer.
    if (earlier !== undefined) return closeAfter(earlier.req, earlier);
    const error = new ServiceError(reason);
    observer.inputRefused?.(error);
    answerAndClose(socket, error);
  };
  // Node would answer a request without a Host header with an empty body.
  const server = createServer({ ...limits, requireHostHeader: false }, (request, response) => {
    if (!hasSingleHeaders(request)) return refuse(request.socket, 'badRequest', response);
    limitBodyParts(request, response);
    listener(request, response);
  });
  // Node would silently drop headers after the thousandth. The limit on the size of the head bounds them already.
  server.maxHeadersCount = 0;
  server.on('clientError', (failure: NodeJS.ErrnoException, socket) => {
    if (failure.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuse(socket as Socket, REASONS[failure.code ?? ''] ?? 'badRequest');
  });
  // This is no proxy, and the only expectation that it knows is 100-continue.
  server.on('connect', (_request, socket) => refuse(socket as Socket, 'badRequest'));
  server.on('checkExpectation', (request, response) => refuse(request.socket, 'badRequest', response));
  return server;
}

/**
 * The answer that a connection has begun to send, or owes to a complete request. Only Node's own `_httpMessage` says which
 * answer of a connection comes next; Node decides by it whether to write a refusal.
 * @param refused the answer that the refusal replaces; absent if the request has none
 */
function earlierAnswer(socket: Socket, refused: ServerResponse | undefined): ServerResponse | undefined {
  const { _httpMessage: current } = socket as Socket & { readonly _httpMessage?: ServerResponse | null };
  if (!current || current === refused) return undefined;
  return current.headersSent || current.req.complete ? current : undefined;
}

/** Closes the connection whatever the client does, but gives it time to read the answer. */
function answerAndClose(socket: Socket, error: ServiceError): void {
  const timeout = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS);
  socket.once('close', () => clearTimeout(timeout));
  // Node has no error listener on the socket of a CONNECT. A reset by its client must not end the process.
  socket.on('error', () => socket.destroy());
  stopParsing(socket);
  const body = JSON.stringify(errorEnvelope(error));
  socket.end(
    [
      `HTTP/1.1 ${error.entry.status} ${error.entry.type}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/**
 * The headers that may occur only once (RFC 9110, 5.3) and that an answer depends on, indexed by the length of their names. Node
 * keeps the first of several or joins them, so two programs could see two different requests. The parser itself refuses a second
 * `Content-Length`. `X-Request-Id` and `traceparent` count as absent when they occur twice (decision 39).
 */
const SINGLE: (string | undefined)[] = [];
for (const name of [
  'host',
  'origin',
  'referer',
  'content-type',
  'authorization',
  'sec-fetch-site',
  'access-control-request-method',
])
  SINGLE[name.length] = name;

/**
 * Whether each of these headers occurs at most once, and `Host` exactly once in HTTP/1.1. Several `Authorization` headers are
 * joined to a value that is no valid token (decision 36), because choosing one of them would be a guess.
 */
function hasSingleHeaders(request: IncomingMessage): boolean {
  const { rawHeaders } = request;
  let seen = 0;
  // Names and values alternate.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const single = SINGLE[name.length];
    if (single === undefined || (name !== single && name.toLowerCase() !== single)) continue;
    const bit = 1 << name.length;
    if ((seen & bit) !== 0) {
      if (single !== 'authorization') return false;
      request.headers.authorization += `, ${rawHeaders[index + 1] ?? ''}`;
    }
    seen |= bit;
  }
  return (seen & HOST) !== 0 || request.httpVersion !== '1.1';
}

const HOST = 1 << 'host'.length;

/** Milliseconds between two times at which idle connections are closed. */
const CLEAR_EVERY_MS = 1_000;

/**
 * Limits the connections of a server. Beyond the limit, a new connection is closed at once, and so are idle ones, to make room for
 * the next.
 */
export function limitConnections(server: Server, most: number, observer: Observer): void {
  server.maxConnections = most;
  /** Connections whose clients have received their last answer, with the bytes that had arrived by then. */
  const idle = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => socket.once('close', () => idle.delete(socket)));
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    response.once('close', () => {
      if (!socket.destroyed) idle.set(socket, socket.bytesRead);
    });
  });
  let isCleared = false;
  server.on('drop', () => {
    observer.clientConnectionClosed?.();
    if (isCleared) return;
    isCleared = true;
    setTimeout(() => (isCleared = false), CLEAR_EVERY_MS).unref();
    // Node's own `closeIdleConnections` would cut off an answer that is written and not received yet.
    for (const [socket, bytes] of idle) if (socket.bytesRead === bytes) socket.destroy();
  });
}

/** Milliseconds for which bytes are still read after the last answer. */
export const LINGER_MS = 500;

/** The most reads of a connection that is no longer parsed. Each reads up to 64 kB. */
const MAX_READS = 500;

/**
 * Sets up a lingering close. Node would close the connection while bytes are still arriving, and the client would lose the
 * answer if it has not read it yet. Instead the server closes its half, and reads for a while.
 */
export function lingerAtClose(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

/** Discards further bytes of a connection without parsing them, and at last stops reading. The caller has to close it. */
function stopParsing(socket: Socket): void {
  let reads = 0;
  const drop = (): void => {
    reads += 1;
    if (reads >= MAX_READS) socket.pause();
  };
  // Node pauses the socket of an unread body, and can resume it only while its parser reads from it.
  socket.resume();
  // A listener for data detaches the parser.
  process.nextTick(() => socket.removeAllListeners('data').on('data', drop));
}

/** The most parts of a body: its chunks, or reads of the connection. A body of 128 kB in chunks of 64 bytes has 2,048. */
export const MAX_PARTS = 2_500;

/** Bytes of a body that are parsed, even if nobody reads them. A client whose body is far too large can still see the answer. */
const MAX_BYTES = 32 * 1024 * 1024;

const cutShort = new WeakSet<IncomingMessage>();
const CUT_SHORT = Symbol('cut short');

/** Calls back when the rest of a body is discarded because of its size or number of parts. Such a body never ends. */
export function onCutShort(request: IncomingMessage, callback: () => void): void {
  if (cutShort.has(request)) callback();
  else request.once(CUT_SHORT, callback);
}

/**
 * Discards the rest of a body that has too many parts, and closes the connection after the answer. Each part costs a call of the
 * parser, even if nobody reads the body (decision 38). Call it before anything is read.
 */
function limitBodyParts(request: IncomingMessage, response: ServerResponse): void {
  const { headers } = request;
  if (headers['transfer-encoding'] === undefined && headers['content-length'] === undefined) return;
  const push = request.push.bind(request);
  let [parts, bytes] = [0, 0];
  // V8 allocates a function in the old generation if it is created in an assignment to a property. Minor garbage collections would
  // then free neither the function nor its request, with everything that the request refers to.
  const limited: IncomingMessage['push'] = (part: Buffer | null, encoding) => {
    if (cutShort.has(request)) return true;
    if (part !== null) [parts, bytes] = [parts + 1, bytes + part.length];
    if (parts <= MAX_PARTS && bytes <= MAX_BYTES) return push(part, encoding);
    cutShort.add(request);
    closeAfter(request, response);
    request.emit(CUT_SHORT);
    return true;
  };
  request.push = limited;
  // Node would discard the rest of an unread body without a push.
  response.prependOnceListener('finish', () => {
    if (request.complete) return;
    request.read();
    request.resume();
  });
}

/** Parses nothing more of a connection, and closes it after an answer. */
function closeAfter({ socket }: IncomingMessage, response: ServerResponse): void {
  stopParsing(socket);
  lingerAtClose(socket);
  if (!response.headersSent) response.setHeader('Connection', 'close');
  else if (response.writableFinished) socket.destroySoon();
  else response.once('finish', () => socket.destroySoon());
}
