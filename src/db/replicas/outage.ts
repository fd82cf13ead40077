/** Which replica is read while the primary does not answer (decision 79). */

import type { Replica } from './replica';
import { includes, type Position, transactionsFrom } from './replication-position';

/** What is known of an outage of the primary, for logs and metrics. */
export interface OutageState {
  /** Whether the primary is not read: it does not answer, or it lacks what was read from a replica. */
  readonly isAway: boolean;
  /** The replica that is read instead, by its place in DATABASE_REPLICA_URLS. Null if there is none. */
  readonly replica: number | null;
  /** That replica has everything that the primary had this many seconds ago. Null without one. */
  readonly staleSeconds: number | null;
}

export interface OutageOptions {
  /** The permitted age in milliseconds of what is read; with 0 no replica is read. */
  readonly staleMs: number;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
}

/** The primary is away after this many checks in a row without an answer. A healthy primary may miss a single one. */
const FAILED_CHECKS = 2;

export class Outage {
  #failedChecks = 0;
  /** The last position of the primary. */
  #primary: Position = new Map();
  /** What the replica had that was chosen last. Empty while the primary answers. */
  #shown: Position = new Map();

  constructor(
    private readonly replicas: readonly Replica[],
    private readonly options: OutageOptions,
  ) {}

  /** A check of the primary had no answer. */
  primaryFailed(): void {
    this.#failedChecks += 1;
  }

  /**
   * A check of the primary had an answer.
   * @param position null if the primary does not number its transactions
   * @returns whether the primary is read. As long as a replica can be, it is not read if it lacks what that replica has shown
   */
  primaryAnswered(position: Position | null): boolean {
    if (position !== null && this.fallback() !== undefined && !includes(position, this.#shown)) return false;
    this.#failedChecks = 0;
    this.#primary = position ?? new Map();
    this.#shown = new Map();
    return true;
  }

  /**
   * The replica that is read instead of the primary: the one with the most transactions of the primary, and among equals the
   * first. It never lacks what was shown before, so no caller goes back in time. Undefined while the primary is read, and if
   * no replica is recent enough.
   */
  fallback(): Replica | undefined {
    if (this.#failedChecks < FAILED_CHECKS) return undefined;
    const best = this.#mostAdvanced();
    if (best !== undefined) this.#shown = this.#ofPrimary(best);
    return best;
  }

  /** Whether the last check of the primary had no answer and a replica can be read instead, now or after the next check. */
  get isCovered(): boolean {
    return this.#failedChecks > 0 && this.#mostAdvanced() !== undefined;
  }

  get state(): OutageState {
    const fallback = this.fallback();
    return {
      isAway: this.#failedChecks >= FAILED_CHECKS,
      replica: fallback?.number ?? null,
      staleSeconds: fallback === undefined ? null : Math.round(this.options.now() - fallback.upToDateAt) / 1000,
    };
  }

  #mostAdvanced(): Replica | undefined {
    const oldest = this.options.now() - this.options.staleMs;
    const usable = this.replicas.filter(
      (replica) => replica.upToDateAt > oldest && replica.applied !== null && includes(replica.applied, this.#shown),
    );
    const counts = usable.map((replica) => count(this.#ofPrimary(replica)));
    return usable[counts.indexOf(Math.max(...counts))];
  }

  /** Transactions that were written to the replica itself do not show how far it has followed the primary. */
  #ofPrimary({ applied }: Replica): Position {
    return transactionsFrom(applied ?? new Map(), this.#primary);
  }
}

function count(position: Position): number {
  let transactions = 0;
  for (const ranges of position.values()) for (const [first, last] of ranges) transactions += last - first + 1;
  return transactions;
}
