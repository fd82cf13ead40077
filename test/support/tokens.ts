import { SignJWT } from 'jose';

import { TEST_SECRET } from './secrets';

export { TEST_SECRET };

export interface TokenOptions {
  readonly subject?: string;
  /** If absent, the token has no groups claim. */
  readonly groups?: unknown;
  /** Seconds from `now`; negative for an expired token. */
  readonly expiresIn?: number;
  readonly now?: Date;
  readonly claims?: Record<string, unknown>;
  readonly secret?: string;
}

export function signToken(options: TokenOptions = {}): Promise<string> {
  const { subject, groups, expiresIn = 3600, now = new Date(), claims = {}, secret = TEST_SECRET } = options;
  return new SignJWT({
    ...(groups !== undefined && { groups }),
    ...(subject !== undefined && { sub: subject }),
    exp: Math.floor(now.getTime() / 1000) + expiresIn,
    aud: 'leasegate',
    ...claims,
  })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(secret));
}
