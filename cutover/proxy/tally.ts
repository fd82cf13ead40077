/** Counts what the proxy served and compared. No count has a value of a request, an answer or a token. */

import type { Result } from '../compare/compare-lookup';
import type { Difference } from '../compare/differences';
import type { Lookup } from '../contract/lookups';

/** The most callers, and the most kinds of differences, that are counted by themselves. */
const MOST_VALUES = 100;
const OTHER = 'other';

const METRICS = {
  served: ['leasegate_cutover_served_total', 'Requests by how they ended for their callers.', ['ending']],
  compared: [
    'leasegate_cutover_compared_total',
    'Lookups by the result of their comparison.',
    ['caller', 'lookup', 'outcome'],
  ],
  differences: ['leasegate_cutover_differences_total', 'Lookups with a difference of this kind.', ['lookup', 'kind']],
  ignored: ['leasegate_cutover_ignored_total', 'Lookups with a difference that this rule ignores.', ['lookup', 'rule']],
  notCompared: ['leasegate_cutover_not_compared_total', 'Lookups that were not compared.', ['lookup', 'reason']],
  lost: ['leasegate_cutover_lines_lost_total', 'Lines of a file that could not be written.', ['file']],
} as const;

export type MetricName = keyof typeof METRICS;

/** Counts by their labels. */
export interface Counted {
  readonly labels: Readonly<Record<string, string>>;
  readonly count: number;
}

export interface Tally {
  served(ending: string): void;
  compared(caller: string, lookup: Lookup, result: Result): void;
  lost(file: string): void;
  counts(name: MetricName): Counted[];
  /** In the text format of Prometheus. @param gauges by name, with their help */
  text(gauges: Readonly<Record<string, readonly [help: string, value: number]>>): string;
}

/** The kind of a difference: what differs, and where. */
export const kindOf = ({ kind, path }: Difference): string => `${kind} ${path}`;

/** @param onKind called with each kind of difference when it occurs for the first time */
export function createTally(onKind: (lookup: Lookup, kind: string) => void): Tally {
  const all = new Map<MetricName, Map<string, number>>();
  const callers = bounded();
  const kinds = bounded();
  const add = (name: MetricName, ...values: string[]): boolean => {
    const counts = all.get(name) ?? new Map<string, number>();
    all.set(name, counts);
    const key = JSON.stringify(values);
    const before = counts.get(key);
    counts.set(key, (before ?? 0) + 1);
    return before === undefined;
  };
  const counts = (name: MetricName): Counted[] =>
    [...(all.get(name) ?? [])].map(([key, count]) => {
      const values = JSON.parse(key) as string[];
      return { labels: Object.fromEntries(METRICS[name][2].map((label, index) => [label, values[index]!])), count };
    });

  return {
    counts,
    served: (ending) => void add('served', ending),
    lost: (file) => void add('lost', file),
    compared(caller, lookup, result) {
      add('compared', callers(caller), lookup, result.outcome);
      if (result.outcome === 'same') return;
      if (result.outcome === 'not_compared') return void add('notCompared', lookup, result.reason);
      for (const kind of new Set(result.differences.map(kindOf)))
        if (add('differences', lookup, kinds(kind))) onKind(lookup, kind);
      for (const rule of new Set(result.ignored.map((each) => each.rule))) add('ignored', lookup, rule);
    },
    text(gauges) {
      const lines = Object.entries(gauges).flatMap(([name, [help, value]]) => [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} gauge`,
        `${name} ${value}`,
      ]);
      for (const name of Object.keys(METRICS) as MetricName[]) {
        const [metric, help] = METRICS[name];
        lines.push(`# HELP ${metric} ${help}`, `# TYPE ${metric} counter`);
        for (const { labels, count } of counts(name)) lines.push(`${metric}{${labelText(labels)}} ${count}`);
      }
      return `${lines.join('\n')}\n`;
    },
  };
}

/** Replaces every value after the first ones by `other`. */
function bounded(): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.size < MOST_VALUES) known.add(value);
    return known.has(value) ? value : OTHER;
  };
}

const labelText = (labels: Counted['labels']): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`)
    .join(',');
