/** Counts what was served and compared. No count has a value of a request, an answer or a token. */

import type { Lookup } from '../contract/answers';
import { ANSWER_RULES, type Result } from './compare-lookup';
import type { Difference } from './differences';
import { RULES } from './rules';

/** The most callers, and the most kinds of differences, that are counted by themselves. */
const MOST_VALUES = 100;
const OTHER = 'other';

const METRICS = {
  served: ['leasegate_cutover_served_total', 'Requests by how they ended for their callers.'],
  compared: ['leasegate_cutover_compared_total', 'Lookups by the result of their comparison.'],
  differences: ['leasegate_cutover_differences_total', 'Lookups with a difference of this kind.'],
  ignored: ['leasegate_cutover_ignored_total', 'Lookups with a difference that this rule ignores.'],
  notCompared: ['leasegate_cutover_not_compared_total', 'Lookups that were not compared.'],
  lost: ['leasegate_cutover_lines_lost_total', 'Lines of a file that could not be written.'],
} as const;

export type CountName = keyof typeof METRICS;

type Labels = Readonly<Record<string, string>>;

export interface Counted {
  readonly labels: Labels;
  readonly count: number;
  /** Describes the first difference that was counted here. */
  readonly first?: string;
}

interface Compared {
  readonly caller: string;
  readonly lookup: Lookup;
  /** Of a file of requests. */
  readonly line?: number;
}

/** The kind of a difference: what differs, and where. The status decides what a caller does next, so it is part of the kind. */
const kindOf = ({ kind, path, old, new: ours }: Difference): string =>
  kind === 'status' ? `${kind} ${old}/${ours}` : `${kind} ${path}`;

export class Tally {
  readonly #counts = new Map<CountName, Map<string, Counted>>();
  readonly #callers = bounded();
  readonly #kinds = bounded();

  /** @param onKind called with each kind of difference when it occurs for the first time */
  constructor(private readonly onKind: (lookup: Lookup, kind: string) => void = () => undefined) {}

  counts(name: CountName): Counted[] {
    return [...(this.#counts.get(name)?.values() ?? [])];
  }

  served(ending: string): void {
    this.#add('served', { ending });
  }

  lost(file: string): void {
    this.#add('lost', { file });
  }

  compared({ caller, lookup, line }: Compared, result: Result): void {
    this.#add('compared', { caller: this.#callers(caller), lookup, outcome: result.outcome });
    if (result.outcome === 'same') return;
    if (result.outcome === 'not_compared') return void this.#add('notCompared', { lookup, reason: result.reason });
    const first = ({ old, new: ours }: Difference): string =>
      `${line === undefined ? '' : `line ${line}: `}old ${old}, new ${ours}`;
    const kinds = new Map(result.differences.map((difference) => [this.#kinds(kindOf(difference)), difference]));
    for (const [kind, difference] of kinds)
      if (this.#add('differences', { lookup, kind }, first(difference))) this.onKind(lookup, kind);
    const rules = new Map(result.ignored.map(({ rule, difference }) => [rule, difference]));
    for (const [rule, difference] of rules) this.#add('ignored', { lookup, rule }, difference && first(difference));
  }

  /** @returns whether it is the first one */
  #add(name: CountName, labels: Labels, first?: string): boolean {
    const counts = this.#counts.get(name) ?? new Map<string, Counted>();
    this.#counts.set(name, counts);
    const key = JSON.stringify(labels);
    const before = counts.get(key) ?? { labels, count: 0, ...(first !== undefined && { first }) };
    counts.set(key, { ...before, count: before.count + 1 });
    return before.count === 0;
  }

  /** In the text format of Prometheus. @param gauges by name, with their help */
  text(gauges: Readonly<Record<string, readonly [help: string, value: number]>>): string {
    const lines = Object.entries(gauges).flatMap(([name, [help, value]]) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} gauge`,
      `${name} ${value}`,
    ]);
    for (const name of Object.keys(METRICS) as CountName[]) {
      const [metric, help] = METRICS[name];
      lines.push(`# HELP ${metric} ${help}`, `# TYPE ${metric} counter`);
      for (const { labels, count } of this.counts(name)) lines.push(`${metric}{${labelText(labels)}} ${count}`);
    }
    return `${lines.join('\n')}\n`;
  }
}

/** Replaces every value after the first ones by `other`. */
function bounded(): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.size < MOST_VALUES) known.add(value);
    return known.has(value) ? value : OTHER;
  };
}

const labelText = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`)
    .join(',');

/** How often these labels were counted. */
export const sumOf = (counts: readonly Counted[], wanted: Labels): number =>
  counts
    .filter(({ labels }) => Object.entries(wanted).every(([name, value]) => labels[name] === value))
    .reduce((sum, { count }) => sum + count, 0);

/** Adds up the counts of several tallies. The largest come first. */
export function merged(counts: readonly Counted[]): Counted[] {
  const all = new Map<string, Counted>();
  for (const counted of counts) {
    const key = JSON.stringify(counted.labels);
    all.set(key, { ...counted, count: counted.count + (all.get(key)?.count ?? 0) });
  }
  return [...all.values()].toSorted((one, other) => other.count - one.count);
}

const MEANINGS: Readonly<Record<string, string>> = {
  ...ANSWER_RULES,
  ...Object.fromEntries(Object.entries(RULES).map(([name, { meaning }]) => [name, meaning])),
};

/** For a terminal. */
export const countedLines = (title: string, counts: readonly Counted[]): string[] =>
  merged(counts).map(({ labels: { lookup = '', kind, rule, reason }, count, first }) => {
    const what = kind ?? rule ?? reason ?? '';
    const meaning = rule === undefined ? '' : ` (${MEANINGS[rule]})`;
    return `${title}: ${what} of ${lookup}: ${count} requests${first === undefined ? '' : `, first ${first}`}${meaning}`;
  });

export const percent = (share: number): string => `${Math.floor(1_000 * share) / 10} %`;
