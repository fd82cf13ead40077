import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE = 30_000;

/** Waits until something holds. @throws when it does not come about in half a minute */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`It did not come about that ${what}.`);
    await sleep(50);
  }
}
