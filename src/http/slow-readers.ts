import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { PART, waitingBytes } from './send';

/** Milliseconds between two looks at what clients have taken. */
const PERIOD_MS = 1_000;

/** While an answer waits, its client must take this many bytes within so many looks: 6.5 kB a second. */
const LEAST_TAKEN = PART;
const LOOKS = 10;

/** Bytes of answers that may wait to be taken, all together. */
const MOST_WAITING = 64 * 1024 * 1024;

/** A connection with bytes that wait. */
interface Reader {
  readonly socket: Socket;
  /** Bytes that wait. */
  waiting: number;
  /** Bytes that it has taken so far, and those of them since the last look. */
  readonly taken: number;
  readonly takenNow: number;
  /** What it had taken when it was last fast enough, and how many looks ago that was. */
  readonly mark: number;
  readonly looks: number;
}

/**
 * Closes the connection of a client that does not take its answer, or takes too little of it. Node would keep both for ever.
 * When more bytes wait than may, the clients that would take longest at the pace of the last second go first; one that would
 * be done within ten seconds stays.
 * @param open the requests of the server, oldest first
 */
export function closeSlowReaders(server: Server, open: ReadonlySet<ServerResponse>): void {
  let readers = new Map<Socket, Reader>();

  const look = (): void => {
    const before = readers;
    readers = new Map();
    let bytes = 0;
    for (const response of open) {
      const waiting = response.headersSent ? waitingBytes(response) : 0;
      if (waiting === 0) continue;
      bytes += waiting;
      const { socket } = response.req;
      const reader = readers.get(socket);
      // Answers on one connection wait for each other.
      if (reader !== undefined) reader.waiting += waiting;
      else readers.set(socket, readerOf(socket, waiting, before.get(socket)));
    }
    for (const reader of [...readers.values()].sort((a, b) => paceOf(a) - paceOf(b))) {
      const isTooMuch = bytes > MOST_WAITING && before.has(reader.socket) && paceOf(reader) < 1 / LOOKS;
      if (reader.looks < LOOKS && !isTooMuch) continue;
      bytes -= reader.waiting;
      reader.socket.destroy();
    }
  };
  const timer = setInterval(look, PERIOD_MS).unref();
  server.once('close', () => clearInterval(timer));
}

/** @param before what the last look found */
function readerOf(socket: Socket, waiting: number, before: Reader | undefined): Reader {
  const taken = socket.bytesWritten - socket.writableLength;
  if (before === undefined) return { socket, waiting, taken, takenNow: 0, mark: taken, looks: 0 };
  const takenNow = taken - before.taken;
  if (taken - before.mark >= LEAST_TAKEN) return { socket, waiting, taken, takenNow, mark: taken, looks: 0 };
  return { socket, waiting, taken, takenNow, mark: before.mark, looks: before.looks + 1 };
}

/** What was taken since the last look, as a part of what waits. */
const paceOf = ({ takenNow, waiting }: Reader): number => takenNow / waiting;
