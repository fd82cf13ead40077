import { on } from 'node:events';
import type { Readable } from 'node:stream';

/** The objects of a stream in batches of all that have arrived: iterating over them one by one costs more. */
export async function* arrivalsOf<Item>(stream: Readable): AsyncGenerator<readonly Item[], void> {
  try {
    for await (const _ of on(stream, 'readable', { close: ['close'] })) {
      const items: Item[] = [];
      for (let item: Item | null; (item = stream.read() as Item | null) !== null;) items.push(item);
      if (items.length > 0) yield items;
    }
  } finally {
    stream.destroy();
  }
}
