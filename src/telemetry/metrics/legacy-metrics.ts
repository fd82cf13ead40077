/** The metrics of LEGACY_MODE; docs/operate/cutover.md lists them. */

import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

import { boundedLabels } from '../caller-hash';
import { BUCKETS, metricsOf } from './metric';

export type LegacyMetrics = ReturnType<typeof legacyMetrics>;

/** The most callers, and the most kinds of differences, with a label of their own. */
const MOST_VALUES = 100;

interface ComparedAnswers {
  readonly operation: string;
  /** `same`, `ignored`, `different` or `not_compared`. */
  readonly outcome: string;
  readonly caller: string;
  /** What differs, which rules ignored something, or why nothing was compared. */
  readonly kinds?: readonly string[];
  readonly rules?: readonly string[];
  readonly reason?: string | undefined;
}

export function legacyMetrics(registry: Registry, mode: string) {
  const metric = metricsOf(registry);
  new Gauge({
    ...metric('leasegate_legacy_mode', 'Always 1; the label gives `LEGACY_MODE`.', ['mode']),
    aggregator: 'first',
  }).set({ mode }, 1);
  const comparisons = new Counter(
    metric('leasegate_legacy_comparisons_total', 'Requests by the result of their comparison.', [
      'operation',
      'caller',
      'outcome',
    ]),
  );
  const differences = new Counter(
    metric('leasegate_legacy_differences_total', 'Different answers with a difference of this kind.', [
      'operation',
      'kind',
    ]),
  );
  const ignored = new Counter(
    metric('leasegate_legacy_ignored_total', 'Answers with a difference that this rule ignores.', [
      'operation',
      'rule',
    ]),
  );
  const notCompared = new Counter(
    metric('leasegate_legacy_not_compared_total', 'Requests whose answers were not compared.', ['operation', 'reason']),
  );
  const served = new Counter(
    metric('leasegate_legacy_served_total', 'Requests whose callers were to get the old service’s answer.', [
      'operation',
      'outcome',
    ]),
  );
  const duration = new Histogram({
    ...metric('leasegate_legacy_duration_seconds', 'Time until a side of a comparison had answered.', [
      'operation',
      'side',
    ]),
    buckets: BUCKETS,
  });
  const waiting = new Gauge(metric('leasegate_legacy_comparisons_waiting', 'Comparisons that wait.'));
  const kindValue = boundedLabels(MOST_VALUES);
  const callerValue = boundedLabels(MOST_VALUES);

  return {
    waiting,
    compared({ operation, outcome, caller, kinds = [], rules = [], reason }: ComparedAnswers): void {
      comparisons.inc({ operation, caller: callerValue(caller), outcome });
      for (const kind of kinds) differences.inc({ operation, kind: kindValue(kind) });
      for (const rule of rules) ignored.inc({ operation, rule });
      if (reason !== undefined) notCompared.inc({ operation, reason });
    },
    served: (operation: string, outcome: string) => served.inc({ operation, outcome }),
    answered: (operation: string, side: string, ms: number) => duration.observe({ operation, side }, ms / 1000),
  };
}
