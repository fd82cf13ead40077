import type { IncomingMessage } from 'node:http';

/** Headers of a connection (RFC 9110, 7.6.1). Those that `Connection` names are, too. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers of a message without those of its connection, by their names in lower case. */
export function endToEndHeaders({ rawHeaders, headers }: IncomingMessage): Record<string, string | string[]> {
  const named = headers.connection?.toLowerCase().split(/ *, */) ?? [];
  // A header may have the name of a method of objects.
  const kept = Object.create(null) as Record<string, string | string[]>;
  // Names and values alternate.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    if (OF_CONNECTION.has(name) || named.includes(name)) continue;
    const before = kept[name];
    const value = rawHeaders[index + 1]!;
    kept[name] = before === undefined ? value : [before, value].flat();
  }
  return kept;
}
