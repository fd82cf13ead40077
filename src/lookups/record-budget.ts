import { ServiceError } from '../errors';

/**
 * The records that one operation may still read and return. They are counted twice: as statements read them, and as the answer
 * will hold them, where a record beneath several others counts beneath each of them. Neither count may exceed the limit.
 */
export class RecordBudget {
  #read = 0;
  #returned = 0;
  #sinceTurn = 0;
  #turn: Promise<void> | undefined;
  #refusal: ServiceError | undefined;
  #reading: Promise<unknown> = Promise.resolve();

  constructor(private readonly limit: number) {}

  /** How many more records may be read. Every record that is read is returned at least once. */
  get left(): number {
    return Math.max(0, this.limit - Math.max(this.#read, this.#returned));
  }

  /** Counts records as the answer will hold them. @throws {ServiceError} once they are more than the limit */
  take(records: number): void {
    this.#returned += records;
    if (this.#returned > this.limit) throw this.refusal();
  }

  /** Counts records, and waits as {@link turn} does. @throws {ServiceError} once they are more than the limit */
  async takeInTurn(records: number): Promise<void> {
    this.take(records);
    await this.turn(records);
  }

  /** Waits so that each turn of the event loop does a bounded part of a large answer: the work of so many records. */
  async turn(records: number): Promise<void> {
    this.#sinceTurn += records;
    if (this.#sinceTurn > RECORDS_PER_TURN) {
      this.#sinceTurn = records;
      this.#turn = (this.#turn ?? Promise.resolve()).then(turnOfLoop);
    }
    // Later ones wait as well, or they would overtake those that wait already.
    if (this.#turn !== undefined) await this.#turn;
  }

  /**
   * Reads lists whose length is not known before, one statement at a time, so that all of them together stay within the limit.
   * @param read gets the number of records that it may read at most, and returns null when there are more
   * @param count returns the number of records that were read
   * @throws {ServiceError} when there are more than the limit
   */
  read<Result>(read: (most: number) => Promise<Result | null>, count: (result: Result) => number): Promise<Result> {
    const next = async (): Promise<Result> => {
      const result = await read(this.left);
      if (result === null) throw this.refusal();
      this.#read += count(result);
      return result;
    };
    const reading = this.#reading.then(next);
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  /** The same error every time: thousands of resolvers may throw it. */
  refusal(): ServiceError {
    // Other fields of the operation that ask for records meanwhile are refused as well.
    this.#returned = Infinity;
    const message = `The operation is too large: its answer has more than ${this.limit} records.`;
    this.#refusal ??= new ServiceError('invalidRequest', { message, code: 'MAX_COST_LIMIT', refusesAll: true });
    return this.#refusal;
  }
}

/** Records of an answer that are completed in one turn of the event loop, in some tens of milliseconds. */
export const RECORDS_PER_TURN = 1_000;

/** Lets the process answer others. */
export const turnOfLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
