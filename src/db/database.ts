import type { Kysely } from 'kysely';

import { ServiceError } from '../errors';
import type { GroupGrant, OpaqueToken } from '../model/caller';
import { findOpaqueToken } from './access/opaque-tokens';
import { databaseProblem } from './pool/failures';
import { SchemaFit } from './schema-check';
import { PreparedStatements } from './statements';
import type { AccessTables, Tables } from './tables';
import { GroupScope } from './visibility';
import { BUDGETS, type Rung } from './search/ladder';
import { type Shared, type Turns, VisibleRecords } from './visible-records';

interface KeptScope {
  readonly scope: Promise<GroupScope>;
  readonly until: number;
}

export interface DatabaseOptions {
  /** Milliseconds for which the scope of a grant is kept. */
  readonly scopesForMs?: number;
  /** Rows for each rung of a search. */
  readonly searchBudgets?: readonly number[];
  /** Called for each rung that a search takes. */
  readonly onRung?: (rung: Rung) => void;
}

/** What lookups may do with one host of the database: read scopes, and records within a scope. */
export class Database {
  readonly #schema: SchemaFit;
  readonly #shared: Shared;
  readonly #scopesForMs: number;
  readonly #scopes = new WeakMap<GroupGrant, KeptScope>();

  /** @param now milliseconds, monotonic */
  constructor(
    private readonly kysely: Kysely<Tables>,
    private readonly now: () => number,
    { scopesForMs = 0, searchBudgets: budgets = BUDGETS, onRung }: DatabaseOptions = {},
  ) {
    this.#scopesForMs = scopesForMs;
    this.#schema = new SchemaFit(kysely, now);
    this.#shared = { statements: new PreparedStatements(), climb: { budgets, onRung } };
  }

  /** Groups, and which callers may see them. The tables of records are out of reach. */
  get access(): Kysely<AccessTables> {
    return this.kysely;
  }

  /**
   * The opaque token with this SHA-256, null if there is none.
   * @throws {ServiceError} `service_unavailable` or `timeout` when the database does not answer
   */
  async opaqueToken(sha256: Buffer): Promise<OpaqueToken | null> {
    await this.assertSchemaFits();
    return findOpaqueToken(this.kysely, this.#shared.statements, sha256);
  }

  /** The scope of a grant. The scope of a cached caller is kept for a while. */
  async scopeOf(grant: GroupGrant): Promise<GroupScope> {
    const kept = this.#scopes.get(grant);
    if (kept !== undefined && this.now() < kept.until) return kept.scope;
    const scope = GroupScope.of(this.kysely, grant);
    this.#scopes.set(grant, { scope, until: this.now() + this.#scopesForMs });
    scope.catch(() => this.#scopes.delete(grant));
    return scope;
  }

  /** The records within a scope. */
  records(scope: GroupScope, turns?: Turns): VisibleRecords {
    return new VisibleRecords(this.kysely, scope, this.#shared, turns);
  }

  /**
   * Why lookups are unavailable, a sentence each. Checked at every call.
   * @param describe says why the database could not be used
   */
  async problems(describe = databaseProblem): Promise<readonly string[]> {
    try {
      return (await this.#schema.check()).problems;
    } catch (failure) {
      return [`the database ${describe(failure)}`];
    }
  }

  /** The migrations that only a newer release has, as the last check found them. */
  get newerMigrations(): readonly string[] {
    return this.#schema.newer;
  }

  /** @throws {ServiceError} `service_unavailable` while the schema does not fit this version of the program */
  async assertSchemaFits(): Promise<void> {
    if (this.now() < this.#schema.fitsUntil) return;
    const problems = await this.#schema.problems();
    if (problems.length > 0) throw new ServiceError('serviceUnavailable', { cause: new Error(problems.join('; ')) });
  }

  async close(): Promise<void> {
    await this.kysely.destroy();
  }
}
