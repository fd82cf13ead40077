/** What `leasegate import` prints. */

import type { ImportReport } from '../import/import-run';
import type { ImportProgress } from '../import/import-sources';
import type { RefusedRecord } from '../import/refusals';
import { commandProgress } from '../../src/cli/progress';

interface RepeatedRefusal {
  readonly file: string;
  readonly reason: string;
  /** Of the first one. */
  readonly line: number | null;
  readonly count: number;
}

/** Maximum number of reasons that are counted apart: a file may have an unknown key in each record. */
const REASONS = 1000;

/** Prints the first refusal with a reason, whatever numbers it contains, and counts the others. */
export class RefusalSummary {
  readonly #byReason = new Map<string, RepeatedRefusal>();

  /** @param beforeLine called before a line is printed */
  constructor(private readonly beforeLine: () => void = () => undefined) {}

  add = ({ file, line, reason }: RefusedRecord): void => {
    const own = `${file} ${reason.replace(/\d+/g, '0')}`;
    const key = this.#byReason.has(own) || this.#byReason.size < REASONS ? own : file;
    const known = this.#byReason.get(key);
    const first = { file, line, reason: key === own ? reason : 'other reasons', count: 0 };
    this.#byReason.set(key, { ...(known ?? first), count: (known?.count ?? 0) + 1 });
    if (known !== undefined) return;
    this.beforeLine();
    console.error(line === null ? `${file}: a record ${reason}` : `${file}:${line}: ${reason}`);
  };

  all(): RepeatedRefusal[] {
    return [...this.#byReason.values()];
  }

  /** A line for each reason that occurred more than once. */
  printOthers(): void {
    this.beforeLine();
    for (const { file, line, reason, count } of this.all()) {
      const first = line === null ? 'in the same way' : `like line ${line}`;
      if (count > 1) console.error(`${file}: ${count - 1} more ${first}: ${reason}`);
    }
  }
}

/** The progress and the refusals of one import, on standard error. */
export class ImportTerminal {
  readonly refusals = new RefusalSummary(() => this.#progress.stop());
  #progress = commandProgress();
  /** Since the import began. */
  readonly seconds = this.#progress.seconds;
  #step: ImportProgress['step'] = 'check';

  constructor(private readonly rejects: string) {}

  onProgress = ({ step, file, done, total }: ImportProgress): void => {
    // A check is much faster, so its time says nothing about the time left.
    if (step !== this.#step) {
      this.#progress.stop();
      this.#progress = commandProgress();
    }
    this.#step = step;
    this.#progress.update(done, total, `${step}ing ${file}, ${done} records`);
  };

  /** Call it even after a failure. */
  end(): void {
    this.#progress.stop();
    if (this.refusals.all().length > 0)
      console.error(`The refused records are in ${this.rejects}, with their content.`);
  }
}

/** @param seconds that the import took */
export function printReport(report: ImportReport, dryRun: boolean, seconds: number): void {
  const { kinds, notPruned, ignored = {}, unlikelyPhones = 0, unlikelyEmails = 0 } = report;
  for (const [kind, counts] of Object.entries(kinds)) {
    const parts = Object.entries(counts).filter(([what, count]) => count > 0 || what === 'read');
    console.log(`${kind}: ${parts.map(([what, count]) => `${count} ${what}`).join(', ')}`);
  }
  for (const kind of notPruned) console.log(`No ${kind} were pruned: an identifier in the file cannot be read.`);
  for (const [kind, names] of Object.entries(ignored)) console.log(`${kind}: ignored the columns ${names.join(', ')}`);
  for (const [what, count] of Object.entries({ 'a phone number': unlikelyPhones, 'an e-mail address': unlikelyEmails }))
    if (count > 0) console.log(`tenants: ${count} with ${what} that no lookup is likely to find`);
  console.log(dryRun ? 'Only checked: nothing was changed.' : `Done in ${seconds.toFixed(1)} s.`);
}
