/** Comparisons that nobody waits for. The queue is bounded, and each request is counted once, compared or not. */

import { notCompared, type Result } from '../compare/compare-lookup';
import type { CompareRequest } from '../compare/sequences';
import { NoAnswer } from '../contract/exchange';
import { Pauses } from './pauses';

type Request = Parameters<CompareRequest>[0];

export interface ComparisonsOptions {
  readonly compare: CompareRequest;
  /** Comparisons at the same time, and those that may wait. */
  readonly workers: number;
  readonly mostWaiting: number;
  /** Bytes of the requests and answers that wait. */
  readonly mostBytes: number;
  readonly monotonicNow: () => number;
}

export interface Comparisons {
  /** Why a request would not be compared now, so that its answer need not be kept; undefined if it would be. */
  refusal(): string | undefined;
  /** @param request begins the comparison when its turn has come @param bytes that it holds until then */
  offer(request: () => Promise<Request>, bytes: number, done: (result: Result) => void): void;
  waiting(): number;
  /** Counts what waits as not compared, and resolves when the rest has ended. */
  close(): Promise<void>;
}

interface Job {
  readonly request: () => Promise<Request>;
  readonly bytes: number;
  readonly done: (result: Result) => void;
}

/** A side that is ill is not asked for a while. */
const ILL = /_(?:no_answer|timeout|unavailable|bad_answer)$/;

export function comparisons({
  compare,
  workers,
  mostWaiting,
  mostBytes,
  monotonicNow,
}: ComparisonsOptions): Comparisons {
  const waiting: Job[] = [];
  const running = new Set<Promise<void>>();
  const pauses = new Pauses(monotonicNow);
  let held = 0;

  const next = (): Job | undefined => {
    const job = waiting.shift();
    if (job !== undefined) held -= job.bytes;
    return job;
  };
  const work = async (): Promise<void> => {
    for (let job = next(); job !== undefined; job = next()) job.done(await resultOf(job));
  };
  const resultOf = async ({ request }: Job): Promise<Result> => {
    if (pauses.reason !== undefined) return notCompared(pauses.reason);
    const attempt = pauses.attempt();
    const result = await request()
      .then(compare)
      .catch((failure: unknown) => notCompared(failure instanceof NoAnswer ? failure.reason : 'internal_error'));
    if (result.outcome === 'not_compared' && ILL.test(result.reason)) pauses.failed(result.reason, attempt);
    else pauses.succeeded();
    return result;
  };
  const hasRoom = (bytes: number): boolean => waiting.length < mostWaiting && held + bytes <= mostBytes;

  return {
    refusal: () => pauses.reason ?? (hasRoom(0) ? undefined : 'queue_full'),
    waiting: () => waiting.length,
    offer(request, bytes, done) {
      if (!hasRoom(bytes)) return done(notCompared('queue_full'));
      waiting.push({ request, bytes, done });
      held += bytes;
      if (running.size >= workers) return;
      const worker = work();
      running.add(worker);
      void worker.then(() => running.delete(worker));
    },
    async close() {
      for (let job = next(); job !== undefined; job = next()) job.done(notCompared('stopped'));
      await Promise.all(running);
    },
  };
}
