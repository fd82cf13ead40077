import type { RecordKind } from './kinds';
import type { SourceRecord } from './source-record';

/** Where the records of one kind come from: a file or a query. It may be read twice, with the same result. */
export interface RecordSource {
  readonly kind: RecordKind;
  /** As messages show it. */
  readonly name: string;
  /** 0 when unknown. */
  readonly bytes: number;
  /** Whether it holds only some of the records of its kind, such as recent changes. */
  readonly isPartial: boolean;
  /** Those of its leases with their tenants, if these are not in the records themselves. */
  readonly pairs?: PairSource;
  /**
   * The records in batches, as they arrive.
   * @param onBytes receives how many more bytes were read
   * @throws {LoadingError} when it cannot be read to its end
   */
  records(onBytes: (count: number) => void): AsyncGenerator<readonly SourceRecord[], void>;
}

/** Pairs of a lease and a tenant. Known after the leases were read once. */
export interface PairSource {
  readonly name: string;
  readonly read: number;
  readonly hasUnmatched: boolean;
  /** Pairs whose lease is not among the leases. */
  unmatched(): AsyncGenerator<SourceRecord, void>;
}
