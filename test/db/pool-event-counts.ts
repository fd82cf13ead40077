import type { Observer } from '../../src/observer';

/** What a pool has reported. */
export function poolEventCounts() {
  const counts = { open: 0, busy: 0, waiting: 0, connected: 0, refused: 0, retried: 0 };
  const discarded = { age: 0, failed: 0, timeout: 0 };
  const observer: Observer = {
    connectionOpened() {
      counts.open += 1;
      counts.connected += 1;
    },
    connectionClosed: () => void (counts.open -= 1),
    connectionFailed: () => void (counts.refused += 1),
    connectionWaiters: (change) => void (counts.waiting += change),
    connectionsBusy: (change) => void (counts.busy += change),
    connectionDiscarded: (reason) => void (discarded[reason] += 1),
    statementRetried: () => void (counts.retried += 1),
  };
  return { counts, discarded, observer };
}
