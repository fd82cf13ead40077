import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { SignJWT } from 'jose';

import type { JwtSettings } from '../../src/auth/json-web-token';

const DAY = 24 * 60 * 60 * 1000;
export const TOKEN_LIFETIME_DAYS = 30;

/** The demo's signing secret in the form of `AUTH_JWT_SECRET`. It is stored, so that tokens stay valid after a restart. */
export function keptSecret(folder: string): string {
  const file = join(folder, 'secret');
  if (!existsSync(file)) writeFileSync(file, `base64:${randomBytes(32).toString('base64')}`, { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

export interface TokenSigner {
  /** A token for these group identifiers, or for all groups. */
  valid(groups: '*' | readonly string[]): Promise<string>;
  /** A token that expired yesterday. */
  expired(): Promise<string>;
}

/** Signs tokens as the settings want them. */
export function tokenSigner({ secret, issuer, audience, groupsClaim }: JwtSettings, now: Date): TokenSigner {
  const sign = (groups: '*' | readonly string[], expires: number) =>
    new SignJWT({ [groupsClaim]: groups, iss: issuer, aud: audience })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject('demo')
      .setExpirationTime(new Date(expires))
      .sign(secret?.reveal()[0] ?? new Uint8Array());
  return {
    valid: (groups) => sign(groups, now.getTime() + TOKEN_LIFETIME_DAYS * DAY),
    expired: () => sign('*', now.getTime() - DAY),
  };
}
