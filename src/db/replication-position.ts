/** How far a database server has come: the transactions that it has, from the GTIDs of MariaDB or MySQL. */

import { type Kysely, sql } from 'kysely';

import type { Tables } from './tables';

/** For each source of transactions, the ranges of transaction numbers that a server has, ends included. */
export type Position = ReadonlyMap<string, readonly (readonly [first: number, last: number])[]>;

/** What a server says of itself. */
export interface ServerPosition {
  /** Null if it does not number its transactions. */
  readonly position: Position | null;
  /** The state of a Galera node, 4 for one that is synced; null for any other server. */
  readonly nodeState: number | null;
}

/**
 * Each server executes its own comment. No privilege is needed. MySQL without `gtid_mode` assigns no numbers, but may still
 * report old ones.
 */
const STATEMENT = `select
  /*M! @@global.gtid_current_pos as position, (select s.variable_value from information_schema.global_status s
    where s.variable_name = 'wsrep_local_state' and exists (select 1 from information_schema.global_variables v
    where v.variable_name = 'wsrep_on' and v.variable_value = 'ON')) as nodeState */
  /*!80000 if(@@global.gtid_mode = 'ON', @@global.gtid_executed, '') as position, null as nodeState */`;

export async function serverPosition(db: Kysely<Tables>): Promise<ServerPosition> {
  const { rows } = await sql<{ position: string | null; nodeState: string | null }>`${sql.raw(STATEMENT)}`.execute(db);
  const { position = null, nodeState = null } = rows[0] ?? {};
  return { position: parsePosition(position ?? ''), nodeState: nodeState === null ? null : Number(nodeState) };
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

/** Whether a server at `position` has everything that a server at `earlier` has. */
export function includes(position: Position, earlier: Position): boolean {
  return [...earlier].every(([line, ranges]) => {
    const own = position.get(line) ?? [];
    return ranges.every(([first, last]) => own.some(([from, to]) => from <= first && last <= to));
  });
}
