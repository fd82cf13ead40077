import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds, long enough for a busy machine. */
const TIMEOUT_MS = 120_000;

/** Waits until a condition holds. @throws {Error} if it does not hold within two minutes */
export async function until(holds: () => unknown, what = String(holds)): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`It did not come about that ${what}.`);
    await sleep(10);
  }
}
