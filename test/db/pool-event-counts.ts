import type { PoolEvents } from '../../src/db/pool/connector';

/** What a pool has reported. */
export function poolEventCounts() {
  const counts = { open: 0, busy: 0, waiting: 0, connected: 0, refused: 0, retried: 0, killed: 0 };
  const discarded = { age: 0, failed: 0, timeout: 0 };
  const events: PoolEvents = {
    connected() {
      counts.open += 1;
      counts.connected += 1;
    },
    closed: () => void (counts.open -= 1),
    refused: () => void (counts.refused += 1),
    waiting: (change) => void (counts.waiting += change),
    busy: (change) => void (counts.busy += change),
    discarded: (reason) => void (discarded[reason] += 1),
    retried: () => void (counts.retried += 1),
    killed: () => void (counts.killed += 1),
  };
  return { counts, discarded, events };
}
