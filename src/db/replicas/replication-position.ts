/** The replication position of a server, from the GTIDs of MariaDB or MySQL. */

import { type Kysely, sql } from 'kysely';

import type { Tables } from '../tables';

/** For each source of transactions, the ranges of transaction numbers that a server has, ends included. */
export type Position = ReadonlyMap<string, readonly (readonly [first: number, last: number])[]>;

/**
 * Each server executes its own comment. No privilege is needed. MySQL without `gtid_mode` assigns no numbers, but may still
 * report old ones.
 */
const MYSQL = `/*!80000 if(@@global.gtid_mode = 'ON', @@global.gtid_executed, '') */`;
const WRITTEN = `select /*M! @@global.gtid_binlog_pos */ ${MYSQL} as position`;
const APPLIED = `select /*M! @@global.gtid_current_pos */ ${MYSQL} as position`;

/** The transactions in the binary log of the primary. Null if it does not number transactions. */
export const writtenPosition = (db: Kysely<Tables>): Promise<Position | null> => positionBy(db, WRITTEN);

/** The transactions that a replica has applied. Null if it has none of a primary. */
export const appliedPosition = (db: Kysely<Tables>): Promise<Position | null> => positionBy(db, APPLIED);

async function positionBy(db: Kysely<Tables>, statement: string): Promise<Position | null> {
  const { rows } = await sql<{ position: string | null }>`${sql.raw(statement)}`.execute(db);
  return parsePosition(rows[0]?.position ?? '');
}

/**
 * MariaDB's `0-1-7,1-2-30` is the last transaction of each domain; the server in the middle is ignored.
 * MySQL's `uuid:1-5:8,uuid:tag:1-3` is all transactions of each source and tag.
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

/** The part of `position` whose transactions come from a source of `other`. */
export function transactionsFrom(position: Position, other: Position): Position {
  return new Map([...position].filter(([line]) => other.has(line)));
}

/** Whether a server at `position` has everything that a server at `other` has. */
export function includes(position: Position, other: Position): boolean {
  return [...other].every(([line, ranges]) => {
    const own = position.get(line) ?? [];
    return ranges.every(([first, last]) => own.some(([from, to]) => from <= first && last <= to));
  });
}
