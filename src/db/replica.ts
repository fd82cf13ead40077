import type { ConnectionProvider, DatabaseConnection, Kysely } from 'kysely';

import { ServiceError } from '../errors';
import type { Tables } from './tables';

/** What is known of a replica, for logs and metrics. */
export interface ReplicaState {
  /** Its place in DATABASE_REPLICA_URLS, from 1. */
  readonly replica: number;
  /** Whether lookups are sent there. */
  readonly healthy: boolean;
  /** It has all that the primary had so long ago; null while nobody could tell yet. */
  readonly lagSeconds: number | null;
  /** Why no lookup is sent there, to follow the words “the replica”; null when they are. */
  readonly problem: string | null;
}

export interface ReplicaConnections {
  readonly lookups: Kysely<Tables>;
  /** Apart, so that a look never waits for a lookup. */
  readonly looks: Kysely<Tables>;
}

/** One replica: whether it may be read, and what is being read there. */
export class Replica implements ConnectionProvider {
  #problem: string | null = 'has not been looked at yet';
  #heldUntil = -Infinity;
  readonly #abandon = new Set<() => void>();

  constructor(
    readonly number: number,
    private readonly connections: ReplicaConnections,
  ) {}

  get looks(): Kysely<Tables> {
    return this.connections.looks;
  }

  get problem(): string | null {
    return this.#problem;
  }

  /** Monotonic milliseconds: it is known to have all that the primary had then. */
  get heldUntil(): number {
    return this.#heldUntil;
  }

  /** Whether it may be read by one who needs all that the primary had at a time. */
  serves(time: number): boolean {
    return this.#problem === null && this.#heldUntil >= time;
  }

  /** Statements in flight. */
  get readings(): number {
    return this.#abandon.size;
  }

  /** What a look has found: why it may not be read, and until when it has everything, where that is known. */
  saw(problem: string | null, heldUntil?: number): void {
    this.#problem = problem;
    this.#heldUntil = heldUntil ?? this.#heldUntil;
  }

  /** A look got no answer, so nobody waits for what is being read there any longer. */
  fellSilent(problem: string): void {
    this.#problem = problem;
    for (const abandon of this.#abandon) abandon();
  }

  async provideConnection<Result>(consumer: (connection: DatabaseConnection) => Promise<Result>): Promise<Result> {
    let abandon = () => {};
    const silence = new Promise<never>((_, reject) => {
      abandon = () => reject(new ServiceError('serviceUnavailable', { cause: new Error('the replica fell silent') }));
    });
    this.#abandon.add(abandon);
    try {
      return await Promise.race([this.connections.lookups.getExecutor().provideConnection(consumer), silence]);
    } finally {
      this.#abandon.delete(abandon);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.connections.lookups.destroy(), this.connections.looks.destroy()]);
  }
}
