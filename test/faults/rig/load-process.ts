/** Load in a process of its own, for when what the client costs must not be what the gateway shows. */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Kind } from './outcomes';

export interface Order {
  readonly port: number;
  readonly seed: number;
  readonly questions: number;
  readonly today: string;
  readonly clients: number;
  /** Milliseconds; until {@link Order.requests} when absent. */
  readonly forMs?: number;
  readonly requests?: number;
  readonly heedsRetryAfter?: boolean;
}

export interface Report {
  readonly kinds: Readonly<Record<Kind, number>>;
  readonly seconds: number;
}

/** Runs load elsewhere. @param onProgress told how many are done, about once in a second */
export async function loadElsewhere(
  order: Order,
  onProgress: (done: number) => void = () => undefined,
): Promise<Report> {
  const child = fork(join(__dirname, '../../support/typescript.mjs'), [join(__dirname, 'load-program.ts')]);
  const report = new Promise<Report>((resolve, reject) => {
    child.on('message', (message: Report | number) => {
      if (typeof message === 'number') onProgress(message);
      else resolve(message);
    });
    child.once('exit', (status) => reject(new Error(`the load ended with status ${status}`)));
  });
  child.send(order);
  const result = await report;
  child.disconnect();
  await once(child, 'exit');
  return result;
}
