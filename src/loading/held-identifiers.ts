import type { Kysely } from 'kysely';

import { TABLE_OPTIONS } from '../db/migrations/table';
import type { Tables } from '../db/tables';
import { BATCH_SIZE, run } from './bulk';
import { type RecordKind, KINDS } from './kinds';

/** The temporary table that holds the identifiers of a kind's file, byte for byte. */
export const heldTable = (kind: RecordKind): string => `held_${kind}`;

/** The identifiers that the files hold, refused records included. They stand in temporary tables, so memory stays flat. */
export class HeldIdentifiers {
  readonly #waiting = new Map<RecordKind, string[]>();
  /** Kinds with a record whose identifier cannot be read: any stored record might be meant. */
  readonly unreadable = new Set<RecordKind>();

  private constructor() {}

  /** @param connection a single one, to which the tables belong; not yet in a transaction */
  static async open(connection: Kysely<Tables>): Promise<HeldIdentifiers> {
    for (const kind of KINDS) {
      await run(connection, `drop temporary table if exists ${heldTable(kind)}`);
      await run(
        connection,
        `create temporary table ${heldTable(kind)} (identifier_key varbinary(1020) primary key) ${TABLE_OPTIONS}`,
      );
    }
    return new HeldIdentifiers();
  }

  async add(db: Kysely<Tables>, kind: RecordKind, identifier: string | undefined): Promise<void> {
    if (identifier === undefined) {
      this.unreadable.add(kind);
      return;
    }
    const waiting = this.#waiting.get(kind) ?? [];
    this.#waiting.set(kind, waiting);
    waiting.push(identifier);
    if (waiting.length >= BATCH_SIZE) await this.flush(db, kind);
  }

  async flush(db: Kysely<Tables>, kind: RecordKind): Promise<void> {
    const identifiers = this.#waiting.get(kind) ?? [];
    this.#waiting.delete(kind);
    if (identifiers.length === 0) return;
    const values = identifiers.map(() => '(?)').join(', ');
    await run(
      db,
      `insert ignore into ${heldTable(kind)} (identifier_key) values ${values}`,
      identifiers.map((identifier) => Buffer.from(identifier)),
    );
  }

  async close(connection: Kysely<Tables>): Promise<void> {
    for (const kind of KINDS) await run(connection, `drop temporary table if exists ${heldTable(kind)}`);
  }
}
