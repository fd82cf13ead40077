/** The header of a file or the columns of a query. */

import { fieldsOf, type RecordKind } from './kinds';
import { LoadingError, quoted, withNearest } from './refusals';

/** The field of each column; undefined for one that is ignored. */
export type Columns = readonly (string | undefined)[];

/** @throws {LoadingError} when a column is unknown or there twice, or when a required one is missing */
export function assertColumns(kind: RecordKind, name: string, columns: Columns): void {
  const fields = fieldsOf(kind);
  const accepted = Object.keys(fields);
  const known = columns.filter((column) => column !== undefined);
  const unknown = known.filter((column) => !Object.hasOwn(fields, column));
  const twice = known.filter((column, index) => known.indexOf(column) !== index);
  const missing = accepted.filter((column) => fields[column]?.required && !known.includes(column));
  const problems = [
    ...unknown.map((column) => `an unknown column ${withNearest(column, accepted)}`),
    ...twice.map((column) => `the column ${quoted(column)} twice`),
    ...missing.map((column) => `no column ${quoted(column)}`),
  ];
  const hint = unknown.length > 0 && name.endsWith('.csv') ? ' See --ignore-columns.' : '';
  if (problems.length > 0)
    throw new LoadingError(`${name} has ${problems.join(', ')}. Accepted columns: ${accepted.join(', ')}.${hint}`);
}
