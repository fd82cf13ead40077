import type { Kysely } from 'kysely';

import type { RowId } from '../model/page';
import { bytes } from './match-keys';
import type { Tables } from './tables';

/** What a caller or a token is given, or loses: the groups of these identifiers, or the right to see every group. */
export type GroupChoice = '*' | readonly string[];

export class UnknownGroupsError extends Error {
  override readonly name = 'UnknownGroupsError';

  constructor(identifiers: readonly string[]) {
    super(`No group has the identifier ${identifiers.join(', ')}.`);
  }
}

/** The row ids of the named groups; none for the right to all. @throws {UnknownGroupsError} when one does not exist */
export async function groupIdsOf(db: Kysely<Tables>, identifiers: GroupChoice): Promise<RowId[]> {
  if (identifiers === '*') return [];
  const rows = await db
    .selectFrom('groups')
    .select(['id', 'identifier'])
    .where('identifier_key', 'in', identifiers.map(bytes))
    .execute();
  const unknown = identifiers.filter((identifier) => !rows.some((row) => row.identifier === identifier));
  if (unknown.length > 0) throw new UnknownGroupsError(unknown);
  return rows.map(({ id }) => id);
}
