import { setTimeout as sleep } from 'node:timers/promises';

import type { Request } from '../speed/requests';
import { requestBytes, Wire } from '../speed/wire';

export interface Load {
  /** Requests a second. */
  readonly rate: number;
  readonly requests: number;
  readonly token: string;
  /** Of the durations of the old service. */
  readonly seed?: number;
  requestOf(nth: number): Request;
}

export interface LoadOutcome {
  /** Milliseconds from sending each request to the end of its answer. */
  readonly latencies: readonly number[];
  readonly errors: number;
}

/** The old service takes so many milliseconds: 20 to 50, most of them below 30, the same for each seed. */
function durations(seed: number): () => number {
  let state = seed + 1;
  return () => {
    // The generator of Park and Miller.
    state = (state * 48_271) % 2_147_483_647;
    return Math.round(20 + 30 * (state / 2_147_483_647) ** 2);
  };
}

/** Sends requests at a fixed rate, each on a free connection of its own. */
export async function atRate(port: number, { rate, requests, token, seed = 0, requestOf }: Load): Promise<LoadOutcome> {
  const duration = durations(seed);
  const free: Wire[] = [];
  const latencies: number[] = [];
  let errors = 0;
  const one = async (nth: number): Promise<void> => {
    const text = requestBytes(requestOf(nth), port, token).toString();
    const bytes = Buffer.from(text.replace('\r\n', `\r\nX-Delay: ${duration()}\r\n`));
    const wire = free.find(({ isOpen }) => isOpen) ?? (await Wire.open(port));
    if (free.includes(wire)) free.splice(free.indexOf(wire), 1);
    const began = performance.now();
    try {
      await wire.ask(bytes);
      free.push(wire);
    } catch {
      errors += 1;
      wire.close();
    }
    latencies.push(performance.now() - began);
  };
  const began = performance.now();
  const asked: Promise<void>[] = [];
  for (let nth = 0; nth < requests; nth += 1) {
    await sleep(Math.max(0, began + (nth * 1_000) / rate - performance.now()));
    asked.push(one(nth));
  }
  await Promise.all(asked);
  for (const wire of free) wire.close();
  return { latencies, errors };
}
