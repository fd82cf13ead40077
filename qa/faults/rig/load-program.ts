/** The program that `load-process.ts` starts: it runs the load that its parent orders. */

import { Load } from './load';
import type { Order } from './load-process';
import { quantile } from './outcomes';
import { setScene } from './questions';

async function work({ today, forMs, ...order }: Order): Promise<void> {
  const { questions } = await setScene(today);
  const began = performance.now();
  const load = new Load({ ...order, questions });
  const { outcomes: kinds, took } = load;
  const progress = setInterval(() => process.send?.('a second'), 1_000);
  setTimeout(() => void load.stop(), forMs);
  await load.finished();
  clearInterval(progress);
  const seconds = (performance.now() - began) / 1_000;
  process.send?.({ kinds, seconds, p50: quantile(took, 0.5), p99: quantile(took, 0.99) });
}

process.once('message', (order: Order) => void work(order));
process.once('disconnect', () => process.exit(0));
