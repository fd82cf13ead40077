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

/** Reads further lines only when there is room for them in the current batch. */
export async function* lineBatches(
  records: AsyncGenerator<readonly SourceRecord[], void>,
  { batchMs, batchSize, now, stop }: LineBatchOptions,
): AsyncGenerator<LineBatch, void> {
  const reader = new Reader(records);
  let arrived: readonly SourceRecord[] = [];
  let taken = 0;
  const interrupt = (): void => reader.interrupt();
  let timer: NodeJS.Timeout | undefined;
  stop.addEventListener('abort', interrupt);
  try {
    for (let last = false; !last && !stop.aborted;) {
      const lines: SourceRecord[] = [];
      let size = 0;
      const began = now();
      timer = setTimeout(interrupt, batchMs);
      while (lines.length < batchSize && size < BATCH_BYTES) {
        const line = arrived[taken];
        if (line === undefined) {
          const item = await reader.next();
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
    stop.removeEventListener('abort', interrupt);
  }
}

type Item = IteratorResult<readonly SourceRecord[], void>;

/** Awaits the next lines until it is interrupted. The lines that were awaited then are returned by the next call. */
class Reader {
  #pending: Promise<Item> | undefined;
  #hasArrived = false;
  #isInterrupted = false;
  #wake = (): void => undefined;

  constructor(private readonly records: AsyncGenerator<readonly SourceRecord[], void>) {}

  interrupt(): void {
    this.#isInterrupted = true;
    this.#wake();
  }

  /** @returns undefined if it was interrupted */
  async next(): Promise<Item | undefined> {
    const pending = (this.#pending ??= this.#request());
    if (!this.#hasArrived && !this.#isInterrupted) await new Promise<void>((resolve) => (this.#wake = resolve));
    const wasInterrupted = this.#isInterrupted;
    this.#isInterrupted = false;
    if (wasInterrupted) return undefined;
    this.#pending = undefined;
    this.#hasArrived = false;
    return pending;
  }

  #request(): Promise<Item> {
    const pending = this.records.next();
    const arrive = (): void => {
      this.#hasArrived = true;
      this.#wake();
    };
    pending.then(arrive, arrive);
    return pending;
  }
}
