/** Lookups at a fixed rate in a process of its own, started by `fork`: from the first message to the second, which it answers. */

import { atRate } from './load';
import type { Request } from '../speed/requests';

export interface Lookups {
  readonly port: number;
  readonly token: string;
  /** A second. */
  readonly rate: number;
  /** Sent in turn. */
  readonly requests: readonly Request[];
}

export interface LookupFigures {
  readonly latencies: readonly number[];
  readonly errors: number;
}

async function run({ port, token, rate, requests }: Lookups): Promise<void> {
  const latencies: number[] = [];
  let [errors, stopped, first] = [0, false, 0];
  process.once('message', () => (stopped = true));
  while (!stopped) {
    const from = first;
    const requestOf = (nth: number): Request => requests[(from + nth) % requests.length]!;
    const outcome = await atRate(port, { rate, requests: rate, token, seed: first, requestOf });
    latencies.push(...outcome.latencies);
    errors += outcome.errors;
    first += rate;
  }
  const figures: LookupFigures = { latencies, errors };
  process.send?.(figures);
}

process.once('message', (message: Lookups) => void run(message));
process.once('disconnect', () => process.exit());
