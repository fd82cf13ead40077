/** Several processes on the same ports: this one starts them, replaces one that dies, renews them all, and ends them. */

import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from 'pino';

import { backOff } from './back-off';
import { CommandFailure } from './failure';
import type { Signals } from './signals';
import { beginWorker, type Listening, type WorkerProcess } from './worker-process';

/** What to send back for a message of a worker; undefined when it asks for nothing. */
export type ReplyTo = (message: unknown) => object | undefined;

/** Milliseconds in which a worker must listen, and in which one must have ended: its own drain takes 10 s at most. */
const START_LIMIT_MS = 60_000;
const END_LIMIT_MS = 16_000;

export interface Supervision {
  readonly log: Logger;
  /** Answers the workers' questions. */
  readonly replyTo?: ReplyTo;
}

/**
 * Runs `count` workers until a signal to stop comes.
 * @throws {CommandFailure} when one of the first cannot start, having said why itself, or when one cut requests off at the end
 */
export async function superviseWorkers(count: number, signals: Signals, options: Supervision): Promise<void> {
  // Workers accept for themselves: a connection that this process hands to a worker which has just died is answered by no one.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const { log, replyTo = () => undefined } = options;
  cluster.on('message', (worker, message: unknown) => {
    const reply = replyTo(message);
    // A worker may be gone before it has its reply, and needs none then.
    if (reply !== undefined) worker.send(reply, undefined, undefined, () => undefined);
  });
  const workers = new Workers(count, log);
  const first = await Promise.race([workers.begin(), signals.stop]);
  if (first === null) {
    await workers.end(signals.force);
    throw new CommandFailure('A worker could not start.');
  }
  if (typeof first === 'object') {
    log.info({ ...first, workers: count }, 'listening');
    signals.onHangup(() => workers.renew());
  }

  log.info({ signal: await signals.stop }, 'draining');
  if (!(await workers.end(signals.force))) throw new CommandFailure('Not every request could be answered.');
  log.info('stopped');
}

/** A fixed number of places, each with the worker that takes requests in it now. */
class Workers {
  readonly #places: (WorkerProcess | undefined)[];
  /** All that have not exited: those in a place, those that make way and those that are to take over. */
  readonly #running = new Set<WorkerProcess>();
  readonly #ending = new AbortController();
  readonly #pause = backOff();
  #renewing = false;
  #renewAgain = false;

  constructor(
    count: number,
    private readonly log: Logger,
  ) {
    this.#places = Array.from({ length: count });
  }

  /** @returns where they listen, once each does or has died and another does; null when none can */
  async begin(): Promise<Listening | null> {
    const begun = this.#places.map((_none, place) => {
      const worker = this.#run();
      this.#places[place] = worker;
      return worker;
    });
    const all = await Promise.all(begun.map(({ listening }) => listening));
    const listening = all.find((told) => told !== null) ?? null;
    // What one can, each can: one that died, perhaps by somebody's hand, is replaced.
    if (listening !== null) begun.forEach((worker, place) => void this.#keep(place, worker));
    return listening;
  }

  /** @returns whether each did so by itself and answered all it had; those that take too long are killed, and all are when `force` resolves */
  async end(force: Promise<NodeJS.Signals>): Promise<boolean> {
    this.#ending.abort();
    for (const worker of this.#running) worker.stop();
    const statuses = Promise.all([...this.#running].map(({ exited }) => exited));
    const tooLong = sleep(END_LIMIT_MS, 'too long', { ref: false });
    const why = await Promise.race([statuses, force, tooLong]);
    if (typeof why === 'string') {
      this.log.error({ why, workers: this.#running.size }, 'workers killed');
      for (const worker of this.#running) worker.kill();
    }
    return (await statuses).every((status) => status === 0);
  }

  /** Replaces every worker, one after the other. What is asked for meanwhile is done once more afterwards. */
  renew(): void {
    this.#renewAgain = true;
    if (!this.#renewing) void this.#renewAll();
  }

  async #renewAll(): Promise<void> {
    this.#renewing = true;
    while (this.#renewAgain && !this.#ending.signal.aborted) {
      this.#renewAgain = false;
      this.log.info({ workers: this.#places.length }, 'renewing the workers');
      let renewed = 0;
      while (renewed < this.#places.length && (await this.#renewOne(renewed))) renewed += 1;
      if (renewed === this.#places.length) this.log.info('workers renewed');
    }
    this.#renewing = false;
  }

  /** @returns whether a new worker has the place */
  async #renewOne(place: number): Promise<boolean> {
    const fresh = this.#run();
    const listening = await within(START_LIMIT_MS, fresh.listening, null);
    if (this.#ending.signal.aborted) return false;
    if (listening === null) {
      this.log.error('a new worker could not start; the others go on');
      fresh.kill();
      return false;
    }
    const old = this.#places[place];
    this.#places[place] = fresh;
    void this.#keep(place, fresh);
    if (old === undefined) return true;
    old.retire();
    if (
      (await within(
        END_LIMIT_MS,
        old.exited.then(() => 'exited'),
        'late',
      )) === 'late'
    ) {
      this.log.error({ why: 'too long', workers: 1 }, 'workers killed');
      old.kill();
    }
    return true;
  }

  #run(): WorkerProcess {
    const worker = beginWorker();
    this.#running.add(worker);
    void worker.exited.then(() => this.#running.delete(worker));
    return worker;
  }

  /** Replaces the worker when it is gone, unless another one has its place by then. */
  async #keep(place: number, worker: WorkerProcess): Promise<void> {
    const since = performance.now();
    await worker.gone;
    const { signal } = this.#ending;
    if (signal.aborted || this.#places[place] !== worker) return;
    const pauseMs = this.#pause(performance.now() - since);
    this.log.error({ pauseMs }, 'a worker died');
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted || this.#places[place] !== worker) return;
    const successor = this.#run();
    this.#places[place] = successor;
    void this.#keep(place, successor);
  }
}

/** What `wait` comes to, or `otherwise` when that takes longer. */
async function within<Value>(limitMs: number, wait: Promise<Value>, otherwise: Value): Promise<Value> {
  const over = new AbortController();
  const limit = sleep(limitMs, otherwise, { signal: over.signal }).catch(() => otherwise);
  const value = await Promise.race([wait, limit]);
  over.abort();
  return value;
}
