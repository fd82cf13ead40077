import { TooMany } from '../db/listing';
import { ServiceError } from '../errors';

/**
 * Limits the records that one operation reads and returns. There are two counts: records that statements read, and records in
 * the answer. In the answer, a record that is nested in several others counts once for each. Neither count may exceed the limit.
 */
export class RecordBudget {
  #read = 0;
  #returned = 0;
  #sinceYield = 0;
  #yielding: Promise<void> | undefined;
  #refusal: ServiceError | undefined;
  #reading: Promise<unknown> = Promise.resolve();

  /** @param limit infinite for a request of which only each page has a limit */
  constructor(private readonly limit = Infinity) {}

  get isLimited(): boolean {
    return this.limit < Infinity;
  }

  /** How many more records may be read. Every record that is read is returned at least once. */
  get left(): number {
    return Math.max(0, this.limit - Math.max(this.#read, this.#returned));
  }

  /** Counts records of the answer. @throws {ServiceError} once they exceed the limit */
  take(records: number): void {
    this.#returned += records;
    if (this.#returned > this.limit) throw this.refusal();
  }

  /** Counts records of the answer, then yields like {@link yieldAfter}. @throws {ServiceError} once they exceed the limit */
  async takeAndYield(records: number): Promise<void> {
    this.take(records);
    await this.yieldAfter(records);
  }

  /** Yields to the event loop after every {@link RECORDS_PER_TURN} records, so that a large answer does not block the process. */
  async yieldAfter(records: number): Promise<void> {
    this.#sinceYield += records;
    if (this.#sinceYield > RECORDS_PER_TURN) {
      this.#sinceYield = records;
      this.#yielding = (this.#yielding ?? Promise.resolve()).then(nextTurn);
    }
    // Later calls wait too; otherwise they would overtake those that already wait.
    if (this.#yielding !== undefined) await this.#yielding;
  }

  /**
   * Reads lists of unknown length, one statement at a time, so that together they stay within the limit.
   * @param read receives the maximum number of records
   * @param count returns the number of records that were read
   * @throws {ServiceError} when there are more records than the limit
   */
  read<Result>(read: (most: number) => Promise<Result | TooMany>, count: (result: Result) => number): Promise<Result> {
    const next = async (): Promise<Result> => {
      const result = await read(this.left);
      if (result instanceof TooMany) throw this.refusal();
      this.#read += count(result);
      return result;
    };
    const reading = this.#reading.then(next);
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  /** Returns the same error every time, because thousands of resolvers may throw it. */
  refusal(): ServiceError {
    // From now on every other field of the operation is refused too.
    this.#returned = Infinity;
    const message = `The operation is too large: its answer has more than ${this.limit} records.`;
    this.#refusal ??= new ServiceError('invalidRequest', { message, code: 'MAX_COST_LIMIT', refusesAll: true });
    return this.#refusal;
  }
}

/** Records of an answer that are completed in one turn of the event loop. They take some tens of milliseconds. */
const RECORDS_PER_TURN = 1_000;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
