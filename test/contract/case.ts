/**
 * The contract as data: the format of the files in `cases/`. It describes HTTP only and knows nothing of the program.
 */

import type { Json } from '../../cutover/contract/answers';

export interface CaseRequest {
  readonly method?: string;
  readonly path?: string;
  /** The name of a token, sent as `Bearer`; null sends no Authorization header. Default: `all`. */
  readonly token?: string | null;
  /** `{token:NAME}` in a value stands for a token. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, with `Content-Type: application/json` unless the headers say otherwise. */
  readonly body?: Json;
  /** Sent unchanged. */
  readonly rawBody?: string;
  readonly rawBodyBase64?: string;
  /** The compression of the body, whatever Content-Encoding the headers claim. */
  readonly compress?: 'gzip' | 'deflate' | 'br';
  /** Pads the body with leading spaces to this number of bytes before compression. */
  readonly padTo?: number;
}

export interface Expectation {
  readonly status: number;
  /** `error.type` of the envelope. */
  readonly type?: string;
  readonly messageIncludes?: readonly string[];
  readonly messageExcludes?: readonly string[];
  /** Exact values; null: absent. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The whole body. Sequences check the order of records. */
  readonly body?: Json;
  /** Identifiers of the records. Each record must have exactly the fields of the world. */
  readonly leases?: readonly string[];
  readonly tenants?: readonly string[];
  /** `-1`, or `more` for the positive id of a further page. Default with records: -1. */
  readonly lastId?: -1 | 'more';
  /** `extensions.type` of the first GraphQL error. */
  readonly graphqlType?: string;
}

export interface CaseDefinition {
  /** Permanent and unique; begins with the clause that names the file. */
  readonly id: string;
  readonly title: string;
  /** Clauses that the case covers besides the one of its file. */
  readonly covers?: readonly string[];
  readonly request: CaseRequest;
  /** Variants of the request. Each is a separate case `ID.NAME`. */
  readonly each?: Readonly<Record<string, CaseRequest>>;
  readonly expect: Expectation;
  /** A changed request whose answer must have the same status and body. */
  readonly sameAs?: CaseRequest;
  /**
   * Repeats the request with `after-id` from `last_id` until -1. Gives the sizes of the pages, and how the cursor is
   * sent.
   */
  readonly follow?: { readonly pages: readonly number[]; readonly cursor: 'integer' | 'string' };
}

export interface ContractCase extends Omit<CaseDefinition, 'each' | 'covers'> {
  readonly file: string;
  readonly clauses: readonly string[];
}
