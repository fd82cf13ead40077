/** The interface between the lookups of a request and the audit trail, which may be off. */

import type { ServiceError } from '../errors';
import type { Caller } from '../model/caller';
import type { LeaseCriteria, TenantCriteria } from '../model/criteria';

/** All operations that read records for a caller. Each has the name of its field in the GraphQL schema, for a root field without its type. */
export const OPERATIONS = [
  'leasesForTenant',
  'tenantsByLease',
  'node',
  'nodes',
  'Tenant.leases',
  'Viewer.groups',
] as const;

export type Operation = (typeof OPERATIONS)[number];
export type Transport = 'rest' | 'graphql';

/** The arguments of a lookup, as far as they are audited. */
export interface AuditedRequest {
  /** Empty for a lookup without filters. */
  readonly criteria: Partial<TenantCriteria & LeaseCriteria>;
}

export interface Found {
  readonly records: readonly unknown[];
}

export interface RequestTrail {
  /** Sets the caller, as soon as it is known. */
  identify(caller: Caller): void;

  /**
   * Runs one lookup: `read` returns its arguments, and `find` its records. Errors of both are thrown again.
   * The lookup is audited before the promise settles.
   */
  lookup<A extends AuditedRequest, F extends Found>(
    operation: Operation,
    read: () => A,
    find: (request: A) => Promise<F>,
  ): Promise<F>;

  /** Runs a lookup for one of several parent records. The lookups of one level begin together and are audited together. */
  nested<A extends AuditedRequest, F extends Found>(
    operation: Operation,
    read: () => A,
    find: (request: A) => Promise<F>,
  ): Promise<F>;

  /** Audits a request that was refused as a whole: once for each operation in it, unless one of its lookups was audited. */
  refused(error: ServiceError, operations: () => readonly Operation[]): void;
}

export interface AuditTrail {
  request(transport: Transport, requestId: string): RequestTrail;
  /** Writes the remaining lines. */
  close(): Promise<void>;
}

const SILENT: RequestTrail = {
  identify: () => undefined,
  lookup: (_operation, read, find) => find(read()),
  nested: (_operation, read, find) => find(read()),
  refused: () => undefined,
};

/** For a gateway without an audit trail. */
export const NO_TRAIL: AuditTrail = { request: () => SILENT, close: async () => undefined };
