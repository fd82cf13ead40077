/** The text of `/metrics`, and what Node tells of its process. Loaded at the first scrape: where none comes, nothing runs. */

import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';

import type { Snapshot } from './gateway-figures';

/** What Prometheus is told that it reads. */
export const CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** Begins to watch the process: its event loop and garbage collector from now on. */
export function processMetrics(): () => Promise<Snapshot> {
  const register = new Registry();
  collectDefaultMetrics({ register });
  return async () => {
    const metrics = (await register.getMetricsAsJSON()) as unknown as Snapshot;
    // Of several workers the youngest, which tells that one was replaced; prom-client would leave it out.
    return metrics.map((one) => (one.name === 'process_start_time_seconds' ? { ...one, aggregator: 'max' } : one));
  };
}

/** One snapshot of each process, as they stand together. */
export const printed = (snapshots: readonly Snapshot[]): Promise<string> => together(snapshots).metrics();

/** What several processes have counted, as the snapshot of one. What they have at the moment is left out. */
export async function counted(snapshots: readonly Snapshot[]): Promise<Snapshot> {
  const metrics = (await together(snapshots).getMetricsAsJSON()) as unknown as Snapshot;
  return metrics.filter(({ type }) => type !== 'gauge');
}

const together = (snapshots: readonly Snapshot[]): Registry => AggregatorRegistry.aggregate([...snapshots]);
