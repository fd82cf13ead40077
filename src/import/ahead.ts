import { setImmediate } from 'node:timers/promises';

/**
 * Gives what `source` gives, each in its turn. The next is made while the present one is worked on, and never more than
 * that one, so that memory stays flat. Does not end before `source` is at rest.
 */
export async function* ahead<Item>(source: AsyncGenerator<Item, void>): AsyncGenerator<Item, void> {
  // The worker first: its statement is on the way before the next item takes the processor.
  const next = async (): Promise<IteratorResult<Item, void>> => {
    await setImmediate();
    return source.next();
  };
  let coming = next();
  try {
    for (let item = await coming; item.done !== true; item = await coming) {
      coming = next();
      // A failure is thrown when its turn comes; until then nobody waits for it.
      coming.catch(() => {});
      yield item.value;
    }
  } finally {
    await coming.catch(() => {});
    await source.return();
  }
}
