import type { Kysely } from 'kysely';

import { ServiceError } from '../errors';
import type { GroupGrant, OpaqueToken } from '../model/caller';
import { findOpaqueToken } from './access/opaque-tokens';
import { RetryBudget, databaseProblem } from './pool/failures';
import type { Replicas } from './replicas/replicas';
import { SchemaFit, schemaProblems } from './schema-check';
import { PreparedStatements } from './statements';
import type { AccessTables, Tables } from './tables';
import { GroupScope } from './visibility';
import { KnownYears, type QueryMemory, VisibleRecords } from './visible-records';

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
}

/** What lookups may do with the database: read scopes, and records within a scope. */
export class Database {
  readonly #schema: SchemaFit;
  readonly #memory: QueryMemory;
  readonly #scopesForMs: number;
  readonly #replicas: Replicas | undefined;
  readonly #scopes = new WeakMap<GroupGrant, KnownScope>();

  /** @param now milliseconds, monotonic */
  constructor(
    private readonly kysely: Kysely<Tables>,
    private readonly now: () => number,
    { scopesForMs = 0, retries = new RetryBudget(), replicas }: DatabaseOptions = {},
  ) {
    this.#scopesForMs = scopesForMs;
    this.#replicas = replicas;
    this.#schema = new SchemaFit(kysely, now);
    this.#memory = { statements: new PreparedStatements(), years: new KnownYears(now), retries };
  }

  /** Groups, and which callers may see them. The tables of records are out of reach. */
  get access(): Kysely<AccessTables> {
    return this.kysely;
  }

  /**
   * The opaque token with this SHA-256, null if there is none. Always from the primary: a replica may not know a revocation yet.
   * @throws {ServiceError} `service_unavailable` or `timeout` when the database does not answer
   */
  async opaqueToken(sha256: Buffer): Promise<OpaqueToken | null> {
    await this.assertSchemaFits();
    return findOpaqueToken(this.kysely, this.#memory.statements, sha256);
  }

  /** The scope of a grant. The scope of a remembered caller is kept for a while. */
  async scopeOf(grant: GroupGrant): Promise<GroupScope> {
    const known = this.#known(grant);
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
   * Reads records for a caller with this grant, whose scope is known. It uses a replica only if that has everything that the
   * primary had when the scope was read. Otherwise the scope could give access to older records that were never in it
   * (decision 69).
   */
  readerFor(grant: GroupGrant): RecordReader {
    const needed = this.#known(grant)?.readAt ?? Infinity;
    const { db, usePrimary } = this.#replicas?.sourceFor(needed) ?? { db: this.kysely };
    return new RecordReader(db, this.#memory, usePrimary);
  }

  #known(grant: GroupGrant): KnownScope | undefined {
    return this.#scopes.get(grant);
  }

  /** Why lookups cannot be answered, a sentence each. Checked at every call. */
  async problems(): Promise<readonly string[]> {
    try {
      return await schemaProblems(this.kysely);
    } catch (failure) {
      return [`the database ${databaseProblem(failure)}`];
    }
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
