/** Opaque access tokens (decision 28). `leasegate token` writes them, `serve` only reads them. */

import type { InferResult, Kysely } from 'kysely';

import type { OpaqueToken } from '../../model/caller';
import { execute, filled, type PreparedStatements, slot } from '../statements';
import type { AccessTables, Tables } from '../tables';
import { type GroupChoice, groupIdsOf } from './members';

export interface NewOpaqueToken {
  /** 32 bytes. */
  readonly sha256: Buffer;
  readonly subject: string;
  /** Null: the memberships of the subject at the time of each request. */
  readonly groups: GroupChoice | null;
  readonly createdAt: Date;
  /** Null: it does not expire. */
  readonly expiresAt: Date | null;
}

export interface ListedOpaqueToken extends Omit<NewOpaqueToken, 'sha256'> {
  readonly id: number;
  readonly revokedAt: Date | null;
}

/** The token is stored already. It may be revoked. */
export class KnownTokenError extends Error {
  override readonly name = 'KnownTokenError';
  override readonly message = 'This token is stored already.';
}

const DUPLICATE = 1062;

/**
 * @returns its ID
 * @throws {UnknownGroupsError} when a group does not exist, or {@link KnownTokenError}; then nothing is changed
 */
export async function addOpaqueToken(db: Kysely<Tables>, token: NewOpaqueToken): Promise<number> {
  const { sha256, subject, groups, createdAt, expiresAt } = token;
  return db.transaction().execute(async (transaction) => {
    const groupIds = groups === null ? [] : await groupIdsOf(transaction, groups);
    const { insertId } = await transaction
      .insertInto('opaque_tokens')
      .values({
        sha256,
        subject,
        group_grant: groups === null ? 'memberships' : groups === '*' ? 'all' : 'listed',
        created_at: seconds(createdAt),
        expires_at: expiresAt && seconds(expiresAt),
      })
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        throw (error as { errno?: number }).errno === DUPLICATE ? new KnownTokenError() : error;
      });
    const id = Number(insertId);
    if (groupIds.length > 0) {
      const memberships = groupIds.map((group_id) => ({ token_id: id, group_id }));
      await transaction.insertInto('opaque_token_groups').values(memberships).execute();
    }
    return id;
  });
}

/** All tokens, the oldest first. */
export async function listOpaqueTokens(db: Kysely<Tables>): Promise<ListedOpaqueToken[]> {
  const tokens = await db
    .selectFrom('opaque_tokens')
    .select(['id', 'subject', 'group_grant', 'created_at', 'expires_at', 'revoked_at'])
    .orderBy('id')
    .execute();
  const memberships = await db
    .selectFrom('opaque_token_groups as m')
    .innerJoin('groups as g', 'g.id', 'm.group_id')
    .select(['m.token_id', 'g.identifier'])
    .orderBy('g.id')
    .execute();
  const groupsOf = new Map<number, string[]>(tokens.map(({ id }) => [id, []]));
  // Read after the tokens, so that none of their groups is missing. Tokens added in between are not listed.
  for (const { token_id, identifier } of memberships) groupsOf.get(token_id)?.push(identifier);
  return tokens.map(({ id, subject, group_grant: grant, created_at, expires_at, revoked_at }) => ({
    id,
    subject,
    groups: grant === 'memberships' ? null : grant === 'all' ? '*' : groupsOf.get(id)!,
    createdAt: date(created_at),
    expiresAt: expires_at === null ? null : date(expires_at),
    revokedAt: revoked_at === null ? null : date(revoked_at),
  }));
}

/** A token that is already revoked keeps the time of that. @returns whether a token with this ID exists */
export async function revokeOpaqueToken(db: Kysely<Tables>, id: number, now: Date): Promise<boolean> {
  await db
    .updateTable('opaque_tokens')
    .set({ revoked_at: seconds(now) })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  return (await db.selectFrom('opaque_tokens').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);
const date = (time: number): Date => new Date(time * 1000);

/** One read in a unique index, whatever a client sends. A token that is stored costs more: its groups are read. */
export async function findOpaqueToken(
  db: Kysely<AccessTables>,
  statements: PreparedStatements,
  sha256: Buffer,
): Promise<OpaqueToken | null> {
  const byHash = () =>
    db
      .selectFrom('opaque_tokens as o')
      .leftJoin('opaque_token_groups as m', 'm.token_id', 'o.id')
      .select(['o.id', 'o.subject', 'o.group_grant', 'o.expires_at', 'o.revoked_at', 'm.group_id'])
      .where('o.sha256', '=', slot<Buffer>('sha256'));
  const text = filled(statements.compiled(db, 'opaque token', byHash), { sha256 });
  // A row for each group of the token, or one.
  const rows = await execute<InferResult<ReturnType<typeof byHash>>[number]>(db, text);
  const [row] = rows;
  if (row === undefined) return null;
  const { id, subject, group_grant: kind, expires_at: expires, revoked_at: revoked } = row;
  const groupIds = rows.map(({ group_id }) => group_id).filter((group) => group !== null);
  return {
    id,
    subject,
    groups: kind === 'listed' ? { kind: 'stored', groupIds } : kind === 'all' ? { kind } : { kind, subject },
    expiresAt: expires === null ? null : new Date(expires * 1000),
    revoked: revoked !== null,
  };
}
