import { ServiceError } from '../errors';

/**
 * Limits the records that one operation reads and returns. There are two counts: records that statements read, and records in
 * the answer. In the answer, a record that is nested in several others counts once for each. Neither count may exceed the limit.
 */
export class RecordBudget {
  #read = 0;
  #returned = 0;
  #refusal: ServiceError | undefined;

  constructor(private readonly limit: number) {}

  /** How many more records may be read. Every record that is read is returned at least once. */
  get left(): number {
    return Math.max(0, this.limit - Math.max(this.#read, this.#returned));
  }

  /** Counts records that a statement has read. */
  read(records: number): void {
    this.#read += records;
  }

  /** Counts records of the answer. @throws {ServiceError} once they exceed the limit */
  take(records: number): void {
    this.#returned += records;
    if (this.#returned > this.limit) throw this.refusal();
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
