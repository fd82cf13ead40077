import type { IncomingMessage, ServerResponse } from 'node:http';

import { lingerAtClose, stopParsing } from './lingering-close';

/** Chunks, or reads of the connection, in which a body may come. A body of 128 kB in chunks of 64 bytes has 2,048. */
export const MOST_PARTS = 2_500;

/** Bytes of a body that are parsed, whether it is read or not: so many that clients with far too large bodies see the answer. */
const MOST_BYTES = 32 * 1024 * 1024;

const cutShort = new WeakSet<IncomingMessage>();
const CUT_SHORT = Symbol('cut short');

/** Calls back once the rest of a body is no longer taken in because of its size or parts: it never ends. */
export function whenCutShort(request: IncomingMessage, then: () => void): void {
  if (cutShort.has(request)) then();
  else request.once(CUT_SHORT, then);
}

/**
 * Takes in no more of a body that comes in too many parts, and closes the connection after the answer: each part costs a
 * call of the parser, whether the body is read or not (decision 74). To be called before anything is read.
 */
export function boundBodyParts(request: IncomingMessage, response: ServerResponse): void {
  const { headers } = request;
  if (headers['transfer-encoding'] === undefined && headers['content-length'] === undefined) return;
  const push = request.push.bind(request);
  let [parts, bytes] = [0, 0];
  request.push = (part: Buffer | null, encoding) => {
    if (cutShort.has(request)) return true;
    if (part !== null) [parts, bytes] = [parts + 1, bytes + part.length];
    if (parts <= MOST_PARTS && bytes <= MOST_BYTES) return push(part, encoding);
    cutShort.add(request);
    closeAfter(request, response);
    request.emit(CUT_SHORT);
    return true;
  };
  // The rest of a body that nobody reads: Node would drop it without a push.
  response.prependOnceListener('finish', () => {
    if (request.complete) return;
    request.read();
    request.resume();
  });
}

function closeAfter({ socket }: IncomingMessage, response: ServerResponse): void {
  stopParsing(socket);
  lingerAtClose(socket);
  if (!response.headersSent) response.setHeader('Connection', 'close');
  else if (response.writableFinished) socket.destroySoon();
  else response.once('finish', () => socket.destroySoon());
}
