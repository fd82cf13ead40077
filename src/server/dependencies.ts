import { randomUUID } from 'node:crypto';

import { pino, type Logger } from 'pino';

import { BUDGETS } from '../db/search/ladder';
import type { Observer } from '../observer';
import { type EventLoop, monitorEventLoop } from './event-loop';

/** At shutdown, idle connections stay open for this many milliseconds. */
const IDLE_GRACE_MS = 1_000;

/** The dependencies of a gateway. Tests pass their own. */
export interface Dependencies {
  readonly now: () => Date;
  /** Milliseconds of a monotonic clock. */
  readonly monotonicNow: () => number;
  readonly newRequestId: () => string;
  readonly log: Logger;
  /** Observes the gateway beside its log, metrics, traces and audit trail. */
  readonly observer: Observer;
  /** Registers a listener that receives the number of further log lines that were lost. */
  readonly onLinesLost: (listener: (lines: number) => void) => void;
  readonly eventLoop: EventLoop;
  /** At shutdown, idle connections stay open for this many milliseconds, because their clients may have sent a request already. */
  readonly idleGraceMs: number;
  /** Rows for each rung of a search. Tests set them low, so that searches in small databases take every rung. */
  readonly searchBudgets: readonly number[];
}

/** Adds the defaults. */
export function dependenciesOf(given: Partial<Dependencies>, logLevel: string): Dependencies {
  return {
    ...given,
    now: given.now ?? (() => new Date()),
    monotonicNow: given.monotonicNow ?? (() => performance.now()),
    newRequestId: given.newRequestId ?? randomUUID,
    observer: given.observer ?? {},
    log: given.log ?? pino({ level: logLevel }),
    eventLoop: given.eventLoop ?? monitorEventLoop(),
    onLinesLost: given.onLinesLost ?? (() => undefined),
    idleGraceMs: given.idleGraceMs ?? IDLE_GRACE_MS,
    searchBudgets: given.searchBudgets ?? BUDGETS,
  };
}
