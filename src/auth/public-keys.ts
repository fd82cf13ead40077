import type { KeyObject } from 'node:crypto';

/** The algorithms that each type of public key may verify. Neither a token nor a key set can choose another. */
const BY_TYPE: Readonly<Record<string, readonly string[]>> = {
  rsa: ['RS256'],
  ec: ['ES256'],
  ed25519: ['EdDSA', 'Ed25519'],
};

export const algorithmsOf = ({ asymmetricKeyType }: KeyObject): readonly string[] =>
  BY_TYPE[asymmetricKeyType ?? ''] ?? [];

/** All of them. Each key of a key set verifies only the algorithms of its own type. */
export const ASYMMETRIC_ALGORITHMS: readonly string[] = Object.values(BY_TYPE).flat();

/** Whether a public key has a type and size that is accepted for tokens: RSA of 2048 bits or more, P-256, Ed25519. */
export function verifiesTokens({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean {
  return (
    (type === 'rsa' && (details?.modulusLength ?? 0) >= 2048) ||
    (type === 'ec' && details?.namedCurve === 'prime256v1') ||
    type === 'ed25519'
  );
}
