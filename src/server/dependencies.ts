import { randomUUID } from 'node:crypto';

import { pino, type Logger } from 'pino';

import type { ReplicaState } from '../db/replicas/replica';
import type { Snapshot } from '../telemetry/metrics/gateway-metrics';
import type { CountRequest } from '../rate-limit/caller-limit';
import { type EventLoop, watchEventLoop } from './event-loop';

/** Milliseconds for which a connection without a request is kept at the end. */
const LINGER_MS = 1_000;

/** What a gateway takes from its surroundings; tests pass their own. */
export interface Surroundings {
  readonly now: () => Date;
  /** Milliseconds that never go back. */
  readonly monotonicNow: () => number;
  readonly newRequestId: () => string;
  readonly log: Logger;
  /** Told of every statement that ran, as text without its parameters. */
  readonly onStatement: (sql: string) => void;
  /** Sets the listener for lost lines of the log. It receives how many more were lost. */
  readonly onLinesLost: (listener: (lines: number) => void) => void;
  /** The metrics of all processes together, as text; those of this one are all unless it is given. */
  readonly scrapeAll: (snapshot: () => Promise<Snapshot>) => () => Promise<string>;
  /** Told of every replica after each look at it. */
  readonly onReplica: (state: ReplicaState) => void;
  /** Counts requests where callers have a limit; the gateway itself does unless it is given. */
  readonly countRequest: CountRequest;
  readonly eventLoop: EventLoop;
  /** Milliseconds for which a connection is kept at the end for a request that its client may have sent. */
  readonly lingerMs: number;
}

type Optional = 'onStatement' | 'onReplica' | 'countRequest' | 'onLinesLost' | 'scrapeAll';

/** Those that are given, and else those of a process of its own. */
export function surroundingsOf(
  given: Partial<Surroundings>,
  logLevel: string,
): Omit<Surroundings, Optional> & Partial<Pick<Surroundings, Optional>> {
  return {
    ...given,
    now: given.now ?? (() => new Date()),
    monotonicNow: given.monotonicNow ?? (() => performance.now()),
    newRequestId: given.newRequestId ?? randomUUID,
    log: given.log ?? pino({ level: logLevel }),
    eventLoop: given.eventLoop ?? watchEventLoop(),
    lingerMs: given.lingerMs ?? LINGER_MS,
  };
}
