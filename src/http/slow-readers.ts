import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { PART, unsentBytes } from './send';

/** Milliseconds between two checks. */
const PERIOD_MS = 1_000;

/** While an answer is unsent, its client must receive {@link MIN_RECEIVED} bytes in this many checks: 6.5 kB a second. */
const MAX_CHECKS = 10;
const MIN_RECEIVED = PART;

/** The most unsent bytes of all answers together. */
const MAX_UNSENT = 64 * 1024 * 1024;

/** A connection with unsent bytes. */
interface Reader {
  readonly socket: Socket;
  unsent: number;
  /** Bytes that the client has received so far. */
  readonly received: number;
  /** Bytes that it has received since the last check. */
  readonly receivedNow: number;
  /** Bytes that it had received when it was last fast enough. */
  readonly mark: number;
  /** Checks since then. */
  readonly checks: number;
}

/**
 * Closes the connection of a client that does not receive its answer, or receives it too slowly. Node would keep it open for ever.
 * When there are too many unsent bytes, it closes the connections that would need longest at their rate of the last second first.
 * It keeps those that would finish within ten seconds.
 * @param open the requests of the server, oldest first
 */
export function closeSlowReaders(server: Server, open: ReadonlySet<ServerResponse>): void {
  let readers = new Map<Socket, Reader>();

  const check = (): void => {
    const before = readers;
    readers = new Map();
    let total = 0;
    for (const response of open) {
      const unsent = response.headersSent ? unsentBytes(response) : 0;
      if (unsent === 0) continue;
      total += unsent;
      const { socket } = response.req;
      const reader = readers.get(socket);
      // Answers on one connection wait for each other.
      if (reader !== undefined) reader.unsent += unsent;
      else readers.set(socket, readerOf(socket, unsent, before.get(socket)));
    }
    for (const reader of [...readers.values()].sort((a, b) => rateOf(a) - rateOf(b))) {
      const isTooMuch = total > MAX_UNSENT && before.has(reader.socket) && rateOf(reader) < 1 / MAX_CHECKS;
      if (reader.checks < MAX_CHECKS && !isTooMuch) continue;
      total -= reader.unsent;
      reader.socket.destroy();
    }
  };
  const timer = setInterval(check, PERIOD_MS).unref();
  server.once('close', () => clearInterval(timer));
}

/** @param before the result of the last check */
function readerOf(socket: Socket, unsent: number, before: Reader | undefined): Reader {
  const received = socket.bytesWritten - socket.writableLength;
  if (before === undefined) return { socket, unsent, received, receivedNow: 0, mark: received, checks: 0 };
  const receivedNow = received - before.received;
  const isFastEnough = received - before.mark >= MIN_RECEIVED;
  const [mark, checks] = isFastEnough ? [received, 0] : [before.mark, before.checks + 1];
  return { socket, unsent, received, receivedNow, mark, checks };
}

/** Bytes received since the last check, divided by the unsent bytes. */
const rateOf = ({ receivedNow, unsent }: Reader): number => receivedNow / unsent;
