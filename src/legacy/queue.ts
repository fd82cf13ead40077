export interface QueueLimits {
  /** Maximum number of jobs that run at the same time. */
  readonly workers: number;
  /** Maximum number of waiting jobs, and of their bytes. */
  readonly waiting: number;
  readonly bytes: number;
}

export interface Queue<Job> {
  /** Whether there was room. */
  offer(job: Job, bytes: number): boolean;
  /** Whether not even a job without bytes has room. */
  isFull(): boolean;
  /** Drops what waits, and resolves when the rest has ended. */
  close(): Promise<void>;
}

/** Runs jobs that nobody waits for. A job that has no room is not run. @param work never rejects */
export function boundedQueue<Job>(
  limits: QueueLimits,
  work: (job: Job) => Promise<void>,
  onWaiting: (more: number) => void,
): Queue<Job> {
  const waiting: { readonly job: Job; readonly bytes: number }[] = [];
  const running = new Set<Promise<void>>();
  let held = 0;

  const next = (): Job | undefined => {
    const first = waiting.shift();
    if (first === undefined) return undefined;
    held -= first.bytes;
    onWaiting(-1);
    return first.job;
  };
  const run = async (): Promise<void> => {
    for (let job = next(); job !== undefined; job = next()) await work(job);
  };
  const hasRoom = (bytes: number): boolean => waiting.length < limits.waiting && held + bytes <= limits.bytes;
  return {
    isFull: () => !hasRoom(0),
    offer(job, bytes) {
      if (!hasRoom(bytes)) return false;
      waiting.push({ job, bytes });
      held += bytes;
      onWaiting(1);
      if (running.size < limits.workers) {
        const worker = run();
        running.add(worker);
        void worker.then(() => running.delete(worker));
      }
      return true;
    },
    async close() {
      while (next() !== undefined);
      await Promise.all(running);
    },
  };
}
