/** Several processes on the same ports: this one starts them, replaces one that dies, and ends them. */

import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from 'pino';

import { CommandFailure } from './failure';

/** What to send back for a message of a worker; undefined when it asks for nothing. */
export type ReplyTo = (message: unknown) => object | undefined;

/** What a worker tells once it listens. */
export interface Listening {
  readonly url: string;
  readonly adminUrl: string;
}

/** Milliseconds before a worker that died is replaced: more each time, until one has lived for a while. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
const LIVED = 10_000;

/**
 * Runs `count` workers, each the same command line again, until the signal comes.
 * @param replyTo answers the workers' questions
 * @throws {CommandFailure} when one of the first cannot start; it has said why itself
 */
export async function superviseWorkers(
  count: number,
  signal: Promise<string>,
  { log, replyTo = () => undefined }: { readonly log: Logger; readonly replyTo?: ReplyTo },
): Promise<void> {
  // Workers accept for themselves: a connection that this process hands to a worker which has just died is answered by no one.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.on('message', (worker, message: unknown) => {
    const reply = replyTo(message);
    // A worker may be gone before it has its reply, and needs none then.
    if (reply !== undefined) worker.send(reply, undefined, undefined, () => undefined);
  });
  const stopping = new AbortController();
  const begun = Array.from({ length: count }, () => begin());
  const started = await Promise.all(begun.map(({ listening }) => listening));
  const [first] = started;
  if (first === undefined || started.includes(null)) {
    end();
    await Promise.all(begun.map(({ exited }) => exited));
    throw new CommandFailure('A worker could not start.');
  }
  log.info({ ...first, workers: count }, 'listening');
  const kept = begun.map(({ exited }) => keep(exited));

  log.info({ signal: await signal }, 'draining');
  end();
  await Promise.all(kept);
  log.info('stopped');

  function end(): void {
    stopping.abort();
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
  }

  /** Replaces a worker again and again, until the end. */
  async function keep(exited: Promise<unknown>): Promise<void> {
    let pause = FIRST_PAUSE;
    for (let died = exited, since = performance.now(); ;) {
      await died;
      if (stopping.signal.aborted) return;
      pause = performance.now() - since > LIVED ? FIRST_PAUSE : Math.min(2 * pause, LONGEST_PAUSE);
      log.error({ pauseMs: pause }, 'a worker died');
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      since = performance.now();
      died = begin().exited;
    }
  }
}

function begin(): { readonly listening: Promise<Listening | null>; readonly exited: Promise<unknown> } {
  const worker: Worker = cluster.fork();
  const exited = once(worker, 'exit');
  const told = new Promise<Listening>((resolve) => {
    worker.on('message', (message: object) => {
      if ('adminUrl' in message) resolve(message as Listening);
    });
  });
  return { listening: Promise.race([told, exited.then(() => null)]), exited };
}

/** What a worker does instead of saying so itself. */
export const tellListening = (listening: Listening): void => void process.send?.(listening);

/** In a worker: resolves when the process that started it is gone, however that happened. */
export const orphaned = (): Promise<string> =>
  new Promise((resolve) => process.once('disconnect', () => resolve('disconnect')));

export const isWorker = (): boolean => cluster.isWorker;

/** What every worker would say is said by this one. */
export const isFirstWorker = (): boolean => cluster.worker?.id === 1;
