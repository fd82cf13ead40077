import { readFileSync } from 'node:fs';

import { type Kysely, sql } from 'kysely';

import { connect } from '../../src/db/connect';
import { Database } from '../../src/db/database';
import type { Tables } from '../../src/db/tables';
import type { DatabaseAddress } from '../../src/config/setting-values';

export interface Cost {
  /** Rows and index entries that the server read for all statements of the call, temporary tables included. */
  readonly rows: number;
  readonly statements: readonly string[];
  /** CPU time of this process and of the server’s thread, which other programs of the machine hardly change. 0 if rows are counted. */
  readonly milliseconds: number;
}

export interface Measured<Answer> extends Cost {
  readonly answer: Answer;
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
    private readonly thread: string | null,
    private readonly counts: boolean,
  ) {
    // Time that stands still: the schema is looked at once, before anything is measured.
    this.database = new Database(held.kysely, () => 0);
  }

  /** @param counts whether rows are counted; otherwise only the time is measured, with the server's usual settings */
  static async open(address: DatabaseAddress, { counts = true } = {}): Promise<Meter> {
    const statements: string[] = [];
    const options = { poolSize: 1, connectTimeoutMs: 10_000, onStatement: (text: string) => statements.push(text) };
    const held = await hold(connect(address, options));
    if (counts) await sql`set optimizer_switch = 'index_condition_pushdown=off'`.execute(held.kysely);
    const meter = new Meter(
      held,
      statements,
      await sessionOf(held.kysely),
      counts ? null : await threadOf(held.kysely),
      counts,
    );
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
    const began = this.#cpuTime();
    const answer = await work();
    const milliseconds = this.#cpuTime() - began;
    const statements = [...this.statements];
    const rows = (await this.#rowsRead()) - before;
    if (rows < 0) throw new Error(`${rows} rows were read: the counters of the session were reset`);
    return { answer, rows, statements, milliseconds };
  }

  /** Asking adds nothing to what is asked for. */
  async #rowsRead(): Promise<number> {
    const session = await sessionOf(this.connection);
    if (session !== this.session) throw new Error(`the session is ${session}, and was ${this.session}`);
    if (!this.counts) return 0;
    const { rows } = await sql<{ Value: string }>`show session status like 'Handler\\_read\\_%'`.execute(
      this.connection,
    );
    return rows.reduce((total, { Value }) => total + Number(Value), 0);
  }

  close(): Promise<void> {
    return this.held.close();
  }

  /** 0 if rows are counted. */
  #cpuTime(): number {
    if (this.thread === null) return 0;
    const { user, system } = process.cpuUsage();
    const [nanoseconds] = readFileSync(this.thread, 'utf8').split(' ');
    return (user + system) / 1e3 + Number(nanoseconds) / 1e6;
  }
}

/** The file with the CPU time of the server’s thread, if the server runs on this machine. */
async function threadOf(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ thread: number | null }>`select
    /*M! (select tid from information_schema.processlist where id = connection_id()) */
    /*!80000 (select thread_os_id from performance_schema.threads where processlist_id = connection_id()) */ as thread`.execute(
    db,
  );
  return `/proc/${rows[0]?.thread}/schedstat`;
}

/** Which session this is, with the settings on which a plan depends. */
async function sessionOf(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql`select connection_id() as id, @@optimizer_switch as switches,
    @@eq_range_index_dive_limit as dives, @@sql_mode as modes`.execute(db);
  return JSON.stringify(rows[0]);
}
