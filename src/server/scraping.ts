import type { GatewayFigures, Snapshot } from '../telemetry/metrics/gateway-figures';
import type { Scrape } from './admin';

const load = () => import('../telemetry/metrics/exposition.ts');

/** Shows the figures as `/metrics` does. What prints them, and watches the process, is loaded at the first scrape. */
export function scraping(
  figures: GatewayFigures,
  scrapeAll?: (snapshot: () => Promise<Snapshot>) => () => Promise<string>,
): Scrape {
  let loading: ReturnType<typeof load> | undefined;
  const exposition = () => (loading ??= load());
  let ofProcess: (() => Promise<Snapshot>) | undefined;

  const snapshot = async (): Promise<Snapshot> => {
    const { processMetrics } = await exposition();
    ofProcess ??= processMetrics();
    return [...figures.snapshot(), ...(await ofProcess())];
  };
  const text = scrapeAll?.(snapshot) ?? (async () => (await exposition()).printed([await snapshot()]));

  return async () => ({ text: await text(), contentType: (await exposition()).CONTENT_TYPE });
}
