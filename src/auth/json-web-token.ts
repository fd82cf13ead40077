import type { KeyObject } from 'node:crypto';

import type { JWTPayload, JWTVerifyGetKey, JWTVerifyResult } from 'jose';
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import {
  JOSEAlgNotAllowed,
  JOSENotSupported,
  JWKSMultipleMatchingKeys,
  JWKSNoMatchingKey,
  JWSSignatureVerificationFailed,
  JWTClaimValidationFailed,
  JWTExpired,
} from 'jose/errors';
import { decodeJwt } from 'jose/jwt/decode';
import { jwtVerify } from 'jose/jwt/verify';

import { ServiceError, TokenError, type TokenFault } from '../errors';
import type { Caller, GroupGrant } from '../model/caller';
import type { Secret } from '../model/secret';
import { ASYMMETRIC_ALGORITHMS, algorithmsOf } from './public-keys';

/** Seconds by which `nbf` may be ahead of the clock of the gateway (decision 29). */
const LEEWAY = 5;

/** Ten years in seconds. A token that is valid for longer has its `exp` in milliseconds, or a number that no issuer means (decision 29). */
const LONGEST = 10 * 366 * 86_400;

export interface JwtSettings {
  /** One, or two while callers change to the new one; likewise the public keys. */
  readonly secret?: Secret<readonly Uint8Array[]>;
  readonly publicKey?: Secret<readonly KeyObject[]>;
  readonly keySetUrl?: Secret;
  readonly issuer?: string;
  /** Any of these. */
  readonly audience?: string[];
  readonly groupsClaim: string;
}

interface JsonWebTokenOptions {
  readonly settings: JwtSettings;
  /** The identity provider's keys, when the settings name some. */
  readonly keySet: JWTVerifyGetKey | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Verifies JSON Web Tokens (decisions 28 to 30).
 * @returns a function from a token to its caller. It throws {@link TokenError} `expired_token` for an expired token that
 *   is otherwise valid, `invalid_authorization` for every other fault, and {@link ServiceError} `service_unavailable` while no key
 *   set was loaded
 */
export function jsonWebTokenVerifier({
  settings,
  keySet,
  now,
}: JsonWebTokenOptions): (token: string) => Promise<Caller> {
  const { issuer, audience, groupsClaim } = settings;

  const verify = async (token: string, currentDate: Date): Promise<JWTVerifyResult> => {
    // While a token is verified, the keys may change.
    const [secrets, publicKeys] = [settings.secret?.reveal() ?? [], settings.publicKey?.reveal() ?? []];
    const algorithms = [
      ...(secrets.length === 0 ? [] : ['HS256']),
      ...publicKeys.flatMap(algorithmsOf),
      ...(keySet === undefined ? [] : ASYMMETRIC_ALGORITHMS),
    ];
    const options = { algorithms, issuer, audience, requiredClaims: ['exp'], clockTolerance: LEEWAY, currentDate };
    // HS256 is verified with secrets alone: a public key taken for a secret would let anyone sign.
    const keysOf = (algorithm = '') =>
      algorithm === 'HS256' ? secrets : publicKeys.filter((key) => algorithmsOf(key).includes(algorithm));
    for (let nth = 0; ; nth += 1) {
      let isLast = true;
      const keyFor: JWTVerifyGetKey = (header, input) => {
        const keys = keysOf(header.alg);
        isLast = nth + 1 >= keys.length;
        const key = keys[nth] ?? (header.alg === 'HS256' ? undefined : keySet?.(header, input));
        if (key === undefined) throw new TokenError('key');
        return key;
      };
      try {
        return await jwtVerify(token, keyFor, options);
      } catch (error) {
        if (isLast || !(error instanceof JWSSignatureVerificationFailed)) throw error;
      }
    }
  };

  return async (token) => {
    if (!isCanonical(token)) throw new TokenError('malformed');
    const currentDate = new Date(now());
    const { payload, expired } = await verify(token, currentDate).then(
      (result) => ({
        payload: result.payload,
        expired: (result.payload.exp ?? 0) * 1000 <= currentDate.getTime(),
      }),
      (error: unknown) => {
        // jose checks the signature and every other claim before `exp`.
        if (error instanceof JWTExpired) return { payload: error.payload, expired: true };
        if (error instanceof ServiceError) throw error;
        throw new TokenError(faultOf(error), error);
      },
    );
    const caller = callerOf(payload, groupsClaim);
    if (expired) throw new TokenError('expired');
    if (Number(payload.exp) > currentDate.getTime() / 1000 + LONGEST) throw new TokenError('expires_too_late');
    return caller;
  };
}

const CLAIM_FAULTS: Readonly<Record<string, TokenFault>> = { iss: 'issuer', aud: 'audience', nbf: 'not_yet_valid' };

/** What an error of jose says of a token. */
function faultOf(error: unknown): TokenFault {
  if (error instanceof JWTClaimValidationFailed) {
    if (error.reason === 'missing') return 'claim_missing';
    return error.reason === 'check_failed' ? (CLAIM_FAULTS[error.claim] ?? 'claim_invalid') : 'claim_invalid';
  }
  if (error instanceof JOSEAlgNotAllowed || error instanceof JOSENotSupported) return 'algorithm';
  if (error instanceof JWKSNoMatchingKey || error instanceof JWKSMultipleMatchingKeys) return 'key';
  return error instanceof JWSSignatureVerificationFailed ? 'signature' : 'malformed';
}

/** What a token says of itself, of which nothing is verified. Undefined if its parts are no JSON. */
export function unverifiedClaims(token: string) {
  try {
    return { header: decodeProtectedHeader(token), claims: decodeJwt(token) };
  } catch {
    return undefined;
  }
}

/** Whether each part is canonical base64url: decoders ignore blanks, padding and unused bits at the end. */
const isCanonical = (token: string): boolean =>
  token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);

function callerOf(payload: JWTPayload, groupsClaim: string): Caller {
  const { sub, exp, jti } = payload;
  if (sub !== undefined && !isText(sub)) throw new TokenError('claim_invalid');
  return {
    subject: sub ?? null,
    token: { kind: 'jwt', id: isText(jti) ? jti : null },
    tokenExpiresAt: new Date(Number(exp) * 1000),
    groups: grantOf(payload, groupsClaim, sub),
  };
}

/** Decision 30. */
function grantOf(payload: JWTPayload, groupsClaim: string, subject: string | undefined): GroupGrant {
  if (Object.hasOwn(payload, groupsClaim)) {
    const claim = payload[groupsClaim];
    if (claim === '*') return { kind: 'all' };
    if (Array.isArray(claim) && claim.every(isText)) {
      return { kind: 'listed', identifiers: claim };
    }
    throw new TokenError('claim_invalid');
  }
  return subject === undefined ? { kind: 'listed', identifiers: [] } : { kind: 'memberships', subject };
}

/** A lone surrogate would become another character on its way to the database and could then name another caller. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && !/\p{Surrogate}/u.test(value);
}
