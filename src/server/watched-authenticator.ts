import type { Logger } from 'pino';

import { type Authenticator, createAuthenticator } from '../auth/authenticate';
import type { Database } from '../db/database';
import type { GatewayFigures } from '../telemetry/metrics/gateway-figures';
import type { Settings } from '../config/settings';

interface AuthenticatorSurroundings {
  readonly db: Database;
  readonly now: () => Date;
  readonly monotonicNow: () => number;
  readonly log: Logger;
  readonly figures: GatewayFigures;
}

/** Tokens are checked, and fetches of keys counted. */
export function watchedAuthenticator(
  { jwt, authRememberMs }: Settings,
  { db, now, monotonicNow, log, figures }: AuthenticatorSurroundings,
): Authenticator {
  return createAuthenticator(jwt, {
    forMs: authRememberMs,
    now,
    monotonicNow,
    findOpaqueToken: (sha256) => db.opaqueToken(sha256),
    onKeySetFailure(problem) {
      figures.keySetFetches.add('failed');
      log.warn({ problem }, 'key set not renewed');
    },
    onKeySetLoaded() {
      figures.keySetFetches.add('loaded');
      figures.keySetLoadedAt = monotonicNow();
    },
  });
}
