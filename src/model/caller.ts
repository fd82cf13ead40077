/**
 * Which groups a caller may see, as a token says it (decision 30):
 * every group, exactly the named ones, or the memberships that the database holds for the caller's subject.
 */
export type GroupGrant =
  | { readonly kind: 'all' }
  | { readonly kind: 'listed'; readonly identifiers: readonly string[] }
  | { readonly kind: 'memberships'; readonly subject: string };

/** Which token a caller brought, for whoever traces what it was used for; never its text. */
export interface TokenReference {
  readonly kind: 'jwt' | 'opaque';
  /** The `jti` of a JSON Web Token, if it has one; the ID by which `leasegate token` knows an opaque one. */
  readonly id: string | null;
}

/** Who asks: the holder of a verified token. */
export interface Caller {
  readonly subject: string | null;
  readonly token: TokenReference;
  readonly tokenExpiresAt: Date | null;
  readonly groups: GroupGrant;
}

/** An opaque access token as it is stored: everything but its text. */
export interface OpaqueToken {
  readonly id: number;
  readonly subject: string;
  readonly groups: GroupGrant;
  /** Null: it does not expire. */
  readonly expiresAt: Date | null;
  readonly revoked: boolean;
}
