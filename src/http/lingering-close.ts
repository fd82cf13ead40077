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
