/**
 * Runs load in its own process, so that the client's cost does not count as the gateway's. It has a low priority, because clients
 * on other machines take no CPU time from the gateway and its database.
 */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join } from 'node:path';

import type { Outcomes } from './outcomes';

export interface Order {
  readonly url: string;
  /** The day of the scene. */
  readonly today: string;
  readonly clients: number;
  readonly forMs: number;
  readonly thinkMs?: number;
  readonly heedsRetryAfter?: boolean;
}

export interface Report {
  readonly kinds: Outcomes;
  readonly seconds: number;
  /** Milliseconds of the answers, all kinds together. */
  readonly p50: number;
  readonly p99: number;
}

const NICENESS = 10;

/** Runs load in another process. @param onSecond is called about once a second */
export async function loadElsewhere(order: Order, onSecond: () => void = () => undefined): Promise<Report> {
  const child = fork(join(__dirname, '../../../test/support/typescript.mjs'), [join(__dirname, 'load-program.ts')]);
  const report = new Promise<Report>((resolve, reject) => {
    child.on('message', (message: Report | 'a second') => {
      if (message === 'a second') onSecond();
      else resolve(message);
    });
    child.once('exit', (status) => reject(new Error(`the load ended with status ${status}`)));
  });
  setPriority(child.pid!, NICENESS);
  child.send(order);
  const result = await report;
  child.disconnect();
  await once(child, 'exit');
  return result;
}
