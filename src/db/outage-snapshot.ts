import type { ControlledTransaction, Kysely } from 'kysely';

import { ServiceError } from '../errors';
import type { Caller, GroupGrant } from '../model/caller';
import { opaqueTokenById } from './access/opaque-tokens';
import type { Fallback } from './replicas/replicas';
import type { AccessTables, Tables } from './tables';
import { GroupScope } from './visibility';
import type { QueryMemory } from './query-memory';
import { VisibleRecords } from './visible-records';

/**
 * Everything that one request reads while the primary is away, in one snapshot of one replica: the caller's token, its groups and
 * the records. So its answer is the one that the primary would have given at the position of the replica (decision 79).
 */
export class OutageSnapshot {
  #begun: Promise<ControlledTransaction<Tables>> | undefined;

  constructor(
    private readonly fallback: Fallback,
    private readonly memory: QueryMemory,
  ) {}

  /** Groups, and which callers may see them. */
  async access(): Promise<Kysely<AccessTables>> {
    return this.#read();
  }

  /** @throws {ServiceError} `invalid_authorization` if the token is revoked; `service_unavailable` if the replica does not know it */
  async scopeOf(caller: Caller): Promise<GroupScope> {
    const db = await this.access();
    return GroupScope.of(db, await this.#grantOf(caller, db));
  }

  /** Call it after {@link scopeOf}. */
  async records(scope: GroupScope): Promise<VisibleRecords> {
    return new VisibleRecords(await this.#read(), scope, this.memory);
  }

  /**
   * Waits for running statements and gives the connection back.
   * @returns how many seconds old the snapshot is at most; undefined if nothing was read
   */
  async end(): Promise<number | undefined> {
    const transaction = await this.#begun?.catch(() => undefined);
    // The connection may be lost. A rollback gives it back even then.
    await transaction
      ?.rollback()
      .execute()
      .catch(() => undefined);
    return transaction && this.fallback.staleSeconds;
  }

  /** What was remembered of an opaque token may be newer or older than the records of the snapshot. */
  async #grantOf({ token, subject, groups }: Caller, db: Kysely<AccessTables>): Promise<GroupGrant> {
    if (token.kind !== 'opaque') return groups;
    const found = await opaqueTokenById(db, this.memory.statements, Number(token.id));
    if (found === null || found.subject !== subject) {
      throw new ServiceError('serviceUnavailable', { cause: new Error('the replica does not know the token') });
    }
    if (found.revoked) throw new ServiceError('invalidAuthorization', { refusesAll: true });
    return found.groups;
  }

  async #read(): Promise<Kysely<Tables>> {
    this.#begun ??= this.#begin();
    return this.#begun;
  }

  async #begin(): Promise<ControlledTransaction<Tables>> {
    try {
      return await this.fallback.db.startTransaction().setIsolationLevel('repeatable read').execute();
    } catch (failure) {
      this.fallback.failed();
      throw failure;
    }
  }
}
