/** W3C Trace Context: the trace that a request is part of. */

import type { TraceContext } from '../observer';

const FORM =
  /^(?<version>[0-9a-f]{2})-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?<rest>-.*)?$/;

/**
 * Reads a `traceparent`. Of an unknown version it reads the fields of version 00 and ignores the rest. Several headers, which
 * Node joins with a comma, count as none.
 */
export function readTraceparent(header: unknown): TraceContext | undefined {
  if (typeof header !== 'string') return undefined;
  const { version, traceId = '', spanId = '', flags = '', rest } = FORM.exec(header)?.groups ?? {};
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, sampled: (parseInt(flags, 16) & 1) === 1 };
}

export const printTraceparent = ({ traceId, spanId, sampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
