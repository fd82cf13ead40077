import type { PoolEvents } from '../../db/pool/connector';
import { Counts, Durations } from './figures';

/** Statements, and the pool that they run on. */
export class DatabaseFigures {
  readonly statements = { ok: new Durations(), failed: new Durations() };
  readonly connects = new Counts('outcome', ['ok', 'refused']);
  readonly discarded = new Counts('reason', ['age', 'failed', 'timeout']);
  rows = 0;
  open = 0;
  busy = 0;
  waiting = 0;
  retries = 0;
  killed = 0;

  readonly events: PoolEvents = {
    connected: () => {
      this.open += 1;
      this.connects.add('ok');
    },
    closed: () => void (this.open -= 1),
    refused: () => this.connects.add('refused'),
    waiting: (change) => void (this.waiting += change),
    busy: (change) => void (this.busy += change),
    discarded: (reason) => this.discarded.add(reason),
    retried: () => void (this.retries += 1),
    killed: () => void (this.killed += 1),
  };
}
