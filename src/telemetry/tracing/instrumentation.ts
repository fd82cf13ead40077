import type { RequestListener } from 'node:http';

import type { AuditTrail } from '../../lookups/request-trail';
import type { TraceContext } from '../../http/trace-context';

/** From the `Authorization` header to the caller. */
export type Authenticate<Caller> = (authorization: string | undefined) => Caller | Promise<Caller>;

/** Observes every step of a request. This costs CPU time, so it is loaded only where a setting asks for it. */
export interface Instrumentation {
  listener(next: RequestListener): RequestListener;
  authenticate<Caller>(next: Authenticate<Caller>): Authenticate<Caller>;
  trail(next: AuditTrail): AuditTrail;
  /** Called when a statement has ended. */
  statement(sql: string, ms: number, failed: boolean): void;
  /** The trace of the current request. */
  currentTrace(): TraceContext | undefined;
  close(): Promise<void>;
}

/** Nests several instrumentations of the same requests. */
export const together = (all: readonly Instrumentation[]): Instrumentation => ({
  listener: (next) => all.reduce((inner, one) => one.listener(inner), next),
  authenticate: (next) => all.reduce((inner, one) => one.authenticate(inner), next),
  trail: (next) => all.reduce((inner, one) => one.trail(inner), next),
  statement: (...ended) => all.forEach((one) => one.statement(...ended)),
  currentTrace: () => all.map((one) => one.currentTrace()).find((trace) => trace !== undefined),
  close: async () => void (await Promise.all(all.map((one) => one.close()))),
});
