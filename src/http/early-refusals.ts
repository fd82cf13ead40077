import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface EarlyRefusals {
  /** Answers a request that was refused before it took a slot: at once, or later where there are too many. */
  answer(response: ServerResponse, send: () => void): void;
  /** From now on each is answered at once, those that wait first. */
  holdNone(): void;
}

/** What is answered at once while callers are served: about a twentieth of a core; and how many of them together. */
const PER_SECOND = 500;
const BURST = 100;
/** How long an answer is held at most: as long as `Retry-After` says. Milliseconds. */
const HELD_MS = 1_000;
/** How often what is held is looked at, milliseconds. */
const PERIOD_MS = 20;
/** Answers that may be held. */
const MOST_HELD = 2_000;

interface Held {
  readonly socket: Socket;
  readonly send: () => void;
  readonly since: number;
}

/**
 * Keeps clients that ask again at once, without heeding `Retry-After`, from taking the processor from callers who are served
 * (decision 76): beyond a rate an answer is held, and nothing more is read from its connection meanwhile. HTTP/1.1 could answer
 * nothing else on it before, so a connection that many share, as a proxy's, loses nothing.
 * @param isBusy whether callers are being served; while none are, nothing is held
 */
export function earlyRefusals(isBusy: () => boolean, monotonicNow: () => number): EarlyRefusals {
  const held: Held[] = [];
  let mayHold = true;
  let budget = BURST;
  let toppedUp = monotonicNow();
  let timer: NodeJS.Timeout | undefined;

  const spend = (now: number): boolean => {
    budget = Math.min(BURST, budget + ((now - toppedUp) * PER_SECOND) / 1_000);
    toppedUp = now;
    if (budget < 1) return false;
    budget -= 1;
    return true;
  };
  const release = (): void => {
    const { socket, send } = held.shift()!;
    send();
    socket.resume();
  };
  const look = (): void => {
    timer = undefined;
    const now = monotonicNow();
    while (held.length > 0 && (now - held[0]!.since >= HELD_MS || spend(now))) release();
    if (held.length > 0) timer = setTimeout(look, PERIOD_MS);
  };

  return {
    answer(response, send) {
      const now = monotonicNow();
      if (!mayHold || !isBusy() || held.length >= MOST_HELD || (held.length === 0 && spend(now))) {
        send();
        return;
      }
      const { socket } = response.req;
      socket.pause();
      held.push({ socket, send, since: now });
      timer ??= setTimeout(look, PERIOD_MS);
    },
    holdNone() {
      mayHold = false;
      clearTimeout(timer);
      while (held.length > 0) release();
    },
  };
}
