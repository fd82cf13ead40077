import type { Authenticate } from '../auth/authenticate';
import { type ErrorReason, ServiceError } from '../errors';
import type { GatewayFigures } from '../metrics/gateway-figures';
import type { Caller } from '../model/caller';

const VERDICTS: Partial<Record<ErrorReason, 'missing' | 'expired' | 'invalid'>> = {
  missingAuthorization: 'missing',
  expiredToken: 'expired',
  invalidAuthorization: 'invalid',
};

/** `authenticate`, with each verdict counted. */
export function countingChecks(authenticate: Authenticate, { tokenChecks }: GatewayFigures): Authenticate {
  const good = (caller: Caller): Caller => {
    tokenChecks.add('good');
    return caller;
  };
  const refused = (failure: unknown): never => {
    tokenChecks.add((failure instanceof ServiceError ? VERDICTS[failure.reason] : undefined) ?? 'unavailable');
    throw failure;
  };
  return (authorization) => authenticate(authorization).then(good, refused);
}
