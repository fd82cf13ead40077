/** Traces, `Server-Timing` and the audit trail. Each is loaded only if a setting turns it on. */

import type { Logger } from 'pino';

import type { Settings } from '../config/settings';
import { type AuditTrail, NO_TRAIL } from '../lookups/request-trail';
import type { GatewayMetrics } from '../telemetry/metrics/gateway-metrics';
import type { Instrumentation } from '../telemetry/tracing/instrumentation';

/** The packages that traces need, in the versions of `peerDependencies`. */
const PACKAGES = ['api@1.9', 'exporter-trace-otlp-proto@0.223', 'resources@2', 'sdk-trace-base@2'].map(
  (name) => `@opentelemetry/${name}`,
);

export interface InstrumentationOptions {
  readonly log: Logger;
  readonly monotonicNow: () => number;
  readonly version: string;
}

/** Returns undefined when no setting turns on traces or timing. @throws {Error} when a package is missing */
export async function openInstrumentation(
  settings: Settings,
  options: InstrumentationOptions,
): Promise<Instrumentation | undefined> {
  const { serverTiming, tracesUrl } = settings;
  const parts: Instrumentation[] = [];
  if (tracesUrl !== undefined) parts.push(await spansTo(tracesUrl, options));
  if (serverTiming === 'on')
    parts.push((await import('../telemetry/tracing/server-timing.ts')).serverTiming(options.monotonicNow));
  if (parts.length === 0) return undefined;
  return (await import('../telemetry/tracing/instrumentation.ts')).together(parts);
}

async function spansTo(url: string, { log, version }: InstrumentationOptions): Promise<Instrumentation> {
  try {
    const { exportedSpans, tracing } = await import('../telemetry/tracing/spans.ts');
    const onFailure = (code: string | number) => log.warn({ code }, 'traces not sent');
    return tracing(exportedSpans({ url, version, onFailure }));
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw failure;
    throw new Error(`OTEL_EXPORTER_OTLP_… turns traces on, and they need: npm install ${PACKAGES.join(' ')}`, {
      cause: failure,
    });
  }
}

interface AuditDependencies {
  readonly now: () => Date;
  readonly monotonicNow: () => number;
  readonly log: Logger;
  readonly metrics: GatewayMetrics;
}

/** Opens the audit trail, if there is one. */
export async function openAuditTrail(
  audit: Settings['audit'],
  { now, monotonicNow, log, metrics }: AuditDependencies,
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
