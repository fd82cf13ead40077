/** A stream of changes into a database of its own, for the tests in this folder. */

import { type Acknowledgement, importStream, type StreamOptions } from '../../ingest/import/stream/import-stream';
import type { ImportCase } from './import-case';

type Line = string | Readonly<Record<string, unknown>>;

export const bytesOf = (lines: readonly Line[]): Buffer =>
  Buffer.from(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));

/** Each part is a batch of its own: it is sent when the one before is acknowledged. */
export async function streamInto(
  world: ImportCase,
  parts: readonly (readonly Line[])[],
  options: Partial<StreamOptions> = {},
) {
  const acknowledged: Acknowledgement[] = [];
  let next = (): void => undefined;
  async function* input(): AsyncGenerator<Buffer> {
    for (const part of parts) {
      const done = new Promise<void>((resolve) => (next = resolve));
      yield bytesOf(part);
      await done;
    }
  }
  world.refused = [];
  const counts = await importStream({
    db: world.database.db,
    input: input(),
    rejects: world.rejects,
    late: { lines: 1_000, ms: 60_000 },
    onRefusal: (record) => world.refused.push(record),
    stop: new AbortController().signal,
    now: () => performance.now(),
    batchMs: 5,
    ...options,
    async acknowledge(done) {
      acknowledged.push(done);
      await options.acknowledge?.(done);
      next();
    },
  });
  return { counts, acknowledged, positions: acknowledged.map(({ position }) => position) };
}

export const group = (identifier: string) => ({ kind: 'group', record: { identifier } });
export const unit = (identifier: string, of = 'north', city?: string) => ({
  kind: 'unit',
  record: { identifier, group: of, address: { city } },
});
export const tenant = (identifier: string, of = 'north') => ({ kind: 'tenant', record: { identifier, group: of } });
export const lease = (identifier: string, unit_id: string, tenants: readonly string[], of = 'north') => ({
  kind: 'lease',
  record: { identifier, group: of, unit_id, tenants },
});
export const without = (kind: string, identifier: string) => ({ kind, delete: identifier });
export const at = (position: string, change: object) => ({ ...change, position });

export const START = [
  ...[group('north'), group('south'), unit('n1'), tenant('ann'), tenant('bob')],
  lease('l1', 'n1', ['ann']),
];
