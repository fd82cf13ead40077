/** Compares docs/operate/monitoring.md, the dashboard and the alerts with the existing metrics. */

import { gatewayMetrics } from '../../src/telemetry/metrics';
import { scrape } from '../http/scraped';
import { startTestGateway } from '../support/gateway';
import { codeSpans, section } from './markdown';
import { readText } from './repository';

interface Described {
  readonly name: string;
  readonly labelNames: readonly string[];
}

const { registry } = gatewayMetrics(() => 0, '0');
const ours = registry.getMetricsAsArray() as unknown as readonly Described[];
const documented = readText('docs/operate/monitoring.md');
const dashboard = readText('docs/operate/grafana/leasegate.json');
const alerts = readText('docs/operate/grafana/alerts.yml');

/** The metrics in a text, without the suffixes of histogram lines. */
const namesIn = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/\b(?:leasegate|process|nodejs)_[a-z_0-9]+/g)].map(([name]) =>
      name.replace(/_seconds_(?:bucket|sum|count)$/, '_seconds'),
    ),
  );

let scraped: ReadonlyMap<string, string>;
beforeAll(async () => {
  const gateway = await startTestGateway({ databaseUrl: 'mysql://root@127.0.0.1:1/none', sealed: false });
  scraped = (await scrape(gateway.adminUrl)).types;
  await gateway.close();
});

test('/metrics has each metric of Leasegate', () => {
  const shown = [...scraped].filter(([name]) => name.startsWith('leasegate_'));
  expect(shown.map(([name]) => name).toSorted()).toEqual(ours.map(({ name }) => name).toSorted());
});

test('docs/operate/monitoring.md lists each metric of Leasegate with its labels', () => {
  const named = codeSpans(section(documented, 'Metrics')).filter((span) => /^leasegate_\w+(?:\{|$)/.test(span));
  expect(named).toEqual(
    ours.map(({ name, labelNames }) => (labelNames.length === 0 ? name : `${name}{${labelNames.join(',')}}`)),
  );
});

test('the dashboard shows each metric of Leasegate, and neither it nor the alerts name an unknown one', () => {
  const shown = namesIn(dashboard.replaceAll('"uid": "leasegate"', ''));
  const alerted = namesIn(alerts);
  expect(ours.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
  expect(alerted.size).toBeGreaterThan(5);
  expect([...shown, ...alerted].filter((name) => !scraped.has(name))).toEqual([]);
});

test('the dashboard uses only existing labels', () => {
  const known = new Set(ours.flatMap(({ labelNames }) => labelNames).concat('le', 'job'));
  const asked = [...dashboard.matchAll(/(?:by \(([a-z, ]+)\)|[{,]([a-z]+)(?:=~|!=|=)\\?")/g)];
  const labels = asked.flatMap(([, listed, matched]) => listed?.split(', ') ?? [matched]);
  expect(labels.length).toBeGreaterThan(20);
  expect(labels.filter((label) => !known.has(label ?? ''))).toEqual([]);
});
