import type { Logger } from 'pino';

import type { Difference } from '../comparison/differences';
import { kindOf } from './comparer';

/** Milliseconds after which a kind of difference has another line. */
const INTERVAL_MS = 60 * 60 * 1_000;

/** The most kinds that have lines. Names of fields come from the old service, so there may be any number. */
const MOST_KINDS = 200;

interface Example {
  readonly operation: string;
  readonly requestId: string;
  readonly caller: string;
}

/** Logs an example of each kind of difference, once an hour. The descriptions of its values are hashes. */
export function differenceLog(
  log: Logger,
  monotonicNow: () => number,
): (example: Example, differences: readonly Difference[]) => void {
  const logged = new Map<string, number>();
  return (example, differences) => {
    for (const difference of differences) {
      const key = `${example.operation} ${kindOf(difference)}`;
      const now = monotonicNow();
      const last = logged.get(key);
      if (last === undefined ? logged.size >= MOST_KINDS : now - last < INTERVAL_MS) continue;
      logged.set(key, now);
      const { kind, path, left, right, record } = difference;
      log.warn({ ...example, kind, path, legacy: left, own: right, record }, 'answers differ');
    }
  };
}
