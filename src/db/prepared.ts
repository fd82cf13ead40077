/** Statements whose text is made once: from call to call, only values change. */

import { type CompiledQuery, type Kysely, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

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

/** Bounded by the names that the program has: a name never holds a value of a request. */
export class PreparedStatements {
  readonly #texts = new Map<string, CompiledQuery>();

  /** @param build called for a name that is new */
  async run<Row>(
    db: Pick<Kysely<unknown>, 'executeQuery' | 'getExecutor'>,
    name: string,
    build: () => Statement<Row>,
    values: SlotValues,
  ): Promise<Row[]> {
    let text = this.#texts.get(name);
    if (text === undefined) this.#texts.set(name, (text = build().compile(db)));
    const parameters = text.parameters.map((value) => (value instanceof Slot ? values[value.name] : value));
    return (await db.executeQuery<Row>({ ...text, parameters })).rows;
  }
}
