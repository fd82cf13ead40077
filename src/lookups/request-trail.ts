/** What is audited of the lookups of one request, whether or not an audit trail is kept. */

import type { ServiceError } from '../errors';
import type { Caller } from '../model/caller';
import type { LeaseCriteria, TenantCriteria } from '../model/criteria';

/** Everything that reads records for a caller, by the name of its field in the GraphQL schema; a root field’s type is left out. */
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

/** What a lookup was asked, once its request is understood. */
export interface AuditedRequest {
  /** Empty for a lookup without filters. */
  readonly criteria: Partial<TenantCriteria & LeaseCriteria>;
}

export interface Found {
  readonly records: readonly unknown[];
}

export interface RequestTrail {
  /** Names the caller, as soon as it is known. */
  identify(caller: Caller): void;

  /**
   * Runs one lookup: reads what is asked, and finds it. Both may throw, and what is thrown is passed on.
   * It is audited before the promise settles.
   */
  lookup<A extends AuditedRequest, F extends Found>(
    operation: Operation,
    read: () => A | Promise<A>,
    find: (asked: A) => Promise<F>,
  ): Promise<F>;

  /** Runs one of the lookups of a level that begin together, one for each record above. They are audited together. */
  nested<A extends AuditedRequest, F extends Found>(
    operation: Operation,
    read: () => A,
    find: (asked: A) => Promise<F>,
  ): Promise<F>;

  /** The request was refused as a whole. Audits the operations that it wanted, unless a lookup of it was audited. */
  refused(error: ServiceError, wanted: () => readonly Operation[]): void;
}

export interface AuditTrail {
  request(transport: Transport, requestId: string): RequestTrail;
  /** Writes what is still to be written. */
  close(): Promise<void>;
}

const SILENT: RequestTrail = {
  identify: () => undefined,
  lookup(_operation, read, find) {
    const asked = read();
    return asked instanceof Promise ? asked.then(find) : find(asked);
  },
  nested: (_operation, read, find) => find(read()),
  refused: () => undefined,
};

/** No trail is kept. */
export const NO_TRAIL: AuditTrail = { request: () => SILENT, close: async () => undefined };
