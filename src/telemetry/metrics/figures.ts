/** Numbers that go on counting at next to no cost: no labels are looked up by text, and a request makes nothing. */

/** Upper bounds in seconds, of requests and statements alike. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

export type Labels = Readonly<Record<string, string>>;

/** A line of `/metrics`, in the form that prom-client adds up. */
export interface Sample {
  readonly value: number;
  readonly labels: Labels;
  /** Of a histogram's line, which has a name of its own. */
  readonly metricName?: string;
}

/** How long things took. */
export class Durations {
  readonly #within = new Float64Array(BOUNDS.length + 1);
  #sum = 0;

  add(seconds: number): void {
    let bucket = 0;
    while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] as number)) bucket += 1;
    this.#within[bucket]! += 1;
    this.#sum += seconds;
  }

  samples(name: string, labels: Labels): Sample[] {
    let count = 0;
    const buckets = Array.from(this.#within, (within, bucket) => {
      count += within;
      const le = bucket < BOUNDS.length ? String(BOUNDS[bucket]) : '+Inf';
      return { value: count, labels: { ...labels, le }, metricName: `${name}_bucket` };
    });
    return [
      ...buckets,
      { value: this.#sum, labels, metricName: `${name}_sum` },
      { value: count, labels, metricName: `${name}_count` },
    ];
  }
}

/** A count for each of a few words that are known beforehand, all of which are told from the beginning. */
export class Counts<Word extends string> {
  readonly #of: Record<Word, number>;

  constructor(
    private readonly label: string,
    words: readonly Word[],
  ) {
    this.#of = Object.fromEntries(words.map((word) => [word, 0])) as Record<Word, number>;
  }

  add(word: Word, more = 1): void {
    this.#of[word] += more;
  }

  samples(): Sample[] {
    return Object.entries<number>(this.#of).map(([word, value]) => ({ value, labels: { [this.label]: word } }));
  }
}
