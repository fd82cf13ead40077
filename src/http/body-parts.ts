import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
export function stopParsing(socket: Socket): void {
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
export function limitBodyParts(request: IncomingMessage, response: ServerResponse): void {
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
export function closeAfter({ socket }: IncomingMessage, response: ServerResponse): void {
  stopParsing(socket);
  lingerAtClose(socket);
  if (!response.headersSent) response.setHeader('Connection', 'close');
  else if (response.writableFinished) socket.destroySoon();
  else response.once('finish', () => socket.destroySoon());
}
