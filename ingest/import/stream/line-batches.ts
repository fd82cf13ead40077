import { BATCH_BYTES, type SourceRecord, sizeOf } from '../source-record';

export interface LineBatch {
  readonly lines: readonly SourceRecord[];
  /** How long lines were awaited, in milliseconds. */
  readonly waitedMs: number;
  /** Whether the input has ended. */
  readonly last: boolean;
}

export interface LineBatchOptions {
  /** A batch ends after this many milliseconds, even without a line. */
  readonly batchMs: number;
  readonly batchSize: number;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
  /** Ends the current batch, and no other follows. */
  readonly stop: AbortSignal;
}

type Item = IteratorResult<readonly SourceRecord[], void>;

/** Reads further lines only when there is room for them in the current batch. What was awaited at its end belongs to the next one. */
export async function* lineBatches(
  records: AsyncGenerator<readonly SourceRecord[], void>,
  { batchMs, batchSize, now, stop }: LineBatchOptions,
): AsyncGenerator<LineBatch, void> {
  let arrived: readonly SourceRecord[] = [];
  let taken = 0;
  let pending: Promise<Item> | undefined;
  let isSettled = false;
  let isInterrupted = false;
  let wake = (): void => undefined;
  const settle = (): void => {
    isSettled = true;
    wake();
  };
  const interrupt = (): void => {
    isInterrupted = true;
    wake();
  };
  /** @returns undefined if it was interrupted */
  const next = async (): Promise<Item | undefined> => {
    if (pending === undefined) {
      isSettled = false;
      pending = records.next();
      pending.then(settle, settle);
    }
    if (!isSettled && !isInterrupted) await new Promise<void>((resolve) => (wake = resolve));
    if (isInterrupted) return undefined;
    const item = await pending;
    pending = undefined;
    return item;
  };
  let timer: NodeJS.Timeout | undefined;
  stop.addEventListener('abort', interrupt);
  try {
    for (let last = false; !last && !stop.aborted;) {
      const lines: SourceRecord[] = [];
      let size = 0;
      const began = now();
      isInterrupted = false;
      timer = setTimeout(interrupt, batchMs);
      while (lines.length < batchSize && size < BATCH_BYTES) {
        const line = arrived[taken];
        if (line === undefined) {
          const item = await next();
          last = item?.done === true;
          if (item === undefined || item.done === true) break;
          [arrived, taken] = [item.value, 0];
        } else {
          lines.push(line);
          size += sizeOf(line);
          taken += 1;
        }
      }
      clearTimeout(timer);
      yield { lines, waitedMs: now() - began, last };
    }
  } finally {
    clearTimeout(timer);
  }
}
