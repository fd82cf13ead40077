/** How far a server has come in the history of its transactions, as MariaDB and MySQL tell it by their GTIDs. */

import { type Kysely, sql } from 'kysely';

import type { Tables } from '../tables';

/** For each line of numbered transactions, the stretches of it that a server holds, ends included. */
export type Position = ReadonlyMap<string, readonly (readonly [first: number, last: number])[]>;

/**
 * Each server reads its own comment, and any account may. MySQL without `gtid_mode` numbers nothing, though it may still tell
 * what it once had.
 */
const MYSQL = `/*!80000 if(@@global.gtid_mode = 'ON', @@global.gtid_executed, '') */`;
const WRITTEN = `select /*M! @@global.gtid_binlog_pos */ ${MYSQL} as position`;
const APPLIED = `select /*M! @@global.gtid_current_pos */ ${MYSQL} as position`;

/** What the primary has written for its replicas to read; null where it numbers no transactions. */
export const writtenPosition = (db: Kysely<Tables>): Promise<Position | null> => positionBy(db, WRITTEN);

/** What a replica has applied, so that whoever reads it sees that; null where it has nothing of any primary. */
export const appliedPosition = (db: Kysely<Tables>): Promise<Position | null> => positionBy(db, APPLIED);

async function positionBy(db: Kysely<Tables>, statement: string): Promise<Position | null> {
  const { rows } = await sql<{ position: string | null }>`${sql.raw(statement)}`.execute(db);
  return parsePosition(rows[0]?.position ?? '');
}

/**
 * `0-1-7,1-2-30` of MariaDB: of each domain the last transaction, here without the server that wrote it.
 * `uuid:1-5:8,uuid:tag:1-3` of MySQL: of each source, and each tag of its, all of them.
 */
export function parsePosition(text: string): Position | null {
  const position = new Map<string, (readonly [number, number])[]>();
  for (const part of text.split(',').map((one) => one.trim())) {
    const [, domain, last] = /^(\d+)-\d+-(\d+)$/.exec(part) ?? [];
    if (domain !== undefined) {
      position.set(domain, [[1, Number(last)]]);
      continue;
    }
    const [source, ...pieces] = part.split(':');
    let line = source!;
    for (const piece of pieces) {
      const [, first, end] = /^(\d+)(?:-(\d+))?$/.exec(piece) ?? [];
      if (first === undefined) line = `${source}:${piece}`;
      else position.set(line, [...(position.get(line) ?? []), [Number(first), Number(end ?? first)]]);
    }
  }
  return position.size === 0 ? null : position;
}

/** Whether who is at `position` has everything that who is at `other` has. */
export function holds(position: Position, other: Position): boolean {
  return [...other].every(([line, stretches]) => {
    const own = position.get(line) ?? [];
    return stretches.every(([first, last]) => own.some(([from, to]) => from <= first && last <= to));
  });
}
