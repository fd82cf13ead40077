/**
 * Which groups a caller may see, as a token says it (decision 30):
 * every group, exactly the named ones, or the memberships that the database holds for the caller's subject.
 */
export type GroupGrant =
  | { readonly kind: 'all' }
  | { readonly kind: 'listed'; readonly identifiers: readonly string[] }
  | { readonly kind: 'memberships'; readonly subject: string };

/** Who asks: the holder of a verified token. */
export interface Caller {
  readonly subject: string | null;
  readonly tokenExpiresAt: Date | null;
  readonly groups: GroupGrant;
}
