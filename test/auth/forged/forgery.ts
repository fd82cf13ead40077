import type { Signer } from './jws';

/** A token that must be refused, and the `type` of its refusal. */
export interface Forgery {
  readonly title: string;
  /** The `Authorization` header. */
  readonly authorization: string;
  readonly type: string;
}

export interface Target {
  /** The claims of a good token. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** The keys that the gateway trusts. */
  readonly signers: readonly Signer[];
  /** The URL of an attacker’s keys. The gateway must never fetch it. */
  readonly strangersUrl: string;
}

export const invalid = (title: string, token: string): Forgery => ({
  title,
  authorization: `Bearer ${token}`,
  type: 'invalid_authorization',
});
