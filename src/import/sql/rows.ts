/** The rows of a query, with failures that name its file. */

import type { SourceValue } from '../../db/source-columns';
import { type SourceDatabase, SourceError, type SourceRow } from '../../db/source-database';
import { LoadingError } from '../refusals';

export interface Narrowed {
  readonly statement: string;
  readonly parameters: readonly Buffer[];
  readonly isPartial: boolean;
}

/** @throws {LoadingError} that names the file */
export async function named<Result>(name: string, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw inFile(name, error);
  }
}

/** In batches, as they arrive. @throws {LoadingError} that names the file */
export async function* rowsOf(
  source: SourceDatabase,
  name: string,
  { statement, parameters }: Narrowed,
): AsyncGenerator<readonly SourceRow[], void> {
  try {
    yield* source.rows(statement, parameters);
  } catch (error) {
    throw inFile(name, error);
  }
}

const inFile = (name: string, error: unknown): unknown =>
  error instanceof SourceError ? new LoadingError(`${name}: ${error.message}`, { cause: error }) : error;

/** The cell of a file with this value: empty for NULL. Undefined for bytes that are not text. */
export const asCell = (value: SourceValue): string | undefined => (Buffer.isBuffer(value) ? undefined : (value ?? ''));
