import type { Kysely } from 'kysely';

import { ServiceError } from '../errors';
import type { GroupGrant, OpaqueToken } from '../model/caller';
import { findOpaqueToken } from './access/opaque-tokens';
import { OutageSnapshot } from './outage-snapshot';
import { RetryBudget, databaseProblem } from './pool/failures';
import type { OutageState } from './replicas/outage';
import type { Replicas } from './replicas/replicas';
import { SchemaFit } from './schema-check';
import { PreparedStatements } from './statements';
import type { AccessTables, Tables } from './tables';
import { GroupScope } from './visibility';
import { Remembered } from './remembered';
import type { QueryMemory } from './query-memory';
import { VisibleRecords } from './visible-records';

interface KnownScope {
  readonly scope: Promise<GroupScope>;
  readonly until: number;
  /** When it was read. Infinity until then. */
  readAt: number;
}

export interface DatabaseOptions {
  /** Milliseconds for which the scope of a grant is kept. */
  readonly scopesForMs?: number;
  /** Shared with the pools. */
  readonly retries?: RetryBudget;
  readonly replicas?: Replicas;
  /** Rows that a walk through a table passes at most. */
  readonly longestWalk?: number;
}

/** What lookups may do with the database: read scopes, and records within a scope. */
export class Database {
  readonly #schema: SchemaFit;
  #newerMigrations: readonly string[] = [];
  readonly #memory: QueryMemory;
  readonly #scopesForMs: number;
  readonly #replicas: Replicas | undefined;
  readonly #scopes = new WeakMap<GroupGrant, KnownScope>();

  /** @param now milliseconds, monotonic */
  constructor(
    private readonly kysely: Kysely<Tables>,
    private readonly now: () => number,
    { scopesForMs = 0, retries = new RetryBudget(), replicas, longestWalk = Infinity }: DatabaseOptions = {},
  ) {
    this.#scopesForMs = scopesForMs;
    this.#replicas = replicas;
    this.#schema = new SchemaFit(kysely, now);
    this.#memory = {
      statements: new PreparedStatements(),
      years: new Remembered(now),
      lastIds: { tenants: new Remembered(now), leases: new Remembered(now), groups: new Remembered(now) },
      densities: new Map(),
      retries,
      longestWalk,
    };
  }

  /** Groups, and which callers may see them. The tables of records are out of reach. */
  get access(): Kysely<AccessTables> {
    return this.kysely;
  }

  /**
   * The opaque token with this SHA-256, null if there is none. From the primary unless that is away: a replica may not know a
   * revocation yet. Undefined if a replica does not have it, as it may be newer than the replica.
   * @throws {ServiceError} `service_unavailable` or `timeout` when the database does not answer
   */
  async opaqueToken(sha256: Buffer): Promise<OpaqueToken | null | undefined> {
    const { statements } = this.#memory;
    const fallback = this.#replicas?.fallback();
    if (fallback !== undefined) return (await findOpaqueToken(fallback.db, statements, sha256)) ?? undefined;
    await this.assertSchemaFits();
    return findOpaqueToken(this.kysely, statements, sha256);
  }

  /** Where a new request reads while the primary is away. Undefined while the primary is read, and if no replica can be. */
  outageSnapshot(): OutageSnapshot | undefined {
    const fallback = this.#replicas?.fallback();
    return fallback && new OutageSnapshot(fallback, this.#memory);
  }

  /** Undefined without replicas. */
  get outage(): OutageState | undefined {
    return this.#replicas?.outage;
  }

  /** The scope of a grant. The scope of a cached caller is kept for a while. */
  async scopeOf(grant: GroupGrant): Promise<GroupScope> {
    const known = this.#scopes.get(grant);
    if (known !== undefined && this.now() < known.until) return known.scope;
    const scope = GroupScope.of(this.kysely, grant);
    const read: KnownScope = { scope, until: this.now() + this.#scopesForMs, readAt: Infinity };
    this.#scopes.set(grant, read);
    scope.then(
      () => (read.readAt = this.now()),
      () => this.#scopes.delete(grant),
    );
    return scope;
  }

  /**
   * Reads records for a caller with this grant, whose scope is known. It uses a replica only if the replica has everything
   * that the primary had when the scope was read. Otherwise the scope could give access to older records that were never in
   * it (decision 69).
   */
  readerFor(grant: GroupGrant): RecordReader {
    const needed = this.#scopes.get(grant)?.readAt ?? Infinity;
    const { db, usePrimary } = this.#replicas?.sourceFor(needed) ?? { db: this.kysely };
    return new RecordReader(db, this.#memory, usePrimary);
  }

  /**
   * Why lookups are unavailable, a sentence each. Checked at every call.
   * @param describe says why the database could not be used
   */
  async problems(describe = databaseProblem): Promise<readonly string[]> {
    try {
      const { problems, newer } = await this.#schema.check();
      this.#newerMigrations = newer;
      return problems;
    } catch (failure) {
      if (this.#replicas?.isOutageCovered === true) return [];
      return [`the database ${describe(failure)}`];
    }
  }

  /** The migrations of a newer release, as {@link problems} found them last. */
  get newerMigrations(): readonly string[] {
    return this.#newerMigrations;
  }

  /** @throws {ServiceError} `service_unavailable` while the schema does not fit this version of the program */
  async assertSchemaFits(): Promise<void> {
    const problems = await this.#schema.problems();
    if (problems.length > 0) throw new ServiceError('serviceUnavailable', { cause: new Error(problems.join('; ')) });
  }

  async close(): Promise<void> {
    await this.#replicas?.close();
    await this.kysely.destroy();
  }
}

/** Reads the records of one request. The connection itself is out of reach. */
export class RecordReader {
  constructor(
    private readonly db: Kysely<Tables>,
    private readonly memory: QueryMemory,
    private readonly onPrimary: () => void = () => undefined,
  ) {}

  within(scope: GroupScope): VisibleRecords {
    return new VisibleRecords(this.db, scope, this.memory);
  }

  /** From now on this request reads from the primary, which is never older than a replica. */
  usePrimary(): void {
    this.onPrimary();
  }
}
