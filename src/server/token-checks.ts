import { type ErrorReason, ServiceError } from '../errors';
import type { GatewayFigures } from '../telemetry/metrics/gateway-figures';

type Verdict = Parameters<GatewayFigures['tokenChecks']['add']>[0];

const VERDICTS: Partial<Record<ErrorReason, Verdict>> = {
  missingAuthorization: 'missing',
  expiredToken: 'expired',
  invalidAuthorization: 'invalid',
};

/** The verdict on a token for which authentication threw this. */
export const verdictOf = (refusal: unknown): Verdict =>
  (refusal instanceof ServiceError ? VERDICTS[refusal.reason] : undefined) ?? 'unavailable';
