/** Comparisons that nobody waits for. The queue is bounded, and each request is counted once, compared or not. */

import { type Comparison, notCompared } from '../compare/compare-answers';
import { NoAnswer } from '../contract/exchange';

interface Job {
  readonly run: () => Promise<Comparison>;
  /** That it holds until then. */
  readonly bytes: number;
  /** Counts a result. One that it cannot count is not compared. */
  readonly done: (result: Comparison) => void;
}

/** Comparisons at the same time. */
const WORKERS = 4;

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
  #running = 0;
  #bytes = 0;
  #failures = 0;
  #pausedUntil = -Infinity;

  constructor(private readonly monotonicNow: () => number) {}

  get pending(): number {
    return this.#waiting.length + this.#running;
  }

  offer(job: Job): void {
    const isFull = this.#waiting.length >= MOST_WAITING || this.#bytes + job.bytes > MOST_BYTES;
    if (isFull) return job.done(notCompared('queue_full'));
    this.#waiting.push(job);
    this.#bytes += job.bytes;
    if (this.#running < WORKERS) void this.#work();
  }

  /** Gives up what has no result, and says how many these are. */
  close(): number {
    const { pending } = this;
    this.#waiting.length = 0;
    return pending;
  }

  async #work(): Promise<void> {
    this.#running += 1;
    for (let job = this.#waiting.shift(); job !== undefined; job = this.#waiting.shift()) {
      const { run, bytes, done } = job;
      this.#bytes -= bytes;
      await this.#resultOf(run)
        .then(done)
        .catch(() => done(notCompared('internal_error')));
    }
    this.#running -= 1;
  }

  async #resultOf(run: Job['run']): Promise<Comparison> {
    if (this.monotonicNow() < this.#pausedUntil) return notCompared('paused');
    const result = await run().catch((failure: unknown) =>
      notCompared(failure instanceof NoAnswer ? failure.reason : 'internal_error'),
    );
    const { reason = '' } = result;
    this.#failures = ILL.test(reason) ? this.#failures + 1 : 0;
    if (this.#failures >= FAILURES) this.#pausedUntil = this.monotonicNow() + PAUSE_MS;
    return result;
  }
}
