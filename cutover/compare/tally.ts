/** Counts what was served and compared. No count has a value of a request, an answer or a token. */

import type { Lookup } from '../contract/lookups';
import type { Comparison } from './compare-answers';
import type { Difference } from './compare-values';

/** The most callers, and the most kinds of differences, that are counted by themselves. */
const MOST_VALUES = 100;

const NAMES = ['served', 'compared', 'with_records', 'differences', 'ignored', 'not_compared'] as const;

type CountName = (typeof NAMES)[number];

type Labels = Readonly<Record<string, string>>;

export interface Counted {
  readonly labels: Labels;
  readonly count: number;
  readonly first?: string;
}

export type Counts = Readonly<Record<CountName, readonly Counted[]>>;

/** The kind of a difference: what differs, and where. The status decides what a caller does next, so it is part of the kind. */
const kindOf = ({ kind, path, old, new: ours }: Difference): string =>
  kind === 'status' ? `${kind} ${old}/${ours}` : `${kind} ${path}`;

export class Tally {
  /** Keys begin with a name. */
  readonly #counts = new Map<string, Counted>();
  readonly #callers = new Set<string>();
  readonly #kinds = new Set<string>();

  get counts(): Counts {
    const countsOf = (name: CountName): Counted[] =>
      [...this.#counts].flatMap(([key, counted]) => (key.startsWith(`${name} `) ? counted : []));
    return Object.fromEntries(NAMES.map((name) => [name, countsOf(name)])) as unknown as Counts;
  }

  served(ending: string): void {
    this.#add('served', { ending });
  }

  /** @param where a line of a file of requests */
  compared(caller: string, lookup: Lookup, { outcome, reason, ...result }: Comparison, where = ''): void {
    const labels = { caller: bounded(this.#callers, caller), lookup };
    this.#add('compared', { ...labels, outcome });
    if (reason !== undefined) return this.#add('not_compared', { lookup, reason });
    if ((result.records ?? 0) > 0) this.#add('with_records', labels);
    const first = (difference?: Difference) => difference && `${where}old ${difference.old}, new ${difference.new}`;
    const kinds = new Map(result.differences.map((each) => [bounded(this.#kinds, kindOf(each)), each]));
    for (const [kind, difference] of kinds) this.#add('differences', { lookup, kind }, first(difference));
    const rules = new Map(result.ignored.map(({ rule, difference }) => [rule, difference]));
    for (const [rule, difference] of rules) this.#add('ignored', { lookup, rule }, first(difference));
  }

  #add(name: CountName, labels: Labels, first?: string): void {
    const key = `${name} ${JSON.stringify(labels)}`;
    const before = this.#counts.get(key) ?? { labels, count: 0, ...(first !== undefined && { first }) };
    this.#counts.set(key, { ...before, count: before.count + 1 });
  }

  /** In the text format of Prometheus. The names and labels say what they are. */
  text(gauges: Readonly<Record<'in_flight' | 'waiting' | 'lines_lost', number>>): string {
    const metric = (name: string, type: string, values: readonly string[]): string[] => [
      `# TYPE leasegate_cutover_${name} ${type}`,
      ...values.map((value) => `leasegate_cutover_${name}${value}`),
    ];
    const valuesOf = (counts: readonly Counted[]) =>
      counts.map(({ labels, count }) => `{${labelText(labels)}} ${count}`);
    const lines = [
      ...Object.entries(gauges).flatMap(([name, value]) => metric(name, 'gauge', [` ${value}`])),
      ...Object.entries(this.counts).flatMap(([name, counts]) => metric(`${name}_total`, 'counter', valuesOf(counts))),
    ];
    return `${lines.join('\n')}\n`;
  }
}

/** Replaces every value after the first ones by `other`. */
function bounded(values: Set<string>, value: string): string {
  if (values.size < MOST_VALUES) values.add(value);
  return values.has(value) ? value : 'other';
}

const labelText = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`)
    .join(',');

export const sumOf = (counts: readonly Counted[], wanted: Labels): number =>
  counts
    .filter(({ labels }) => Object.entries(wanted).every(([name, value]) => labels[name] === value))
    .reduce((sum, { count }) => sum + count, 0);

/** For a terminal: the most frequent come first. */
export const linesOf = (all: Pick<Counts, 'differences' | 'ignored' | 'not_compared'>): string[] =>
  Object.entries({ different: all.differences, ignored: all.ignored, 'not compared': all.not_compared }).flatMap(
    ([title, counts]) =>
      counts
        .toSorted((one, other) => other.count - one.count)
        .map(({ labels: { lookup, kind, rule, reason }, count, first }) => {
          const example = first === undefined ? '' : `, first ${first}`;
          return `${title}: ${kind ?? rule ?? reason} of ${lookup}: ${count} requests${example}`;
        }),
  );

export const percent = (share: number): string => `${Math.floor(1_000 * share) / 10} %`;
