/**
 * What happens in a gateway, by name. The log, the metrics, traces and the audit trail are observers. Whoever
 * reports an event knows none of them. No event carries a value of a request or a record.
 */

import type { ServerResponse } from 'node:http';

import type { ServiceError, TokenFault } from './errors';
import type { Caller } from './model/caller';
import type { Operation } from './model/operations';

/** The trace that a request is part of, by W3C Trace Context. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits: the span that the next one is a child of. */
  readonly spanId: string;
  readonly sampled: boolean;
}

/** A request from its head to the end of its answer. It contains ids and fixed words. */
export interface ObservedRequest {
  readonly requestId: string;
  /** Milliseconds, monotonic. */
  readonly began: number;
  /** The trace of the caller. An observer that traces replaces it with its own span when the request begins. */
  trace: TraceContext | undefined;
  /** `rest`, `graphql`, `mcp`, `web` for documents and pages, `none` until it is known. */
  transport: string;
  /** The lookup; `none` until it is known, and for a request without one. */
  operation: string;
  /** The `type` of the error in the answer, or `none`. */
  type: string;
  /** Why the token was refused. */
  tokenFault?: TokenFault;
}

export interface EndedRequest {
  readonly method: string | undefined;
  /** The path of the route, never that of the request. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** Of the body of the answer. */
  readonly bytes: number;
}

/** One lookup, or all `Tenant.leases` of a level together. */
export interface EndedLookup {
  readonly operation: Operation;
  readonly caller: Caller;
  /** The names of the filters, in the words of the contract. */
  readonly filters: readonly string[];
  readonly lookups: number;
  readonly records: number;
  readonly ms: number;
  /** Absent if it succeeded. */
  readonly failure?: ServiceError | undefined;
}

/** A request that was refused before any of its lookups ended. */
export interface RefusedLookups {
  readonly caller: Caller | undefined;
  readonly error: ServiceError;
  /** The lookups that it asked for; none if they are not known. */
  readonly operations: () => readonly Operation[];
  readonly ms: number;
}

export interface EndedStatement {
  /** The text, without parameters. */
  readonly sql: string;
  readonly ms: number;
  readonly failed: boolean;
}

/** Which product a database server is. */
export type DatabaseProduct = 'mariadb' | 'mysql';

/** A host of `DATABASE_URL` after a check. */
export interface HostState {
  /** Its place in `DATABASE_URL`, from 1. */
  readonly host: number;
  readonly isInUse: boolean;
  /** Why no request reads it, to follow the words “the host”. Null if it is healthy. */
  readonly problem: string | null;
}

/** `unavailable`: the keys or the database that the check needs cannot be reached, or too many tokens wait for it. */
export type Verdict = 'good' | TokenFault | 'unavailable';

/** Each observer has the events that it needs. Times are in milliseconds. */
export interface Observer {
  readonly requestBegan?: (request: ObservedRequest, response: ServerResponse) => void;
  readonly requestEnded?: (request: ObservedRequest, end: EndedRequest) => void;
  /** An error of the service is answered. */
  readonly requestFailed?: (request: ObservedRequest, error: ServiceError) => void;
  /** Input that is not a valid request was refused. */
  readonly inputRefused?: (error: ServiceError) => void;
  /** A request was refused because of load. */
  readonly requestOverloaded?: () => void;
  /** The number of requests that wait for a concurrency slot has changed. */
  readonly requestsWaiting?: (change: 1 | -1) => void;
  /** A connection was closed because too many were open. */
  readonly clientConnectionClosed?: () => void;

  /** A token was verified. @param refusal why it is no valid token */
  readonly tokenVerified?: (request: ObservedRequest, ms: number, refusal?: unknown) => void;
  /** A request needed a token. */
  readonly tokenChecked?: (verdict: Verdict) => void;
  /** A caller with a valid token asked, and no group of the token or its subject is in the database. */
  readonly noGroupKnown?: () => void;
  readonly keySetLoaded?: () => void;
  /** The identity provider's key set was not renewed. @param problem names no host */
  readonly keySetFailed?: (problem: string) => void;

  /** The files of secrets were read again. @param problems why none was taken, a sentence each; empty if all were */
  readonly secretsRead?: (problems: readonly string[]) => void;

  /** Reported before the answer is written. */
  readonly lookupEnded?: (request: ObservedRequest, lookup: EndedLookup) => void;
  readonly lookupsRefused?: (request: ObservedRequest, refused: RefusedLookups) => void;
  readonly operationExecuted?: (isCompiled: boolean) => void;

  /** @param request absent unless traces or timing need it */
  readonly statementEnded?: (statement: EndedStatement, request?: ObservedRequest) => void;
  readonly rowsRead?: (rows: number) => void;
  readonly hostChecked?: (state: HostState) => void;
  readonly connectionOpened?: (product: DatabaseProduct) => void;
  readonly connectionFailed?: () => void;
  readonly connectionClosed?: () => void;
  readonly connectionDiscarded?: (reason: 'age' | 'failed' | 'timeout') => void;
  /** The number of connections that callers hold has changed. */
  readonly connectionsBusy?: (change: 1 | -1) => void;
  /** The number of callers who wait for a connection has changed. */
  readonly connectionWaiters?: (change: 1 | -1) => void;
  /** A read that was lost with its connection was sent again. */
  readonly statementRetried?: () => void;

  readonly linesLost?: (log: 'log' | 'audit', lines: number) => void;
  /** @param code such as `ENOSPC`, or `full` when lines are lost because too many wait */
  readonly auditFailed?: (code: string) => void;
  /** @param code such as `ECONNREFUSED`, or a status */
  readonly tracesFailed?: (code: string | number) => void;
}

type Listener = (...event: unknown[]) => void;

/** Reports each event to all of these, in their order. An event that none of them has stays absent. */
export function together(observers: readonly Observer[]): Observer {
  const listeners = new Map<string, Listener[]>();
  for (const observer of observers) {
    for (const [event, listener] of Object.entries(observer) as [string, Listener][])
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
  }
  const reportTo = ([only, ...others]: Listener[]): Listener | undefined =>
    others.length === 0
      ? only
      : (...event) => {
          only!(...event);
          for (const listener of others) listener(...event);
        };
  return Object.fromEntries([...listeners].map(([event, each]) => [event, reportTo(each)]));
}
