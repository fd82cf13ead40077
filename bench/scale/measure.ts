import { type Kysely, sql } from 'kysely';

import { connect } from '../../src/db/connect';
import { Database } from '../../src/db/database';
import type { Tables } from '../../src/db/tables';
import type { DatabaseAddress } from '../../src/config/setting-values';

export interface Measured<Answer> {
  readonly answer: Answer;
  /** Rows and index entries that the server read for all statements of the call, temporary tables included. */
  readonly rows: number;
  readonly statements: readonly string[];
}

interface HeldConnection {
  readonly kysely: Kysely<Tables>;
  close(): Promise<void>;
}

/** Takes one connection out of the pool, which closes only those that are idle. */
function hold(pool: Kysely<Tables>): Promise<HeldConnection> {
  return new Promise((resolve, reject) => {
    const held = pool.connection().execute(
      (kysely) =>
        new Promise<void>((release) => {
          const close = () => {
            release();
            return held.then(() => pool.destroy());
          };
          resolve({ kysely, close });
        }),
    );
    held.catch(reject);
  });
}

/**
 * Counts what a call makes the server read. One connection, so that a session's counters see every statement of the call;
 * no index condition is pushed down, so that each entry which is looked at counts. A measurement fails if the session or a
 * setting of it is not the one that the meter opened.
 */
export class Meter {
  readonly database: Database;

  private constructor(
    private readonly held: HeldConnection,
    private readonly statements: string[],
    private readonly session: string,
  ) {
    // Time that stands still: the schema is looked at once, before anything is measured.
    this.database = new Database(held.kysely, () => 0);
  }

  static async open(address: DatabaseAddress): Promise<Meter> {
    const statements: string[] = [];
    const options = { poolSize: 1, connectTimeoutMs: 10_000, onStatement: (text: string) => statements.push(text) };
    const held = await hold(connect(address, options));
    await sql`set optimizer_switch = 'index_condition_pushdown=off'`.execute(held.kysely);
    const meter = new Meter(held, statements, await sessionOf(held.kysely));
    await meter.database.assertSchemaFits();
    return meter;
  }

  /** The one connection, for statements that the program itself would never write. */
  get connection(): Kysely<Tables> {
    return this.held.kysely;
  }

  /** @throws {Error} if the figures are not those of this session, with its settings */
  async measure<Answer>(work: () => Promise<Answer>): Promise<Measured<Answer>> {
    const before = await this.#rowsRead();
    this.statements.length = 0;
    const answer = await work();
    const statements = [...this.statements];
    const rows = (await this.#rowsRead()) - before;
    if (rows < 0) throw new Error(`${rows} rows were read: the counters of the session were reset`);
    return { answer, rows, statements };
  }

  /** Asking adds nothing to what is asked for. */
  async #rowsRead(): Promise<number> {
    const session = await sessionOf(this.connection);
    if (session !== this.session) throw new Error(`the session is ${session}, and was ${this.session}`);
    const { rows } = await sql<{ Value: string }>`show session status like 'Handler\\_read\\_%'`.execute(
      this.connection,
    );
    return rows.reduce((total, { Value }) => total + Number(Value), 0);
  }

  close(): Promise<void> {
    return this.held.close();
  }
}

/** Which session this is, with the settings on which a plan depends. */
async function sessionOf(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql`select connection_id() as id, @@optimizer_switch as switches,
    @@eq_range_index_dive_limit as dives, @@sql_mode as modes`.execute(db);
  return JSON.stringify(rows[0]);
}
