/** SQL as text: prepared statements, fragments and unions. No table is named here. */

import {
  CompiledQuery,
  type Expression,
  type Kysely,
  type QueryExecutorProvider,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely';

import type { PageRequest, RowId } from '../model/page';

/** Stands for a value until the statement runs. */
class Slot {
  constructor(readonly name: string) {}
}

export const slot = <Value>(name: string): RawBuilder<Value> =>
  sql.val(new Slot(name)) as RawBuilder<unknown> as RawBuilder<Value>;

/** A query that is not compiled yet. */
export interface Statement<Row> {
  compile(provider: QueryExecutorProvider): CompiledQuery<Row>;
}

type Executor = Pick<Kysely<unknown>, 'executeQuery' | 'getExecutor'>;

/** SQL with a value, or a slot for it, for each placeholder. */
export interface SqlText {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** `flatMap` would take eight times as long. */
const parametersOf = (texts: readonly SqlText[]) =>
  new Array<unknown>().concat(...texts.map(({ parameters }) => parameters));

/** SQL that contains other texts. */
export const sqlText = (parts: TemplateStringsArray, ...texts: readonly SqlText[]): SqlText => ({
  sql: parts.reduce((before, part, nth) => before + texts[nth - 1]!.sql + part),
  parameters: parametersOf(texts),
});

export const listOf = (texts: readonly SqlText[], separator: string): SqlText => ({
  sql: texts.map(({ sql: text }) => text).join(separator),
  parameters: parametersOf(texts),
});

/** The rows of several queries. Without brackets, an ORDER BY would apply to the whole union. */
export const unionOf = (texts: readonly SqlText[]): SqlText => sqlText`(${listOf(texts, ') union all (')})`;

/** The values in place of the slots. */
export const filled = (text: SqlText, values: Readonly<Record<string, unknown>>): SqlText => ({
  sql: text.sql,
  parameters: text.parameters.map((value) => (value instanceof Slot ? values[value.name] : value)),
});

export const execute = async <Row>(db: Executor, { sql: text, parameters }: SqlText): Promise<Row[]> =>
  (await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))).rows;

/** About 5 kB each. A client that varies its filters, fields and pages could ask for thousands of them. */
const MOST_TEXTS = 1_000;

/** Texts that are compiled once and then run with other values. */
export class PreparedStatements {
  readonly #texts = new Map<string, SqlText>();

  /** @param name undefined if the text is not kept */
  compiled(db: Executor, name: string | undefined, build: () => Statement<unknown>): SqlText {
    const kept = name === undefined ? undefined : this.#texts.get(name);
    if (kept !== undefined) return kept;
    // Kysely’s syntax tree takes four times the memory of the text.
    const { sql: text, parameters } = build().compile(db);
    if (name !== undefined && this.#texts.size < MOST_TEXTS) {
      // A value of one caller that is kept with the text would serve the next one. A number may be a constant, such as a limit.
      if (!parameters.every((value) => value instanceof Slot || typeof value === 'number')) {
        throw new Error('A prepared statement would keep a value.');
      }
      this.#texts.set(name, { sql: text, parameters });
    }
    return { sql: text, parameters };
  }
}

/** A statement with a slot wherever it has `list` as a value. @throws {Error} when it is compiled and has `list` nowhere */
export const withListAsSlot = <Row>(
  statement: Statement<Row>,
  list: readonly unknown[],
  name: string,
): Statement<Row> => ({
  compile(provider) {
    const query = statement.compile(provider);
    if (!query.parameters.includes(list)) throw new Error(`A prepared statement does not hold the list of ${name}.`);
    return { ...query, parameters: query.parameters.map((value) => (value === list ? new Slot(name) : value)) };
  },
});

/** The bounds of a page, or slots for their values. */
export interface Bounds {
  readonly direction: PageRequest['direction'];
  readonly after?: RowId | Expression<RowId>;
  readonly before?: RowId | Expression<RowId>;
  readonly limit: number | Expression<number>;
}

/** A slot for each value, so that a text serves all pages of a kind. */
export const slotsOfBounds = ({ direction, after, before }: PageRequest): Bounds => ({
  direction,
  ...(after !== undefined && { after: slot<RowId>('after') }),
  ...(before !== undefined && { before: slot<RowId>('before') }),
  limit: slot<number>('limit'),
});

/** What the text of a page depends on. */
export const kindOfPage = ({ direction, after, before }: PageRequest): string =>
  [direction, after !== undefined && 'after', before !== undefined && 'before'].join();

/** The rows of a query within the bounds, in any order. `id` names the column of the paging id. */
export function inBounds<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  id: string,
  { after, before }: Bounds,
): SelectQueryBuilder<DB, TB, Row> {
  const column = sql.ref<RowId>(id);
  return query
    .$if(after !== undefined, (q) => q.where(column, '>', after!))
    .$if(before !== undefined, (q) => q.where(column, '<', before!));
}

/** The first of these rows, in the order of the direction. */
export const pageOf = <DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  id: string,
  bounds: Bounds,
): SelectQueryBuilder<DB, TB, Row> =>
  inBounds(query, id, bounds)
    .orderBy(sql.ref<RowId>(id), bounds.direction === 'forward' ? 'asc' : 'desc')
    .limit(bounds.limit);
