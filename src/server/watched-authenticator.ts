import type { Logger } from 'pino';

import { type Authenticator, createAuthenticator } from '../auth/authenticate';
import type { Database } from '../db/database';
import type { GatewayMetrics } from '../telemetry/metrics/gateway-metrics';
import type { Settings } from '../config/settings';

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
    forMs: authRememberMs,
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
