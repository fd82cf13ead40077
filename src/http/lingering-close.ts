import type { Socket } from 'node:net';

/** How long bytes on their way are still taken in after the last answer, in milliseconds. */
export const LINGER_MS = 500;

/** Reads of a connection that is no longer parsed: up to 64 kB each. */
const MOST_READS = 500;

/**
 * After the last answer Node would close over bytes that are still on their way, which takes the answer back from a client
 * that has not read it. So our half is closed, and what comes is taken in for a while.
 */
export function lingerAtClose(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

/** Drops what else comes on a connection without parsing it, and in the end stops reading. The caller has to close it. */
export function stopParsing(socket: Socket): void {
  let reads = 0;
  const drop = (): void => {
    reads += 1;
    if (reads >= MOST_READS) socket.pause();
  };
  // Node pauses it where a body is not read, and can resume it as long as its parser reads it.
  socket.resume();
  // With another listener the parser no longer does.
  process.nextTick(() => socket.removeAllListeners('data').on('data', drop));
}
