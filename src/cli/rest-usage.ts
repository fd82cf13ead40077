import { Command } from 'commander';

import type { Environment } from '../config/settings';
import type { MetricLine } from './metric-lines';
import { type MetricsOption, readMetrics, withMetricsOption } from './metrics-option';
import { examples, jsonOption, type JsonOption } from './terminal';

interface Usage {
  readonly caller: string;
  readonly operation: string;
  readonly requests: number;
  /** How many of the requests name each field, the most frequent first. */
  readonly fields: Readonly<Record<string, number>>;
}

/** `leasegate rest-usage`: who still calls REST, by the metrics of all gateways. */
export function restUsageCommand(environment: Environment): Command {
  return withMetricsOption(new Command('rest-usage'))
    .description('list who still calls REST, how often and with which fields')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `${examples(
        'leasegate rest-usage',
        'leasegate rest-usage --metrics-url http://gate-1:4001/metrics --metrics-url http://gate-2:4001/metrics',
      )}\n\nIt needs REST_USAGE=on. A caller is the hash of its subject, as in the audit trail. The counts begin with the start of a gateway.`,
    )
    .action(async ({ json, ...option }: MetricsOption & JsonOption) => {
      const needed = { metric: 'leasegate_rest_requests_total', setting: 'REST_USAGE=on' };
      const usage = usageOf((await readMetrics(environment, option, needed)).flat());
      if (json) return console.log(JSON.stringify({ usage }));
      if (usage.length === 0) console.log('No known caller has called REST since the start.');
      for (const { caller, operation, requests, fields } of usage) {
        const named = Object.entries(fields).map(([field, count]) => `${field} ${count}`);
        console.log(`caller ${caller}: ${requests} of ${operation} (${named.join(', ') || 'no fields'})`);
      }
    });
}

function usageOf(lines: readonly MetricLine[]): Usage[] {
  const found = new Map<string, { caller: string; operation: string; requests: number; fields: Map<string, number> }>();
  for (const { name, labels, value } of lines) {
    if (name !== 'leasegate_rest_requests_total' && name !== 'leasegate_rest_fields_total') continue;
    const { caller = '', operation = '', field } = labels;
    const key = `${caller} ${operation}`;
    const entry = found.get(key) ?? { caller, operation, requests: 0, fields: new Map<string, number>() };
    found.set(key, entry);
    if (field === undefined) entry.requests += value;
    else entry.fields.set(field, value + (entry.fields.get(field) ?? 0));
  }
  return [...found.values()]
    .toSorted((one, other) => other.requests - one.requests)
    .map(({ fields, ...entry }) => ({
      ...entry,
      fields: Object.fromEntries([...fields].toSorted(([, one], [, other]) => other - one)),
    }));
}
