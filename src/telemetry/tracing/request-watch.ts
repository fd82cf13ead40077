import type { RequestListener } from 'node:http';

import type { AuditTrail } from '../../lookups/request-trail';
import type { TraceContext } from '../../http/trace-context';

/** From the `Authorization` header to whose token it holds. */
export type Authenticate<Caller> = (authorization: string | undefined) => Caller | Promise<Caller>;

/** Looks on while requests are answered. It costs something on every step of them, so it is there only where a setting asks for it. */
export interface RequestWatch {
  listener(next: RequestListener): RequestListener;
  authenticate<Caller>(next: Authenticate<Caller>): Authenticate<Caller>;
  trail(next: AuditTrail): AuditTrail;
  /** A statement is over. */
  statement(sql: string, ms: number, failed: boolean): void;
  /** The trace of the request that is being answered. */
  currentTrace(): TraceContext | undefined;
  close(): Promise<void>;
}

/** Several watches of the same requests, one around the other. */
export const together = (watches: readonly RequestWatch[]): RequestWatch => ({
  listener: (next) => watches.reduce((inner, watch) => watch.listener(inner), next),
  authenticate: (next) => watches.reduce((inner, watch) => watch.authenticate(inner), next),
  trail: (next) => watches.reduce((inner, watch) => watch.trail(inner), next),
  statement: (...told) => watches.forEach((watch) => watch.statement(...told)),
  currentTrace: () => watches.map((watch) => watch.currentTrace()).find((trace) => trace !== undefined),
  close: async () => void (await Promise.all(watches.map((watch) => watch.close()))),
});
