/** Compares docs/operate/cutover.md with the metrics. */

import { Registry } from 'prom-client';

import { legacyMetrics } from '../../src/telemetry/metrics/legacy-metrics';
import { section, tableRows } from '../docs/markdown';
import { readText } from '../docs/repository';

interface Described {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly labelNames: readonly string[];
}

test('docs/operate/cutover.md describes each metric', async () => {
  const registry = new Registry();
  legacyMetrics(registry, 'shadow');
  const types = new Map((await registry.getMetricsAsJSON()).map(({ name, type }) => [name, String(type)]));
  const metrics = registry.getMetricsAsArray() as unknown as readonly Described[];
  expect(tableRows(section(readText('docs/operate/cutover.md'), 'Metrics'))).toEqual(
    metrics.map(({ name, help, labelNames }) => [
      `\`${name}\``,
      types.get(name),
      labelNames.map((label) => `\`${label}\``).join(', '),
      help,
    ]),
  );
});

test('a label whose values come from tokens or answers has at most a hundred values and `other`', async () => {
  const registry = new Registry();
  const metrics = legacyMetrics(registry, 'shadow');
  for (let nth = 0; nth < 150; nth += 1)
    metrics.compared({ operation: 'x', outcome: 'different', caller: `caller ${nth}`, kinds: [`kind ${nth}`] });
  const text = await registry.metrics();
  expect(text.match(/caller="caller/g)).toHaveLength(100);
  expect(text.match(/kind="kind/g)).toHaveLength(100);
  expect(text).toMatch(/caller="other".*\} 50$/m);
  expect(text).toMatch(/kind="other".*\} 50$/m);
});
