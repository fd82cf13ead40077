/** Which database a request reads records from: a replica where that is proven fresh enough, else the primary. */

import { type ConnectionProvider, type DatabaseConnection, Kysely, MysqlDialect } from 'kysely';

import type { DatabaseAddress } from '../../config/setting-values';
import { ServiceError } from '../../errors';
import { connect, type ConnectOptions } from '../connect';
import type { Tables } from '../tables';
import { LOOK_CONNECTION, Replica, ReplicaLooks, type ReplicaState } from './replica';

export interface ReplicaOptions {
  readonly addresses: readonly DatabaseAddress[];
  readonly primary: { readonly address: DatabaseAddress; readonly db: Kysely<Tables> };
  /** How lookups connect. */
  readonly connection: ConnectOptions;
  /** Milliseconds that an answer may be behind the primary, and a look more. */
  readonly maxLagMs: number;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
  /** Told of every replica after each look. */
  readonly onState: (state: ReplicaState) => void;
}

/** What one request reads from. */
export interface Source {
  readonly db: Kysely<Tables>;
  /** From here on only the newest will do. */
  usePrimary(): void;
}

export class Replicas {
  readonly #primary: Kysely<Tables>;
  readonly #primaryLooks: Kysely<Tables>;
  readonly #replicas: readonly Replica[];
  readonly #looks: ReplicaLooks;
  #turn = 0;

  constructor({ addresses, primary, connection, maxLagMs, now, onState }: ReplicaOptions) {
    const forLooks = (address: DatabaseAddress) =>
      connect(address, { ...LOOK_CONNECTION, onStatement: connection.onStatement });
    this.#primary = primary.db;
    this.#primaryLooks = forLooks(primary.address);
    this.#replicas = addresses.map(
      (address, index) => new Replica(index + 1, { lookups: connect(address, connection), looks: forLooks(address) }),
    );
    this.#looks = new ReplicaLooks(this.#replicas, { primary: this.#primaryLooks, maxLagMs, now, onState });
    void this.#looks.start();
  }

  /** @param needed monotonic milliseconds: all that the primary had then must be there */
  sourceFor(needed: number): Source {
    this.#turn += 1;
    const replica = leastBusy(this.#replicas, needed, this.#turn);
    const reading = new ReplicaFirst(this.#primary, replica, (failed) => this.#looks.suspect(failed));
    const executor = this.#primary.getExecutor().withConnectionProvider(reading);
    return { db: new Kysely<Tables>({ ...KYSELY_PARTS, executor }), usePrimary: () => reading.usePrimary() };
  }

  async close(): Promise<void> {
    await this.#looks.stop();
    await Promise.all([this.#primaryLooks.destroy(), ...this.#replicas.map((replica) => replica.close())]);
  }
}

/** Of the replicas that have what the primary had at `needed`, the one with the fewest statements in flight; of those by turns. */
export function leastBusy(replicas: readonly Replica[], needed: number, turn: number): Replica | undefined {
  const fit = replicas.filter((replica) => replica.serves(needed));
  const fewest = Math.min(...fit.map(({ readings }) => readings));
  const idlest = fit.filter(({ readings }) => readings === fewest);
  return idlest[turn % idlest.length];
}

const dialect = new MysqlDialect({ pool: async () => Promise.reject(new Error('Connections come from a source.')) });
/** What Kysely asks for beside an executor. The driver begins and ends transactions, on connections of the executor. */
const KYSELY_PARTS = { config: { dialect }, dialect, driver: dialect.createDriver() };

/**
 * Where the statements of one request run: all at one replica, until one fails there or the newest is needed; then at the
 * primary, and never back. The primary is never older than a replica, so a request never goes back in time.
 */
export class ReplicaFirst implements ConnectionProvider {
  constructor(
    private readonly primary: Kysely<Tables>,
    private replica: Replica | undefined,
    private readonly onFailure: (replica: Replica) => void,
  ) {}

  usePrimary(): void {
    this.replica = undefined;
  }

  /** @param consumer runs a statement or a whole transaction, which are read only: it may be called again elsewhere */
  async provideConnection<Result>(consumer: (connection: DatabaseConnection) => Promise<Result>): Promise<Result> {
    const { primary, replica } = this;
    if (replica !== undefined) {
      try {
        return await replica.provideConnection(consumer);
      } catch (failure) {
        // It had all the time that there is, and would take as long elsewhere.
        if (failure instanceof ServiceError && failure.reason === 'timeout') throw failure;
        if (this.replica === replica) this.onFailure(replica);
        this.replica = undefined;
      }
    }
    return primary.getExecutor().provideConnection(consumer);
  }
}
