/** Chooses where a request reads records: a replica if it is proven up to date enough, else the primary. */

import { type ConnectionProvider, type DatabaseConnection, Kysely, MysqlDialect } from 'kysely';

import type { DatabaseAddress } from '../../config/setting-values';
import { ServiceError } from '../../errors';
import { connect, type ConnectOptions } from '../connect';
import type { Tables } from '../tables';
import type { OutageState } from './outage';
import { CHECK_CONNECTION, type CheckOptions, Replica, ReplicaChecks } from './replica';

export interface ReplicaOptions extends Omit<CheckOptions, 'primary'> {
  readonly addresses: readonly DatabaseAddress[];
  readonly primary: { readonly address: DatabaseAddress; readonly db: Kysely<Tables> };
  /** How lookups connect. */
  readonly connection: ConnectOptions;
}

/** Where one request reads. */
export interface ReadSource {
  readonly db: Kysely<Tables>;
  /** From now on the request reads from the primary. */
  usePrimary(): void;
}

/** The replica that is read while the primary is away. */
export interface Fallback {
  readonly db: Kysely<Tables>;
  /** It has everything that the primary had this many seconds ago, rounded up. */
  readonly staleSeconds: number;
  /** The replica has failed. It is not read until it has been checked again. */
  failed(): void;
}

export class Replicas {
  readonly #primary: Kysely<Tables>;
  readonly #primaryChecks: Kysely<Tables>;
  readonly #replicas: readonly Replica[];
  readonly #checks: ReplicaChecks;
  readonly #now: () => number;
  #turn = 0;

  constructor({ addresses, primary, connection, now, ...options }: ReplicaOptions) {
    const forChecks = (address: DatabaseAddress) =>
      connect(address, { ...CHECK_CONNECTION, onStatement: connection.onStatement });
    this.#primary = primary.db;
    this.#primaryChecks = forChecks(primary.address);
    this.#replicas = addresses.map(
      (address, index) => new Replica(index + 1, { lookups: connect(address, connection), checks: forChecks(address) }),
    );
    this.#checks = new ReplicaChecks(this.#replicas, { primary: this.#primaryChecks, now, ...options });
    this.#now = now;
    void this.#checks.start();
  }

  /** @param needed the source must have everything that the primary had at this time, monotonic milliseconds */
  sourceFor(needed: number): ReadSource {
    this.#turn += 1;
    const replica = leastBusy(this.#replicas, needed, this.#turn);
    const replicaFirst = new ReplicaFirst(this.#primary, replica, (failed) => this.#checks.suspect(failed));
    return { db: this.#connectedBy(replicaFirst), usePrimary: () => replicaFirst.usePrimary() };
  }

  /** Undefined while the primary is read, and if no replica is recent enough. */
  fallback(): Fallback | undefined {
    const replica = this.#checks.outage.fallback();
    if (replica === undefined) return undefined;
    const staleSeconds = Math.ceil((this.#now() - replica.upToDateAt) / 1000);
    return { db: this.#connectedBy(replica), staleSeconds, failed: () => this.#checks.suspect(replica) };
  }

  /** Whether lookups can be answered although the last check of the primary had no answer. */
  get isOutageCovered(): boolean {
    return this.#checks.outage.isCovered;
  }

  get outage(): OutageState {
    return this.#checks.outage.state;
  }

  #connectedBy(provider: ConnectionProvider): Kysely<Tables> {
    const executor = this.#primary.getExecutor().withConnectionProvider(provider);
    return new Kysely<Tables>({ ...KYSELY_PARTS, executor });
  }

  async close(): Promise<void> {
    await this.#checks.stop();
    await Promise.all([this.#primaryChecks.destroy(), ...this.#replicas.map((replica) => replica.close())]);
  }
}

/** Of the replicas with everything that the primary had at `needed`: that with the fewest statements in flight, in rotation. */
export function leastBusy(replicas: readonly Replica[], needed: number, turn: number): Replica | undefined {
  const fit = replicas.filter((replica) => replica.serves(needed));
  const fewest = Math.min(...fit.map(({ inFlight }) => inFlight));
  const idlest = fit.filter(({ inFlight }) => inFlight === fewest);
  return idlest[turn % idlest.length];
}

const dialect = new MysqlDialect({ pool: async () => Promise.reject(new Error('Connections come from a source.')) });
/** What Kysely needs besides an executor. The driver begins and ends transactions on connections of the executor. */
const KYSELY_PARTS = { config: { dialect }, dialect, driver: dialect.createDriver() };

/**
 * Runs all statements of one request on one replica, until one fails there or the primary is asked for. Then it uses the primary
 * and never goes back. The primary is never older than a replica, so a request never goes back in time.
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

  /** @param consumer runs a read-only statement or transaction; it may be called again for another server */
  async provideConnection<Result>(consumer: (connection: DatabaseConnection) => Promise<Result>): Promise<Result> {
    const { primary, replica } = this;
    if (replica !== undefined) {
      try {
        return await replica.provideConnection(consumer);
      } catch (failure) {
        // It has used its time limit, and would take as long on the primary.
        if (failure instanceof ServiceError && failure.reason === 'timeout') throw failure;
        if (this.replica === replica) this.onFailure(replica);
        this.replica = undefined;
      }
    }
    return primary.getExecutor().provideConnection(consumer);
  }
}
