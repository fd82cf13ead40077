import { gatewayMetrics, type GatewayMetrics } from '../../src/telemetry/metrics';

/** The metrics of a gateway by a clock that the test moves. */
export function clockedMetrics(): { readonly metrics: GatewayMetrics; readonly clock: { now: number } } {
  const clock = { now: 0 };
  return { metrics: gatewayMetrics(() => clock.now, '0'), clock };
}

/** The lines of `/metrics`, each as its name with its labels, and its value. */
export const valuesIn = (text: string): Record<string, number> =>
  Object.fromEntries(
    [...text.matchAll(/^([a-z].*) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)] as const),
  );

/** Those of Leasegate whose names begin like this; the beginning is left out. */
export async function metricValues(
  { registry }: Pick<GatewayMetrics, 'registry'>,
  beginning: string,
): Promise<Record<string, number>> {
  const values = Object.entries(valuesIn(await registry.metrics()));
  const found = values.filter(([name]) => name.startsWith(beginning));
  return Object.fromEntries(found.map(([name, value]) => [name.slice(beginning.length), value]));
}
