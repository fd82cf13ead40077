import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';

import type { JWK } from 'jose';

import { verifiesTokens } from '../config/setting-values';
import { algorithmsOf } from './algorithms';

/** Milliseconds until the whole document must be here. */
const DEADLINE = 5_000;

/** Bytes of the document, after decompression. */
const MOST = 256 * 1024;

/** Keys of the set. All are parsed before the first one is used, which blocks the event loop. */
const MOST_KEYS = 100;

/** Bits of a modulus and of a public exponent: the time to check a signature grows with both. */
const LARGEST_RSA = { modulus: 8192, exponent: 32 };

/** Why there is no key set; the message continues “The key set …” and names no host. */
export class KeySetError extends Error {
  override readonly name = 'KeySetError';
}

/**
 * The keys of a provider's JSON Web Key Set (RFC 7517) that can verify tokens; the others are skipped.
 * Redirects are not followed: whose keys are believed is a setting, never an answer.
 * @throws {KeySetError}
 */
export async function fetchKeySet(url: string): Promise<JWK[]> {
  const signal = AbortSignal.timeout(DEADLINE);
  const text = await fetchText(url, signal).catch((error: unknown) => {
    if (error instanceof KeySetError) throw error;
    throw new KeySetError(signal.aborted ? `took more than ${DEADLINE / 1000} s` : 'cannot be reached', {
      cause: error,
    });
  });
  const keys = keysOf(text);
  if (keys.length > MOST_KEYS) throw new KeySetError(`has more than ${MOST_KEYS} keys`);
  return keys.filter(isUsable);
}

async function fetchText(url: string, signal: AbortSignal): Promise<string> {
  const headers = { Accept: 'application/jwk-set+json, application/json' };
  const { status, body } = await fetch(url, { headers, signal, redirect: 'manual' });
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    if (status !== 200) throw new KeySetError(`was answered with status ${status}`);
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > MOST) throw new KeySetError(`is larger than ${MOST / 1024} kB`);
      chunks.push(chunk);
    }
  } catch (error) {
    // Else the connection would wait for someone to read the rest.
    await body?.cancel().catch(() => undefined);
    throw error;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function keysOf(text: string): unknown[] {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown };
    if (Array.isArray(keys)) return keys;
  } catch {
    // Not JSON, or null.
  }
  throw new KeySetError('is not a JSON Web Key Set');
}

/**
 * A public key of a kind that AUTH_JWT_PUBLIC_KEY takes, too, for signatures by the algorithm of its type.
 * One that was published with its private part is anyone's.
 */
function isUsable(jwk: unknown): jwk is JWK {
  try {
    const { d, use = 'sig', alg } = jwk as JWK;
    const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
    const forSignatures = use === 'sig' && (alg === undefined || algorithmsOf(key).includes(alg));
    return d === undefined && forSignatures && verifiesTokens(key) && isQuick(key);
  } catch {
    return false;
  }
}

/** Whether any signature, also a forged one, is checked in less than a millisecond. */
function isQuick({ asymmetricKeyDetails: { modulusLength = 0, publicExponent = 0n } = {} }: KeyObject): boolean {
  return modulusLength <= LARGEST_RSA.modulus && publicExponent < 1n << BigInt(LARGEST_RSA.exponent);
}
