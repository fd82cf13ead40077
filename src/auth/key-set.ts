import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';

import type { JWK, JWTVerifyGetKey } from 'jose';
import { JWKSNoMatchingKey } from 'jose/errors';
import { createLocalJWKSet } from 'jose/jwks/local';

import { ServiceError } from '../errors';
import type { Observer } from '../observer';
import { algorithmsOf, verifiesTokens } from './public-keys';

/**
 * Minimum milliseconds from the start of one fetch to the start of the next. A token triggers a fetch, so an idle gateway
 * sends none. A key that the provider removed is refused after at most 5 minutes: `expiry` and the 30 s for which a valid
 * token is cached.
 */
const INTERVAL = {
  /** While there is no key. The same as the `Retry-After` of `service_unavailable`. */
  first: 1_000,
  /** For a key id that is not in the set, and after a failed fetch. */
  retry: 30_000,
  /** The fetch runs in the background: no token waits for it. */
  renewal: 240_000,
  /** Tokens wait for the fetch: after a long idle time the set may have lost a key. */
  expiry: 270_000,
};

/** Tokens that may wait for a fetch. A sender can make up any number of key ids, and each waiting token takes memory. */
const MAX_WAITING = 256;

interface KeySetOptions {
  readonly url: string;
  /** Milliseconds that never go back. */
  readonly monotonicNow: () => number;
  readonly observer: Observer;
}

interface KeySet {
  /** The form in which `jose` takes a key set. */
  readonly keyFor: JWTVerifyGetKey;
  /** Why there is no key that verifies a token; none if there is one. The set is fetched while it has none. */
  problems(): Promise<readonly string[]>;
}

/**
 * The last key set of the provider, kept through an outage of any length. The first fetch starts immediately, so that the
 * first token need not wait.
 * @returns `keyFor`, which throws {@link ServiceError} `service_unavailable` until a key set has been loaded, and while too many
 *   tokens wait for a fetch, and an error of `jose` for a token that matches no key of the set
 */
export function keySet({ url, monotonicNow, observer }: KeySetOptions): KeySet {
  let newest: JWTVerifyGetKey | undefined;
  let begun = -Infinity;
  let usable = 0;
  let failure: unknown;
  let fetching: Promise<void> | undefined;

  const age = () => monotonicNow() - begun;

  let waiting = 0;

  /** Starts a fetch if the last one started at least `interval` ago. Returns the running fetch; undefined if there is none. */
  function renew(interval: number): Promise<void> | undefined {
    if (fetching === undefined && age() >= interval) {
      begun = monotonicNow();
      fetching = load().finally(() => (fetching = undefined));
    }
    return fetching;
  }

  /** Waits for {@link renew}. @throws {ServiceError} `service_unavailable` when too many tokens wait */
  async function renewed(interval: number): Promise<void> {
    const fetched = renew(interval);
    if (fetched === undefined) return;
    if (waiting >= MAX_WAITING) throw new ServiceError('serviceUnavailable');
    waiting += 1;
    await fetched;
    waiting -= 1;
  }

  async function load(): Promise<void> {
    try {
      const { keys, unusable } = await fetchKeySet(url);
      usable = keys.length;
      // A later set without keys revokes all.
      if (newest !== undefined || usable > 0) newest = createLocalJWKSet({ keys });
      if (usable === 0) throw new KeySetError(`has no key that can verify a token${listed(unusable)}`);
      failure = undefined;
      observer.keySetLoaded?.();
    } catch (error) {
      failure = error;
      observer.keySetFailed?.(reportOf(error));
    }
  }

  void renew(0);
  const keyFor: JWTVerifyGetKey = async (header, token) => {
    if (newest === undefined) await renewed(INTERVAL.first);
    else if (age() >= INTERVAL.expiry) await renewed(INTERVAL.expiry);
    else void renew(failure === undefined ? INTERVAL.renewal : INTERVAL.retry);
    if (newest === undefined) throw new ServiceError('serviceUnavailable', { cause: failure });
    try {
      return await newest(header, token);
    } catch (error) {
      if (!(error instanceof JWKSNoMatchingKey)) throw error;
      await renewed(INTERVAL.retry);
      return newest(header, token);
    }
  };
  const problems = async () => {
    if (usable === 0) await renew(INTERVAL.first);
    return usable > 0 ? [] : [`the key set of the identity provider ${reportOf(failure)}`];
  };
  return { keyFor, problems };
}

const listed = (names: readonly string[]): string => (names.length === 0 ? '' : ` (${names.join(', ')})`);
const reportOf = (failure: unknown): string => (failure instanceof KeySetError ? failure.message : 'cannot be read');

/** Milliseconds for the whole document. */
const TIMEOUT_MS = 5_000;

/** Bytes of the document, after decompression. */
const MAX_BYTES = 256 * 1024;

/** Keys of the set. Parsing them blocks the event loop. */
const MAX_KEYS = 100;

/** Bits of the modulus and of the public exponent. The time to verify a signature grows with both. */
const MAX_RSA_BITS = { modulus: 8192, exponent: 32 };

/** Why there is no key set; the message continues “The key set …” and names no host. */
export class KeySetError extends Error {
  override readonly name = 'KeySetError';
}

/**
 * Fetches a key set.
 * @returns its keys that can verify tokens, and why each of the others cannot: a provider may publish keys for other purposes
 * @throws {KeySetError}
 */
export async function fetchKeySet(url: string): Promise<{ keys: JWK[]; unusable: string[] }> {
  const keys: JWK[] = [];
  const unusable: string[] = [];
  for (const jwk of await fetchKeys(url)) {
    const reason = whyUnusable(jwk);
    // These are checked, and jose imports no key with further operations.
    if (reason === undefined) keys.push({ ...(jwk as JWK), key_ops: undefined, ext: undefined });
    else unusable.push(`${keyName(jwk)} ${reason}`);
  }
  return { keys, unusable };
}

/** The quoted id of a key. The provider may send any text. */
function keyName(key: unknown): string {
  const { kid } = (key ?? {}) as { readonly kid?: unknown };
  return typeof kid === 'string' ? JSON.stringify(kid.replace(/[^\x20-\x7e]/g, '?').slice(0, 60)) : 'a key without id';
}

/**
 * Fetches a JSON Web Key Set (RFC 7517) and returns whatever it contains as keys.
 * Redirects are not followed: only a setting decides whose keys are trusted.
 * @throws {KeySetError}
 */
async function fetchKeys(url: string): Promise<unknown[]> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const text = await fetchText(url, signal).catch((error: unknown) => {
    if (error instanceof KeySetError) throw error;
    throw new KeySetError(signal.aborted ? `took more than ${TIMEOUT_MS / 1000} s` : 'cannot be reached', {
      cause: error,
    });
  });
  const keys = keysOf(text);
  if (keys.length > MAX_KEYS) throw new KeySetError(`has more than ${MAX_KEYS} keys`);
  return keys;
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
      if (size > MAX_BYTES) throw new KeySetError(`is larger than ${MAX_BYTES / 1024} kB`);
      chunks.push(chunk);
    }
  } catch (error) {
    // Otherwise the connection would stay open with the rest unread.
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
 * Why a key of a set verifies no token; undefined for a public key that AUTH_JWT_PUBLIC_KEY would accept too, for signatures by
 * an algorithm of its type. A key that was published with its private part is refused: anyone could sign with it.
 */
function whyUnusable(jwk: unknown): string | undefined {
  try {
    const { d, use = 'sig', key_ops: operations = ['verify'], alg } = jwk as JWK;
    const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
    if (d !== undefined) return 'contains its private part';
    if (use !== 'sig' || !operations.includes('verify')) return 'is not for signatures';
    if (!verifiesTokens(key) || !isSmall(key)) return 'has a type or size that is not accepted';
    if (alg !== undefined && !algorithmsOf(key).includes(alg)) return `is not for ${algorithmsOf(key).join(' or ')}`;
    return undefined;
  } catch {
    return 'is not a public key';
  }
}

/** Whether verifying any signature, even a forged one, takes less than a millisecond. */
function isSmall({ asymmetricKeyDetails: { modulusLength = 0, publicExponent = 0n } = {} }: KeyObject): boolean {
  return modulusLength <= MAX_RSA_BITS.modulus && publicExponent < 1n << BigInt(MAX_RSA_BITS.exponent);
}
