import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds, long enough for a busy machine. */
const TIMEOUT_MS = 120_000;

/**
 * Looks every few milliseconds until the answer is truthy, and returns it.
 * @param what the condition, for the error; by default the code of `look`
 * @throws {Error} if there is none within two minutes
 */
export async function until<Seen>(
  look: () => Seen | Promise<Seen>,
  what: string | (() => string) = String(look),
): Promise<Exclude<Seen, false | null | undefined>> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const seen = await look();
    if (seen) return seen as Exclude<Seen, false | null | undefined>;
    if (performance.now() > deadline)
      throw new Error(`It did not come about that ${typeof what === 'string' ? what : what()}.`);
    await sleep(10);
  }
}
