/** The contract as data: what a file of `cases/` holds. Nothing here knows the product; it speaks of HTTP alone. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export interface CaseRequest {
  readonly method?: string;
  readonly path?: string;
  /** Name of a token of the target, sent as `Bearer`; null sends no Authorization header. Default: `all`. */
  readonly token?: string | null;
  /** `{token:NAME}` in a value stands for a token. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, with `Content-Type: application/json` unless the headers say otherwise. */
  readonly body?: Json;
  /** Sent as it stands. */
  readonly rawBody?: string;
  readonly rawBodyBase64?: string;
  /** Applied to the body, whatever Content-Encoding the headers claim. */
  readonly compress?: 'gzip' | 'deflate' | 'br';
  /** Blanks are put in front of the body until it has this many bytes before compression. */
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
  /** The whole body. The order of records is left to the sequences. */
  readonly body?: Json;
  /** Identifiers of the records; each must come out whole, as the world has it. */
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
  /** Clauses pinned beside the one that names the file. */
  readonly covers?: readonly string[];
  /** Holds only where today is 2026-03-15. */
  readonly fixedClock?: true;
  readonly request: CaseRequest;
  /** Variants of the request: each becomes a case `ID.NAME`. */
  readonly each?: Readonly<Record<string, CaseRequest>>;
  readonly expect: Expectation;
  /** A changed request that must get the same status and body. */
  readonly sameAs?: CaseRequest;
  /** Repeats the request with `after-id` from `last_id` until -1: the sizes of the pages, and how the cursor is sent. */
  readonly follow?: { readonly pages: readonly number[]; readonly cursor: 'integer' | 'string' };
}

export interface ContractCase extends Omit<CaseDefinition, 'each' | 'covers'> {
  readonly file: string;
  readonly clauses: readonly string[];
}
