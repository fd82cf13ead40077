/** Comparisons that nobody waits for. The queue is bounded, and each request is counted once, compared or not. */

import { type Comparison, notCompared } from '../compare/compare-answers';
import { NoAnswer } from '../contract/exchange';

interface Job {
  /** Asks and compares, when its turn has come. */
  readonly run: () => Promise<Comparison>;
  /** That it holds until then. */
  readonly bytes: number;
  /** Counts a result. One that it cannot count is not compared. */
  readonly done: (result: Comparison) => void;
}

/** Comparisons at the same time. */
export const WORKERS = 4;

/** The most comparisons that wait, and their bytes. */
const MOST_WAITING = 500;
const MOST_BYTES = 64 * 1024 * 1024;

/** A side that is ill is not asked for a while. */
const ILL = /_(?:no_answer|timeout|unavailable|bad_answer)$/;

/** The failures in a row after which there is a pause, and another one after each further failure. */
const FAILURES = 4;
const PAUSE_MS = 10_000;

export class Comparisons {
  readonly #waiting: Job[] = [];
  readonly #running = new Set<Promise<void>>();
  #bytes = 0;
  #failures = 0;
  #pause = { until: -Infinity, reason: '' };

  constructor(private readonly monotonicNow: () => number) {}

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Why a request would not be compared now, so that its answer need not be kept; undefined if it would be. */
  refusal(bytes = 0): string | undefined {
    if (this.monotonicNow() < this.#pause.until) return this.#pause.reason;
    return this.#waiting.length < MOST_WAITING && this.#bytes + bytes <= MOST_BYTES ? undefined : 'queue_full';
  }

  offer(job: Job): void {
    const refusal = this.refusal(job.bytes);
    if (refusal !== undefined) return job.done(notCompared(refusal));
    this.#waiting.push(job);
    this.#bytes += job.bytes;
    if (this.#running.size >= WORKERS) return;
    const worker = this.#each(async ({ run, done }) => {
      const result = await this.#resultOf(run);
      try {
        done(result);
      } catch {
        done(notCompared('internal_error'));
      }
    });
    this.#running.add(worker);
    void worker.then(() => this.#running.delete(worker));
  }

  /** Counts what waits as not compared, and resolves when the rest has ended. */
  async close(): Promise<void> {
    await this.#each(({ done }) => done(notCompared('stopped')));
    await Promise.all(this.#running);
  }

  async #each(act: (job: Job) => void | Promise<void>): Promise<void> {
    for (let job = this.#waiting.shift(); job !== undefined; job = this.#waiting.shift()) {
      this.#bytes -= job.bytes;
      await act(job);
    }
  }

  async #resultOf(run: Job['run']): Promise<Comparison> {
    if (this.monotonicNow() < this.#pause.until) return notCompared(this.#pause.reason);
    const result = await run().catch((failure: unknown) =>
      notCompared(failure instanceof NoAnswer ? failure.reason : 'internal_error'),
    );
    const { reason = '' } = result;
    this.#failures = ILL.test(reason) ? this.#failures + 1 : 0;
    if (this.#failures >= FAILURES) this.#pause = { until: this.monotonicNow() + PAUSE_MS, reason };
    return result;
  }
}
