/** The metrics of an import that repeats; docs/operate/monitoring.md lists them. */

import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

import { metricsOf } from './metric';

export type RoundOutcome = 'complete' | 'incomplete' | 'failed';

const OUTCOMES: readonly RoundOutcome[] = ['complete', 'incomplete', 'failed'];

export type ImportMetrics = ReturnType<typeof importMetrics>;

/** @param now milliseconds since 1970 */
export function importMetrics(now: () => number, version: string) {
  const registry = new Registry();
  const metric = metricsOf(registry);
  let dataAt: number | undefined;
  new Gauge({
    ...metric(
      'leasegate_import_data_age_seconds',
      'Age of the data: time since the last successful round read its source.',
    ),
    collect() {
      if (dataAt === undefined) this.remove();
      else this.set((now() - dataAt) / 1000);
    },
  });
  new Gauge({
    ...metric(
      'leasegate_import_data_timestamp_seconds',
      'When the last successful round read its source, in seconds since 1970.',
    ),
    collect() {
      if (dataAt === undefined) this.remove();
      else this.set(dataAt / 1000);
    },
  });
  const rounds = new Counter(metric('leasegate_import_rounds_total', 'Rounds that ended.', ['outcome']));
  const duration = new Gauge(metric('leasegate_import_round_duration_seconds', 'Duration of the last round.'));
  const records = new Counter(
    metric('leasegate_import_records_total', 'Records of all rounds, by what became of them.', ['kind', 'result']),
  );
  const refused = new Gauge(
    metric('leasegate_import_refused_records', 'Records that the last round refused.', ['kind']),
  );
  new Gauge(metric('leasegate_import_build_info', 'Always 1; the labels give the versions.', ['version', 'node'])).set(
    { version, node: process.version },
    1,
  );
  for (const outcome of OUTCOMES) rounds.inc({ outcome }, 0);

  return {
    registry,
    /** @param dataFrom when the source was read, milliseconds since 1970; absent if the round failed */
    roundEnded(outcome: RoundOutcome, seconds: number, dataFrom?: number): void {
      rounds.inc({ outcome });
      duration.set(seconds);
      dataAt = dataFrom ?? dataAt;
    },
    /** @param counts of one round, by result */
    recordsOf(kind: string, counts: Readonly<Record<string, number>>): void {
      for (const [result, count] of Object.entries(counts)) records.inc({ kind, result }, count);
      refused.set({ kind }, counts.refused ?? 0);
    },
    /** Includes what prom-client says of the process. */
    text(): Promise<string> {
      if (registry.getSingleMetric('process_start_time_seconds') === undefined)
        collectDefaultMetrics({ register: registry });
      return registry.metrics();
    },
  };
}
