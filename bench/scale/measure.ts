import { type Kysely, sql } from 'kysely';

import { connect } from '../../src/db/connect';
import { Database } from '../../src/db/database';
import type { Tables } from '../../src/db/tables';
import type { DatabaseAddress } from '../../src/config/setting-values';

export interface Cost {
  /** Rows and index entries that the server read for all statements of the call, temporary tables included. */
  readonly rows: number;
  readonly statements: readonly string[];
  readonly milliseconds: number;
}

export interface Measured<Answer> extends Cost {
  readonly answer: Answer;
}

/**
 * Counts what a call makes the server read. One connection, so that a session's counters see every statement of the call;
 * no index condition is pushed down, so that each entry which is looked at counts.
 */
export class Meter {
  readonly #kysely: Kysely<Tables>;
  readonly #statements: string[] = [];
  /** Known while no statement has run since it was asked for. */
  #rowsSoFar: number | undefined;
  readonly database: Database;

  /** @param now milliseconds, monotonic */
  private constructor(
    address: DatabaseAddress,
    private readonly now: () => number,
    private readonly counts: boolean,
  ) {
    const options = { poolSize: 1, connectTimeoutMs: 10_000 };
    const onStatement = (text: string) => {
      this.#statements.push(text);
      this.#rowsSoFar = undefined;
    };
    this.#kysely = connect(address, { ...options, onStatement });
    // Time that stands still: the schema is looked at once, before anything is measured.
    this.database = new Database(this.#kysely, () => 0);
  }

  /** @param counts whether rows are counted; otherwise only the time is measured, with the server's usual settings */
  static async open(address: DatabaseAddress, now: () => number, { counts = true } = {}): Promise<Meter> {
    const meter = new Meter(address, now, counts);
    if (counts) await sql`set optimizer_switch = 'index_condition_pushdown=off'`.execute(meter.#kysely);
    await meter.database.assertSchemaFits();
    return meter;
  }

  /** The one connection, for statements that the program itself would never write. */
  get connection(): Kysely<Tables> {
    return this.#kysely;
  }

  async measure<Answer>(work: () => Promise<Answer>): Promise<Measured<Answer>> {
    const before = this.#rowsSoFar ?? (await this.#rowsRead());
    this.#statements.length = 0;
    const began = this.now();
    const answer = await work();
    const milliseconds = this.now() - began;
    const statements = [...this.#statements];
    this.#rowsSoFar = await this.#rowsRead();
    return { answer, rows: this.#rowsSoFar - before, statements, milliseconds };
  }

  /** Asking adds nothing to what is asked for. */
  async #rowsRead(): Promise<number> {
    if (!this.counts) return 0;
    const { rows } = await sql<{ Value: string }>`show session status like 'Handler\\_read\\_%'`.execute(this.#kysely);
    return rows.reduce((total, { Value }) => total + Number(Value), 0);
  }

  close(): Promise<void> {
    return this.#kysely.destroy();
  }
}
