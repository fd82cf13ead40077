import { type ErrorReason, ServiceError } from '../errors';
import type { Verdict } from '../telemetry/metrics/gateway-metrics';

const VERDICTS: Partial<Record<ErrorReason, Verdict>> = {
  missingAuthorization: 'missing',
  expiredToken: 'expired',
  invalidAuthorization: 'invalid',
};

/** The verdict on a token for which authentication threw this. */
export const verdictOf = (refusal: unknown): Verdict =>
  (refusal instanceof ServiceError ? VERDICTS[refusal.reason] : undefined) ?? 'unavailable';
