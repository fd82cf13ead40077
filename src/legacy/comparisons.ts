/** Queues requests for comparison. The queue is bounded, and each request is counted once, compared or not. */

import type { RememberedCallers } from './callers';
import { authorizationOf, type Compared, type Named, type Result, type ServedRequest, UNAVAILABLE } from './comparer';
import { Pauses } from './pauses';
import { boundedQueue, type QueueLimits } from './queue';

export interface ComparisonThread {
  /** @throws {Error} when the thread has ended */
  compare(request: ServedRequest): Promise<Compared>;
  close(): Promise<void>;
}

export interface ComparisonsOptions {
  /** Never throws. */
  readonly startThread: () => ComparisonThread;
  readonly callers: RememberedCallers;
  readonly queue: QueueLimits;
  readonly monotonicNow: () => number;
  readonly onWaiting: (more: number) => void;
  readonly onResult: (request: Named, caller: string, result: Result) => void;
}

export interface Comparisons {
  /** Why a request would not be compared now, so that its answer need not be kept; undefined if it would be. */
  refusal(): string | undefined;
  /** Queues the comparison with the answer of the other side, or counts it as not made if there is no room. */
  offer(request: ServedRequest): void;
  /** Counts a request that cannot be compared. */
  skip(request: Named, authorization: string | undefined, reason: string): void;
  close(): Promise<void>;
}

/** Bytes of a waiting comparison besides those of its bodies. */
const OVERHEAD = 4_096;

const QUEUE_FULL = 'queue_full';
const THREAD_FAILED = 'thread_failed';

export function comparisons(options: ComparisonsOptions): Comparisons {
  const { startThread, callers, monotonicNow, onResult } = options;
  let closed = false;
  let thread: ComparisonThread | undefined;
  const startIfNone = (): ComparisonThread => (thread ??= startThread());
  // Started before it is needed, because the start takes a while.
  startIfNone();
  const pauses = new Pauses(monotonicNow);

  const skip: Comparisons['skip'] = (request, authorization, reason) =>
    onResult(request, callers.labelOf(authorization), { outcome: 'not_compared', reason });

  const compare = async (request: ServedRequest): Promise<void> => {
    const authorization = authorizationOf(request.question);
    const { reason } = pauses;
    if (reason !== undefined) return skip(request, authorization, reason);
    const attempt = pauses.attempt();
    const unavailable = request.servedBy === 'legacy' ? 'own_unavailable' : 'legacy_unavailable';
    const asked = startIfNone();
    const compared = await asked.compare(request).catch(() => undefined);
    if (closed) return;
    if (compared !== undefined) {
      const { caller, result } = compared;
      if (result.reason === unavailable) pauses.failed(unavailable, attempt);
      else pauses.succeeded();
      callers.remember(authorization, caller);
      return onResult(request, caller, result);
    }
    // Several comparisons may fail with one thread, which counts as one failure.
    if (thread === asked) {
      thread = undefined;
      pauses.failed(THREAD_FAILED, attempt, true);
    }
    skip(request, authorization, THREAD_FAILED);
  };
  const queue = boundedQueue(options.queue, compare, options.onWaiting);

  return {
    skip,
    refusal: () => pauses.reason ?? (queue.isFull() ? QUEUE_FULL : undefined),
    offer(request) {
      const { question, answer, servedBy } = request;
      // The other side is not asked, or it would get the load that this one refuses.
      if (UNAVAILABLE.has(answer.status)) return skip(request, authorizationOf(question), `${servedBy}_unavailable`);
      if (queue.offer(request, question.body.length + answer.bytes.length + OVERHEAD)) return;
      skip(request, authorizationOf(question), QUEUE_FULL);
    },
    async close() {
      closed = true;
      const ended = queue.close();
      await thread?.close();
      await ended;
    },
  };
}
