/** Comparisons that nobody waits for. The queue is bounded, and each request is counted once, compared or not. */

import { notCompared, type Result } from '../compare/compare-lookup';
import type { CompareRequest } from '../compare/sequences';
import { NoAnswer } from '../contract/exchange';

type Request = Parameters<CompareRequest>[0];

export interface ComparisonsOptions {
  readonly compare: CompareRequest;
  /** Comparisons at the same time. */
  readonly workers: number;
  readonly monotonicNow: () => number;
}

interface Job {
  /** Begins the comparison when its turn has come. */
  readonly request: () => Promise<Request>;
  /** That it holds until then. */
  readonly bytes: number;
  readonly done: (result: Result) => void;
}

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
  #held = 0;
  #failures = 0;
  #pause = { until: -Infinity, reason: '' };

  constructor(private readonly options: ComparisonsOptions) {}

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Why a request would not be compared now, so that its answer need not be kept; undefined if it would be. */
  refusal(bytes = 0): string | undefined {
    if (this.options.monotonicNow() < this.#pause.until) return this.#pause.reason;
    const hasRoom = this.#waiting.length < MOST_WAITING && this.#held + bytes <= MOST_BYTES;
    return hasRoom ? undefined : 'queue_full';
  }

  offer(job: Job): void {
    const refusal = this.refusal(job.bytes);
    if (refusal !== undefined) return job.done(notCompared(refusal));
    this.#waiting.push(job);
    this.#held += job.bytes;
    if (this.#running.size >= this.options.workers) return;
    const worker = this.#work();
    this.#running.add(worker);
    void worker.then(() => this.#running.delete(worker));
  }

  /** Counts what waits as not compared, and resolves when the rest has ended. */
  async close(): Promise<void> {
    for (let job = this.#next(); job !== undefined; job = this.#next()) job.done(notCompared('stopped'));
    await Promise.all(this.#running);
  }

  #next(): Job | undefined {
    const job = this.#waiting.shift();
    this.#held -= job?.bytes ?? 0;
    return job;
  }

  async #work(): Promise<void> {
    for (let job = this.#next(); job !== undefined; job = this.#next()) job.done(await this.#resultOf(job));
  }

  async #resultOf({ request }: Job): Promise<Result> {
    const { compare, monotonicNow } = this.options;
    if (monotonicNow() < this.#pause.until) return notCompared(this.#pause.reason);
    const result = await request()
      .then(compare)
      .catch((failure: unknown) => notCompared(failure instanceof NoAnswer ? failure.reason : 'internal_error'));
    const isIll = result.outcome === 'not_compared' && ILL.test(result.reason);
    this.#failures = isIll ? this.#failures + 1 : 0;
    if (isIll && this.#failures >= FAILURES) this.#pause = { until: monotonicNow() + PAUSE_MS, reason: result.reason };
    return result;
  }
}
