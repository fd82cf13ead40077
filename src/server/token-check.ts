import type { ServerResponse } from 'node:http';

import type { Logger } from 'pino';

import { type Authenticate, type Authenticator, createAuthenticator } from '../auth/authenticate';
import type { Settings } from '../config/settings';
import type { Database } from '../db/database';
import { type ErrorReason, ServiceError } from '../errors';
import type { CheckToken, TokenCheck } from '../http/admitted';
import type { Caller } from '../model/caller';
import type { CountRequest } from '../rate-limit/caller-limit';
import type { GatewayMetrics, Verdict } from '../telemetry/metrics/gateway-metrics';

interface TokenCheckOptions {
  readonly countRequest?: CountRequest | undefined;
  readonly monotonicNow: () => number;
  readonly tokenChecked: GatewayMetrics['tokenChecked'];
}

/** Authentication, then the rate limit of the caller. The rate limit is loaded only where one is set. */
export async function tokenChecks(
  authenticate: Authenticate,
  rateLimit: Settings['rateLimit'],
  { countRequest, monotonicNow, tokenChecked }: TokenCheckOptions,
): Promise<CheckToken> {
  const limit = rateLimit === undefined ? undefined : await limitOf(rateLimit, { countRequest, monotonicNow });

  class Verified implements TokenCheck {
    constructor(
      private readonly response: ServerResponse,
      readonly caller: Caller | undefined,
      private readonly refusal?: unknown,
    ) {}

    async requireCaller(): Promise<Caller> {
      const { caller, refusal } = this;
      tokenChecked(caller === undefined ? verdictOf(refusal) : 'good');
      if (caller === undefined) throw refusal;
      await limit?.(caller, this.response);
      return caller;
    }
  }

  return (request, response) => {
    const good = (caller: Caller) => new Verified(response, caller);
    const refused = (refusal: unknown) => new Verified(response, undefined, refusal);
    try {
      const found = authenticate(request.headers.authorization);
      return found instanceof Promise ? found.then(good, refused) : good(found);
    } catch (refusal) {
      return refused(refusal);
    }
  };
}

async function limitOf(
  rateLimit: NonNullable<Settings['rateLimit']>,
  { countRequest, monotonicNow }: Pick<TokenCheckOptions, 'countRequest' | 'monotonicNow'>,
) {
  const { callerLimit, requestWindows } = await import('../rate-limit/caller-limit.ts');
  return callerLimit(rateLimit, countRequest ?? requestWindows(rateLimit, monotonicNow));
}

const VERDICTS: Partial<Record<ErrorReason, Verdict>> = {
  missingAuthorization: 'missing',
  expiredToken: 'expired',
  invalidAuthorization: 'invalid',
};

/** The verdict on a token for which authentication threw this. */
export const verdictOf = (refusal: unknown): Verdict =>
  (refusal instanceof ServiceError ? VERDICTS[refusal.reason] : undefined) ?? 'unavailable';

interface AuthenticatorSurroundings {
  readonly db: Database;
  readonly now: () => Date;
  readonly monotonicNow: () => number;
  readonly log: Logger;
  readonly metrics: GatewayMetrics;
}

/** Tokens are checked, and fetches of keys counted. */
export function watchedAuthenticator(
  { jwt, authRememberMs }: Settings,
  { db, now, monotonicNow, log, metrics }: AuthenticatorSurroundings,
): Authenticator {
  return createAuthenticator(jwt, {
    ttlMs: authRememberMs,
    now,
    monotonicNow,
    findOpaqueToken: (sha256) => db.opaqueToken(sha256),
    onKeySetFailure(problem) {
      metrics.keySetFailed();
      log.warn({ problem }, 'key set not renewed');
    },
    onKeySetLoaded: metrics.keySetLoaded,
  });
}
