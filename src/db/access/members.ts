/** Memberships: the groups of callers whose tokens have no groups claim (decision 30). `leasegate member` changes them. */

import type { Kysely } from 'kysely';

import type { RowId } from '../../model/page';
import { bytes } from '../match-keys';
import type { Tables } from '../tables';

/** @throws {UnknownGroupsError} when a group does not exist; then nothing is changed */
export async function addMember(db: Kysely<Tables>, subject: string, groups: GroupChoice): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const groupIds = await groupIdsOf(transaction, groups);
    const all_groups = groups === '*';
    await transaction
      .insertInto('callers')
      .values({ subject, all_groups })
      // An existing caller stays as it is, except for a new right to all groups.
      .onDuplicateKeyUpdate(all_groups ? { all_groups } : { subject })
      .execute();
    if (groupIds.length === 0) return;
    const { id } = await callerOf(transaction, subject).executeTakeFirstOrThrow();
    await transaction
      .insertInto('caller_groups')
      .ignore()
      .values(groupIds.map((group_id) => ({ caller_id: id, group_id })))
      .execute();
  });
}

/** @throws {UnknownGroupsError} when a group does not exist; then nothing is changed */
export async function removeMember(db: Kysely<Tables>, subject: string, groups: GroupChoice): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const groupIds = await groupIdsOf(transaction, groups);
    const caller = await callerOf(transaction, subject).executeTakeFirst();
    if (caller === undefined) return;
    if (groups === '*') {
      await transaction.updateTable('callers').set({ all_groups: false }).where('id', '=', caller.id).execute();
    } else {
      const memberships = transaction.deleteFrom('caller_groups').where('caller_id', '=', caller.id);
      await memberships.where('group_id', 'in', groupIds).execute();
    }
  });
}

export interface Memberships {
  readonly subject: string;
  readonly allGroups: boolean;
  /** The identifiers. */
  readonly groups: readonly string[];
}

/** What `subject` may see, or every caller, in the order in which they were added. */
export async function memberships(db: Kysely<Tables>, subject?: string): Promise<Memberships[]> {
  const rows = await db
    .selectFrom('callers as c')
    .leftJoin('caller_groups as m', 'm.caller_id', 'c.id')
    .leftJoin('groups as g', 'g.id', 'm.group_id')
    .select(['c.subject', 'c.all_groups', 'g.identifier'])
    .$if(subject !== undefined, (callers) => callers.where('c.subject_key', '=', bytes(subject!)))
    .orderBy('c.id')
    .orderBy('g.id')
    .execute();
  const callers = new Map<string, Memberships & { readonly groups: string[] }>();
  for (const { subject: name, all_groups, identifier } of rows) {
    const caller = callers.get(name) ?? { subject: name, allGroups: all_groups === 1, groups: [] };
    callers.set(name, caller);
    if (identifier !== null) caller.groups.push(identifier);
  }
  return [...callers.values()];
}

function callerOf(db: Kysely<Tables>, subject: string) {
  return db.selectFrom('callers').select(['id', 'all_groups']).where('subject_key', '=', bytes(subject));
}

/** What a caller or token gets or loses: groups, by their identifiers, or the right to see all groups. */
export type GroupChoice = '*' | readonly string[];

export class UnknownGroupsError extends Error {
  override readonly name = 'UnknownGroupsError';

  constructor(identifiers: readonly string[]) {
    super(`No group has the identifier ${identifiers.join(', ')}.`);
  }
}

/** The row ids of the named groups; empty for the right to all. @throws {UnknownGroupsError} when one does not exist */
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
