import type { Logger } from 'pino';

import { NO_TRAIL, type AuditTrail } from '../lookups/request-trail';
import type { GatewayMetrics } from '../telemetry/metrics/gateway-metrics';
import type { Settings } from '../config/settings';

interface AuditSurroundings {
  readonly now: () => Date;
  readonly monotonicNow: () => number;
  readonly log: Logger;
  readonly metrics: GatewayMetrics;
}

/** Loaded only where a trail is kept. */
export async function openAuditTrail(
  audit: Settings['audit'],
  { now, monotonicNow, log, metrics }: AuditSurroundings,
): Promise<AuditTrail> {
  if (audit === null) return NO_TRAIL;
  const [{ auditTrail }, { openDestination }] = await Promise.all([
    import('../telemetry/audit/trail.ts'),
    import('../telemetry/audit/destination.ts'),
  ]);
  const onFailure = (code: string) => log.error({ code }, 'audit trail not written');
  const onLost = (lines: number) => metrics.linesLost('audit', lines);
  const destination = openDestination({ file: audit.file, monotonicNow, onFailure, onLost });
  return auditTrail({ destination, key: audit.key, now, monotonicNow });
}
