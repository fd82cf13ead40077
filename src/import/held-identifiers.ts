import type { Kysely } from 'kysely';

import { TABLE_OPTIONS } from '../db/migrations/table';
import type { Tables } from '../db/tables';
import { run } from './bulk';
import { type RecordKind, KINDS } from './kinds';

/** The temporary table that holds the identifiers of a kind's file, byte for byte. */
export const heldTable = (kind: RecordKind): string => `held_${kind}`;

/** The identifiers that the files hold, refused records included. They stand in temporary tables, so memory stays flat. */
export class HeldIdentifiers {
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

  /** @param identifiers of one batch; undefined where one cannot be read */
  async add(db: Kysely<Tables>, kind: RecordKind, identifiers: readonly (string | undefined)[]): Promise<void> {
    const readable = identifiers.filter((identifier) => identifier !== undefined);
    if (readable.length < identifiers.length) this.unreadable.add(kind);
    if (readable.length === 0) return;
    const values = readable.map(() => '(?)').join(', ');
    await run(
      db,
      `insert ignore into ${heldTable(kind)} (identifier_key) values ${values}`,
      readable.map((identifier) => Buffer.from(identifier)),
    );
  }

  async close(connection: Kysely<Tables>): Promise<void> {
    for (const kind of KINDS) await run(connection, `drop temporary table if exists ${heldTable(kind)}`);
  }
}
