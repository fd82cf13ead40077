import type { IncomingMessage } from 'node:http';

/** The `Authorization` header. Several of them become one that no token fits: which one counts must not be a guess. */
export function authorizationOf({ rawHeaders }: IncomingMessage): string | undefined {
  let found: string | undefined;
  // Names and values in turn. `headers` holds the first one alone.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() !== 'authorization') continue;
    const value = rawHeaders[index + 1] ?? '';
    found = found === undefined ? value : `${found}, ${value}`;
  }
  return found;
}
