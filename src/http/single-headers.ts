import type { IncomingMessage } from 'node:http';

/**
 * The headers whose value is one value (RFC 9110, 5.3) and that an answer depends on, each by the length of its name. Node
 * keeps the first of several or joins them, so that two programs could see two requests. `Content-Length` is the parser's to
 * refuse; `X-Request-Id` and `traceparent` count as absent where they stand twice (decision 67).
 */
const SINGLE: readonly (string | undefined)[] = [
  'host',
  'origin',
  'referer',
  'content-type',
  'authorization',
  'sec-fetch-site',
  'access-control-request-method',
].reduce<(string | undefined)[]>((byLength, name) => {
  byLength[name.length] = name;
  return byLength;
}, []);

/**
 * Whether each of these headers stands once at most, and `Host` once in HTTP/1.1. Several `Authorization` headers become one
 * that no token fits (decision 36): which of them counts must not be a guess.
 */
export function hasSingleHeaders(request: IncomingMessage): boolean {
  const { rawHeaders } = request;
  let seen = 0;
  // Names and values in turn.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const single = SINGLE[name.length];
    if (single === undefined || (name !== single && name.toLowerCase() !== single)) continue;
    const bit = 1 << name.length;
    if ((seen & bit) !== 0) {
      if (single !== 'authorization') return false;
      request.headers.authorization += `, ${rawHeaders[index + 1] ?? ''}`;
    }
    seen |= bit;
  }
  return (seen & HOST) !== 0 || request.httpVersion !== '1.1';
}

const HOST = 1 << 'host'.length;
