/** LEGACY_MODE: an old service beside Leasegate. It is loaded only if there is one. */

import { type Logger, pino } from 'pino';

import type { LegacySettings } from '../config/legacy-settings';
import type { Settings } from '../config/settings';
import type { PoolEvents } from '../db/pool/connector';
import { causeOf } from '../http/failure-log';
import { RememberedCallers } from '../legacy/callers';
import { kindOf } from '../legacy/comparer';
import { type Comparisons, comparisons } from '../legacy/comparisons';
import { differenceLog } from '../legacy/difference-log';
import { oldService } from '../legacy/old-service';
import { compareRoutes, fallbackRoutes, type LegacyRoutes, shadowRoutes } from '../legacy/modes';
import { Served } from '../legacy/served';
import type { GatewayMetrics } from '../telemetry/metrics/gateway-metrics';
import { type LegacyMetrics, legacyMetrics } from '../telemetry/metrics/legacy-metrics';
import { comparisonThread, type StartThread, type ThreadListeners } from './comparison-thread';
import { type RecentProblems, recentProblems } from './readiness';

export interface Legacy {
  readonly routes: LegacyRoutes;
  /** The problems that keep the gateway from answering. @param own those of its lookups */
  problems(own: RecentProblems): RecentProblems;
  close(): Promise<void>;
}

export interface LegacyOptions {
  readonly monotonicNow: () => number;
  readonly metrics: GatewayMetrics;
  readonly log: Logger;
  readonly startThread: StartThread;
}

/** The most comparisons that wait in a process, and their bytes. */
const WAITING = { waiting: 200, bytes: 32 * 1024 * 1024 };

export function openLegacy(settings: Settings, legacy: LegacySettings, options: LegacyOptions): Legacy {
  const { monotonicNow, log } = options;
  const { mode, timeoutMs } = legacy;
  const maxInFlight = settings.maxRequestsInFlight;
  const service = oldService(legacy.url, maxInFlight);
  const metrics = legacyMetrics(options.metrics.registry, mode);
  const { answered: onAnswer, served: onServed } = metrics;
  const served = new Served({ serve: service.ask, timeoutMs, maxInFlight, monotonicNow, onAnswer, onServed });
  const reachable = recentProblems(service.problems, monotonicNow);
  if (mode === 'fallback') {
    return {
      routes: (start) => fallbackRoutes(start, served, log),
      problems: (own) => async () => {
        const found = await own();
        return found.length > 0 && (await reachable()).length === 0 ? [] : found;
      },
      close: async () => service.close(),
    };
  }
  const compared = comparedBy(settings, legacy, { ...options, legacyMetrics: metrics });
  return {
    routes: (start) =>
      mode === 'shadow'
        ? shadowRoutes(start, served, compared)
        : compareRoutes(start, compared, { monotonicNow, onAnswer }),
    problems: (ofLookups) => (mode === 'shadow' ? reachable : ofLookups),
    async close() {
      await compared.close();
      service.close();
    },
  };
}

function comparedBy(
  settings: Settings,
  legacy: LegacySettings,
  options: LegacyOptions & { readonly legacyMetrics: LegacyMetrics },
): Comparisons {
  const { monotonicNow, metrics, legacyMetrics: counts, log, startThread } = options;
  const logDifferences = differenceLog(log, monotonicNow);
  const newThread = () => {
    const pool = poolOf(metrics.poolEvents);
    const listeners: ThreadListeners = {
      ...pool.events,
      statementEnded: metrics.statementEnded,
      rowsRead: metrics.rowsRead,
      answered: counts.answered,
      logged(line) {
        const { level, msg, ...fields } = JSON.parse(line) as { readonly level: number; readonly msg: string };
        log[pino.levels.labels[level] as 'error'](fields, msg);
      },
    };
    return comparisonThread(settings, {
      start: startThread,
      listeners,
      onEnd(failure) {
        pool.close();
        if (failure !== undefined) log.error({ cause: causeOf(failure) }, 'comparisons interrupted');
      },
    });
  };
  return comparisons({
    startThread: newThread,
    callers: new RememberedCallers(),
    queue: { workers: legacy.comparisons, ...WAITING },
    monotonicNow,
    onWaiting: (more) => counts.waiting.inc(more),
    onResult({ operation, requestId }, caller, { outcome, differences = [], rules, reason }) {
      const kinds = [...new Set(differences.map(kindOf))];
      counts.compared({ operation, outcome, caller, kinds, rules, reason });
      logDifferences({ operation, requestId, caller }, differences);
    },
  });
}

/** Counts the connections of a thread, so that they can be subtracted when it ends without reporting them as closed. */
function poolOf(events: PoolEvents): { readonly events: PoolEvents; close(): void } {
  let [open, busy, waiting] = [0, 0, 0];
  const counted: PoolEvents = {
    ...events,
    connected() {
      open += 1;
      events.connected();
    },
    closed() {
      open -= 1;
      events.closed();
    },
    busy(change) {
      busy += change;
      events.busy(change);
    },
    waiting(change) {
      waiting += change;
      events.waiting(change);
    },
  };
  return {
    events: counted,
    close() {
      while (open > 0) counted.closed();
      while (busy > 0) counted.busy(-1);
      while (waiting > 0) counted.waiting(-1);
    },
  };
}
