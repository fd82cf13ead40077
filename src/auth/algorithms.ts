import type { KeyObject } from 'node:crypto';

/** The algorithms that a public key of each type may verify; neither a token nor a key set chooses beyond them. */
const BY_TYPE: Readonly<Record<string, readonly string[]>> = {
  rsa: ['RS256'],
  ec: ['ES256'],
  ed25519: ['EdDSA', 'Ed25519'],
};

export const algorithmsOf = ({ asymmetricKeyType }: KeyObject): readonly string[] =>
  BY_TYPE[asymmetricKeyType ?? ''] ?? [];

/** Of these, each key of a key set verifies those of its own type. */
export const ASYMMETRIC_ALGORITHMS: readonly string[] = Object.values(BY_TYPE).flat();
