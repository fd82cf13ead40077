import type { RowId } from './page';

/**
 * The groups that a token grants (decision 30): every group, exactly the named ones, those stored with an opaque token, or those of
 * which the database lists the subject of the token as a member.
 */
export type GroupGrant =
  | { readonly kind: 'all' }
  | { readonly kind: 'listed'; readonly identifiers: readonly string[] }
  | { readonly kind: 'stored'; readonly groupIds: readonly RowId[] }
  | { readonly kind: 'memberships'; readonly subject: string };

/** Names the token of a request, for the audit trail. It never contains the text of the token. */
interface TokenReference {
  readonly kind: 'jwt' | 'opaque';
  /** The `jti` of a JSON Web Token, if it has one, or the id that `leasegate token` prints for an opaque one. */
  readonly id: string | null;
}

/** The holder of a verified token. */
export interface Caller {
  readonly subject: string | null;
  readonly token: TokenReference;
  readonly tokenExpiresAt: Date | null;
  readonly groups: GroupGrant;
  /** The place in `DATABASE_URL` of the host that the token was read from, if it was. The request reads everything there. */
  readonly host?: number;
}

/** An opaque access token as it is stored, without its text. */
export interface OpaqueToken {
  readonly id: number;
  readonly subject: string;
  readonly groups: GroupGrant;
  /** Null when it does not expire. */
  readonly expiresAt: Date | null;
  readonly revoked: boolean;
}
