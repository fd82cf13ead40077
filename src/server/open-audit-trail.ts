import type { Logger } from 'pino';

import { NO_TRAIL, type AuditTrail } from '../telemetry/audit/request-trail';
import type { GatewayFigures } from '../telemetry/metrics/gateway-figures';
import type { Settings } from '../config/settings';

interface AuditSurroundings {
  readonly now: () => Date;
  readonly monotonicNow: () => number;
  readonly log: Logger;
  readonly figures: GatewayFigures;
}

/** Loaded only where a trail is kept. */
export async function openAuditTrail(
  audit: Settings['audit'],
  { now, monotonicNow, log, figures }: AuditSurroundings,
): Promise<AuditTrail> {
  if (audit === null) return NO_TRAIL;
  const [{ auditTrail }, { openDestination }] = await Promise.all([
    import('../telemetry/audit/trail.ts'),
    import('../telemetry/audit/destination.ts'),
  ]);
  const onFailure = (code: string) => log.error({ code }, 'audit trail not written');
  const onLost = (lines: number) => figures.linesLost.add('audit', lines);
  const destination = openDestination({ file: audit.file, monotonicNow, onFailure, onLost });
  return auditTrail({ destination, key: audit.key, now, monotonicNow });
}
