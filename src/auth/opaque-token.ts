/** Opaque tokens: their form, which is checked without the database, and their verification (decisions 28, 29 and 54). */

import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

import { ServiceError, TokenError } from '../errors';
import type { Caller, OpaqueToken } from '../model/caller';

/** Identifies a token of Leasegate to secret scanners and to people. */
const PREFIX = 'leasegate_';

/** After the prefix: 256 random bits, and a 32-bit checksum of everything before it. */
const RANDOM = { bytes: 32, digits: 43 };
const CHECKSUM_DIGITS = 6;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Characters. A shorter token could be guessed or found from a stolen hash. */
const LENGTH = { min: 16, max: 1024 };

/** Concurrent lookups of unknown tokens. A flood of made-up tokens must not use up the connections. */
const MAX_LOOKUPS = 2;
const MAX_WAITING = 256;

/**
 * The token with this SHA-256 of 32 bytes, and the host that it was read from; null when there is none.
 * @throws {ServiceError} when the lookup fails
 */
export type FindOpaqueToken = (sha256: Buffer) => Promise<(OpaqueToken & Pick<Caller, 'host'>) | null>;

/** SHA-256, the only form in which a token is stored. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Three parts separated by dots (decision 28). */
export const isJsonWebToken = (token: string): boolean => token.split('.').length === 3;

/** @param random 32 unpredictable bytes */
export function newOpaqueToken(random: Uint8Array): string {
  if (random.length !== RANDOM.bytes) throw new Error(`A token needs ${RANDOM.bytes} random bytes.`);
  const begin = PREFIX + base62(BigInt(`0x${Buffer.from(random).toString('hex')}`), RANDOM.digits);
  return begin + checksum(begin);
}

/** Why a text cannot be an opaque token; undefined when it can. The words continue “The token …” and never quote it. */
export function opaqueTokenProblem(token: string): string | undefined {
  if (!/^[!-~]*$/.test(token)) return 'holds a blank, a control character or one beyond ASCII';
  if (token.length < LENGTH.min) return `has fewer than ${LENGTH.min} characters`;
  if (token.length > LENGTH.max) return `has more than ${LENGTH.max} characters`;
  if (isJsonWebToken(token)) return 'has the form of a JSON Web Token';
  if (token.startsWith(PREFIX) && !hasValidChecksum(token))
    return `begins with ${PREFIX} and ends with another checksum`;
  return undefined;
}

function hasValidChecksum(token: string): boolean {
  const begin = token.slice(0, PREFIX.length + RANDOM.digits);
  return token === begin + checksum(begin);
}

const checksum = (text: string): string => base62(BigInt(crc32(text)), CHECKSUM_DIGITS);

function base62(number: bigint, digits: number): string {
  let text = '';
  for (let rest = number; rest > 0n; rest /= 62n) text = DIGITS.charAt(Number(rest % 62n)) + text;
  return text.padStart(digits, '0');
}

/**
 * Verifies opaque tokens. A token of the wrong form costs no lookup, any other token one.
 *
 * The index of the database compares hashes. Its timing may reveal how a stored hash begins, but a sender can neither
 * steer the hash of a token nor derive a token from a hash.
 * @returns a function from a token to its caller. It throws {@link TokenError} `expired_token` for an expired token that
 *   is otherwise valid, `invalid_authorization` for an unknown or revoked one, and whatever `find` throws
 */
export function opaqueTokenVerifier(options: {
  readonly find: FindOpaqueToken;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}): (token: string) => Promise<Caller> {
  const { find, now } = options;
  return async (token) => {
    if (opaqueTokenProblem(token) !== undefined) throw new TokenError('malformed');
    const stored = await find(tokenHash(token));
    if (stored === null || stored.revoked) throw new TokenError('unknown');
    const { id, subject, groups, expiresAt, host } = stored;
    if (expiresAt !== null && expiresAt.getTime() <= now()) throw new TokenError('expired');
    return { subject, token: { kind: 'opaque', id: String(id) }, tokenExpiresAt: expiresAt, groups, host };
  };
}

/**
 * Limits the concurrent calls of `find`. When one fails, the waiting ones fail with the same error, since they would fail
 * in the same way.
 * @returns a function that throws {@link ServiceError} `overloaded` when too many wait, and any error that `find` throws
 */
export function limitLookups(find: FindOpaqueToken): FindOpaqueToken {
  const waiting = new Set<{ readonly start: () => void; readonly fail: (failure: Error) => void }>();
  let running = 0;

  const slot = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const waiter = {
        start: () => void (waiting.delete(waiter), resolve()),
        fail: (failure: Error) => void (waiting.delete(waiter), reject(failure)),
      };
      waiting.add(waiter);
    });

  return async (sha256) => {
    if (running >= MAX_LOOKUPS) {
      if (waiting.size >= MAX_WAITING) throw new ServiceError('overloaded');
      await slot();
    } else running += 1;
    try {
      return await find(sha256);
    } catch (failure) {
      for (const waiter of waiting) waiter.fail(failure as Error);
      throw failure;
    } finally {
      // The lookup that has waited longest takes over this slot.
      const [next] = waiting;
      if (next === undefined) running -= 1;
      else next.start();
    }
  };
}
