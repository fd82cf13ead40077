import type { RefusedRecord } from '../import/refusals';

export interface RepeatedRefusal {
  readonly file: string;
  readonly reason: string;
  /** Of the first one. */
  readonly line: number | null;
  readonly count: number;
}

/** Maximum number of reasons that are counted apart: a file may have an unknown key in each record. */
const REASONS = 1000;

/** Counts refusals with the same reason, whatever numbers it contains. */
export class RefusalSummary {
  readonly #byReason = new Map<string, RepeatedRefusal>();

  /** @returns whether it is the first with its reason */
  add({ file, line, reason }: RefusedRecord): boolean {
    const own = `${file} ${reason.replace(/\d+/g, '0')}`;
    const key = this.#byReason.has(own) || this.#byReason.size < REASONS ? own : file;
    const known = this.#byReason.get(key);
    const first = { file, line, reason: key === own ? reason : 'other reasons', count: 0 };
    this.#byReason.set(key, { ...(known ?? first), count: (known?.count ?? 0) + 1 });
    return known === undefined;
  }

  all(): RepeatedRefusal[] {
    return [...this.#byReason.values()];
  }

  /** One for each reason that occurred more than once. */
  lines(): string[] {
    return this.all()
      .filter(({ count }) => count > 1)
      .map(({ file, line, reason, count }) => {
        const first = line === null ? 'in the same way' : `like line ${line}`;
        return `${file}: ${count - 1} more ${first}: ${reason}`;
      });
  }
}
