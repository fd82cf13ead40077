import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds, for a machine that is busy with other things, too. */
const PATIENCE = 120_000;

/** Waits until something holds. @throws when it does not come about in two minutes */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`It did not come about that ${what}.`);
    await sleep(50);
  }
}
