import type { Signer } from './jws';

/** A token that nobody may get in by, and the `type` of its refusal. */
export interface Forgery {
  readonly title: string;
  /** The `Authorization` header. */
  readonly authorization: string;
  readonly type: string;
}

export interface Target {
  /** What a good token says. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** Whose tokens the gateway believes. */
  readonly signers: readonly Signer[];
  /** Where somebody else shows keys; the gateway must never ask. */
  readonly strangersUrl: string;
}

export const invalid = (title: string, token: string): Forgery => ({
  title,
  authorization: `Bearer ${token}`,
  type: 'invalid_authorization',
});
