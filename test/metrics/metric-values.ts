import { gatewayMetrics, type GatewayMetrics } from '../../src/telemetry/metrics';

export const ownMetrics = (): GatewayMetrics => gatewayMetrics(() => 0, '0');

/** The lines of `/metrics` that begin like this, each as the rest of its name with its labels, and its value. */
export async function metricValues({ registry }: GatewayMetrics, beginning: string): Promise<Record<string, number>> {
  const lines = [...(await registry.metrics()).matchAll(/^([a-z].*) (\S+)$/gm)];
  const meant = lines.filter(([line]) => line.startsWith(beginning));
  return Object.fromEntries(meant.map(([, name = '', value]) => [name.slice(beginning.length), Number(value)]));
}
