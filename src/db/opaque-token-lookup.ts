import type { Kysely } from 'kysely';

import type { GroupGrant } from '../model/caller';
import type { OpaqueToken } from '../model/opaque-token';
import { type PreparedStatements, slot } from './prepared';
import type { AccessTables } from './tables';

/** One read in a unique index, whatever anyone sends; the groups are read of a token that is there. */
export async function findOpaqueToken(
  db: Kysely<AccessTables>,
  statements: PreparedStatements,
  sha256: Buffer,
): Promise<OpaqueToken | null> {
  const rows = await statements.run(db, 'opaque token', () => opaqueTokenQuery(db), { sha256 });
  const [row] = rows;
  if (row === undefined) return null;
  const { id, subject, group_grant: kind, expires_at: expires, revoked_at: revoked } = row;
  const identifiers = rows.map(({ identifier }) => identifier).filter((identifier) => identifier !== null);
  return {
    id,
    subject,
    groups: grantOf(kind, subject, identifiers),
    expiresAt: expires === null ? null : new Date(expires * 1000),
    revoked: revoked !== null,
  };
}

function grantOf(kind: GroupGrant['kind'], subject: string, identifiers: readonly string[]): GroupGrant {
  switch (kind) {
    case 'all':
      return { kind };
    case 'listed':
      return { kind, identifiers };
    case 'memberships':
      return { kind, subject };
  }
}

function opaqueTokenQuery(db: Kysely<AccessTables>) {
  return db
    .selectFrom('opaque_tokens as o')
    .leftJoin('opaque_token_groups as m', 'm.token_id', 'o.id')
    .leftJoin('groups as g', 'g.id', 'm.group_id')
    .select(['o.id', 'o.subject', 'o.group_grant', 'o.expires_at', 'o.revoked_at', 'g.identifier'])
    .where('o.sha256', '=', slot<Buffer>('sha256'));
}
