import type { ServerResponse } from 'node:http';

import type { TraceContext } from './trace-context';

/** What is known of a request beside its HTTP, for whoever logs, counts or traces it: words of ours, and ids. */
export interface Exchange {
  readonly requestId: string;
  /** Of the caller's trace, or of ours. */
  readonly trace: TraceContext | undefined;
  /** Milliseconds, monotonic. */
  readonly began: number;
  /** `rest`, `graphql`, `web` for documents and pages, `none` until it is known. */
  door: string;
  /** What was looked up; `none` until it is known, and for what looks up nothing. */
  operation: string;
  /** The `type` of the error that was answered, or `none`. */
  type: string;
  /** Whether it was given a concurrency slot. */
  hadSlot: boolean;
}

const EXCHANGE = Symbol('exchange');

type Carrying = ServerResponse & { [EXCHANGE]?: Exchange };

type Begun = Pick<Exchange, 'requestId' | 'trace' | 'began'>;

export function beginExchange(response: ServerResponse, { requestId, trace, began }: Begun): Exchange {
  return ((response as Carrying)[EXCHANGE] = {
    requestId,
    trace,
    began,
    door: 'none',
    operation: 'none',
    type: 'none',
    hadSlot: false,
  });
}

/** @throws {Error} before the exchange was begun, which happens first of all */
export function exchangeOf(response: ServerResponse): Exchange {
  const exchange = (response as Carrying)[EXCHANGE];
  if (exchange === undefined) throw new Error('A response was used before its exchange began.');
  return exchange;
}

/** How a line of the log names the request. */
export const namesOf = ({ requestId, trace }: Exchange): { requestId: string; traceId?: string } =>
  trace === undefined ? { requestId } : { requestId, traceId: trace.traceId };
