import type { GroupGrant } from './caller';

/** An opaque access token as it is stored: everything but its text. */
export interface OpaqueToken {
  readonly id: number;
  readonly subject: string;
  readonly groups: GroupGrant;
  /** Null: it does not expire. */
  readonly expiresAt: Date | null;
  readonly revoked: boolean;
}
