/** Statements whose text is made once: from call to call, only values change. */

import { CompiledQuery, type Kysely, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

import { unionOfTexts } from './arms';

/** Holds the place of a value until the statement runs. */
class Slot {
  constructor(readonly name: string) {}
}

export const slot = <Value>(name: string): RawBuilder<Value> =>
  sql.val(new Slot(name)) as RawBuilder<unknown> as RawBuilder<Value>;

/** A query that is not compiled yet. */
export interface Statement<Row> {
  compile(provider: QueryExecutorProvider): CompiledQuery<Row>;
}

/** A value for each slot. */
export type SlotValues = Readonly<Record<string, unknown>>;

type Executor = Pick<Kysely<unknown>, 'executeQuery' | 'getExecutor'>;

/** Bounded by the names that the program has: a name never holds a value of a request. */
export class PreparedStatements {
  readonly #texts = new Map<string, CompiledQuery>();

  /** @param build called for a name that is new */
  async run<Row>(db: Executor, name: string, build: () => Statement<Row>, values: SlotValues): Promise<Row[]> {
    const text = this.#text(db, name, build);
    const parameters = filled(text, values);
    return (await db.executeQuery<Row>({ ...text, parameters })).rows;
  }

  /**
   * The rows of the query for each of several sets of values, by one statement.
   * @param build called for a name that is new; the query keeps its own order and limit
   */
  async union<Row>(
    db: Executor,
    name: string,
    build: () => Statement<Row>,
    sets: readonly SlotValues[],
  ): Promise<Row[]> {
    if (sets.length === 0) return [];
    const text = this.#text(db, name, build);
    const arms = unionOfTexts(sets.map((values) => ({ text: text.sql, values: filled(text, values) })));
    return (await db.executeQuery<Row>(CompiledQuery.raw(arms.text, [...arms.values]))).rows;
  }

  #text(db: Executor, name: string, build: () => Statement<unknown>): CompiledQuery {
    let text = this.#texts.get(name);
    if (text === undefined) this.#texts.set(name, (text = build().compile(db)));
    return text;
  }
}

const filled = ({ parameters }: CompiledQuery, values: SlotValues): unknown[] =>
  parameters.map((value) => (value instanceof Slot ? values[value.name] : value));
