/** SQL as text, for statements of many arms: Kysely takes longer to write an arm than the driver to read its rows. */

import { type Expression, type QueryExecutorProvider, sql } from 'kysely';

/** A text of the program's own with a `?` for each value: nothing that a request holds is ever in the text. */
export interface Fragment {
  readonly text: string;
  readonly values: readonly unknown[];
}

export const fragment = (text: string, ...values: readonly unknown[]): Fragment => ({ text, values });

export function compiled(expression: Expression<unknown>, db: QueryExecutorProvider): Fragment {
  const { sql: text, parameters: values } = sql`${expression}`.compile(db);
  return { text, values };
}

/** A column with its alias, as Kysely writes it. */
export const quoted = (column: string): string => `\`${column.replace('.', '`.`')}\``;
