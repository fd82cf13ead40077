import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Env } from './gateway-process';
import type { Rig } from './rig';

export type Order = `block ${number}` | `throw ${number}` | 'reject';

/** The environment of a gateway that follows orders, and a function that gives an order to one of its processes. */
export function takingOrders({ folder }: Rig): { readonly env: Env; order(pid: number, order: Order): void } {
  const file = join(folder, 'orders');
  return {
    env: { NODE_OPTIONS: `--import ${join(__dirname, 'disturb.mjs')}`, FAULT_ORDERS: file },
    order(pid, order) {
      writeFileSync(file, order);
      process.kill(pid, 'SIGUSR2');
    },
  };
}
