/** Opens what observes a gateway. Traces and the audit trail are loaded only if a setting turns them on. */

import type { Logger } from 'pino';

import type { Settings } from '../config/settings';
import { type Observer, together } from '../observer';
import { loadOptional } from '../package';
import { gatewayLog } from '../telemetry/gateway-log';

/** The packages that traces need, in the versions of `peerDependencies`. */
const PACKAGES = ['api@1.9', 'exporter-trace-otlp-proto@0.223', 'resources@2', 'sdk-trace-base@2'].map(
  (name) => `@opentelemetry/${name}`,
);

interface ObserverOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly monotonicNow: () => number;
  readonly log: Logger;
  readonly version: string;
  /** Further observers, such as the metrics. */
  readonly others: readonly Observer[];
}

interface Observers {
  readonly observer: Observer;
  /** Whether an observer needs to know the request of a statement, which costs CPU time. */
  readonly followsRequests: boolean;
  /** Writes what is left. */
  close(): Promise<void>;
}

/** @throws {Error} when a package is missing or the audit trail cannot be opened */
export async function openObservers(settings: Settings, options: ObserverOptions): Promise<Observers> {
  const { audit, tracesUrl } = settings;
  const { now, monotonicNow, log, version, others } = options;
  const always = [...others, gatewayLog(log, settings.accessLog, settings)];
  const failures = together(always);
  const followers: Observer[] = [];
  const closing: (() => Promise<void>)[] = [];

  if (audit !== null) {
    const { auditTrail, openDestination } = await import('../telemetry/audit-trail.ts');
    const { stream, close } = openDestination({ file: audit.file, monotonicNow, observer: failures });
    always.push(auditTrail({ stream, key: audit.key, now }));
    closing.push(close);
  }
  if (tracesUrl !== undefined) {
    const missing = `OTEL_EXPORTER_OTLP_… turns traces on, and they need: npm install ${PACKAGES.join(' ')}`;
    const { exportedSpans, tracing } = await loadOptional(import('../telemetry/spans.ts'), missing);
    const { tracer, close } = exportedSpans({ url: tracesUrl.reveal(), version, observer: failures });
    followers.push(tracing(tracer, settings));
    closing.push(close);
  }
  return {
    // Traces first, because the lines of the log have the trace of the request.
    observer: together([...followers, ...always]),
    followsRequests: followers.length > 0,
    close: async () => void (await Promise.all(closing.map((close) => close()))),
  };
}
