/** Supervises several processes on the same ports: starts them, replaces one that dies, renews them all, and ends them. */

import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Logger } from 'pino';

import type { Signals } from './signals';
import type { ServiceManager } from './systemd';
import { CommandFailure } from './terminal';
import { beginWorker, type Listening, type WorkerProcess } from './worker-process';

/** The reply to a message of a worker; undefined when it needs none. */
export type ReplyTo = (message: unknown) => object | undefined;

/** The time within which a worker that replaces another one must listen, and the time within which it must end. Its drain takes at most 10 s. */
const START_LIMIT_MS = 60_000;
const END_LIMIT_MS = 16_000;

export interface Supervision {
  readonly log: Logger;
  readonly manager: ServiceManager;
  /** Milliseconds for which a worker accepts requests after it was told to stop. */
  readonly shutdownDelayMs: number;
  /** Answers messages of the workers. */
  readonly replyTo?: ReplyTo;
}

/**
 * Runs `count` workers until a signal to stop.
 * @throws {CommandFailure} when no worker can start (each has then printed why), or when one cut off requests at the end
 */
export async function superviseWorkers(count: number, signals: Signals, options: Supervision): Promise<void> {
  // Workers accept connections themselves: one that this process passed to a dead worker would never be answered.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const { log, manager, shutdownDelayMs, replyTo = () => undefined } = options;
  cluster.on('message', (worker, message: unknown) => {
    const reply = replyTo(message);
    // The worker may be gone by now; then the error does not matter.
    if (reply !== undefined) worker.send(reply, undefined, undefined, () => undefined);
  });
  const workers = new Workers(count, shutdownDelayMs, log);
  const first = await Promise.race([workers.begin(), signals.stop]);
  if (first === null) {
    await workers.end(signals.force);
    throw new CommandFailure('A worker could not start.');
  }
  if (typeof first === 'object') {
    log.info({ ...first, workers: count }, 'listening');
    manager.listening(first.adminUrl);
    signals.onHangup(() => workers.renew());
  }

  log.info({ signal: await signals.stop }, 'draining');
  manager.stopping();
  if (!(await workers.end(signals.force))) throw new CommandFailure('Some requests were cut off.');
  log.info('stopped');
}

/** A fixed number of slots, each with the worker that serves requests in it. */
class Workers {
  readonly #slots: (WorkerProcess | undefined)[];
  /** All that have not exited: those in a slot, those that retire and those that will take over. */
  readonly #running = new Set<WorkerProcess>();
  readonly #ending = new AbortController();
  readonly #pause = backOff();
  #renewing = false;
  #renewAgain = false;

  constructor(
    count: number,
    private readonly shutdownDelayMs: number,
    private readonly log: Logger,
  ) {
    this.#slots = Array.from({ length: count });
  }

  /** @returns where they listen, once each worker listens or has ended; null when none could start */
  async begin(): Promise<Listening | null> {
    const begun = this.#slots.map((_none, slot) => {
      const worker = this.#run();
      this.#slots[slot] = worker;
      return worker;
    });
    const all = await Promise.all(begun.map(({ listening }) => listening));
    const listening = all.find((address) => address !== null) ?? null;
    // If one worker can start, all can. So one that died, perhaps killed by hand, is replaced.
    if (listening !== null) begun.forEach((worker, slot) => void this.#keep(slot, worker));
    return listening;
  }

  /**
   * Ends all workers. Kills those that take too long, and all of them when `force` resolves.
   * @returns whether each ended by itself with all its requests answered
   */
  async end(force: Promise<NodeJS.Signals>): Promise<boolean> {
    this.#ending.abort();
    for (const worker of this.#running) worker.stop();
    const statuses = Promise.all([...this.#running].map(({ exited }) => exited));
    const tooLong = sleep(this.shutdownDelayMs + END_LIMIT_MS, 'too long', { ref: false });
    const why = await Promise.race([statuses, force, tooLong]);
    if (typeof why === 'string') {
      this.log.error({ why, workers: this.#running.size }, 'workers killed');
      for (const worker of this.#running) worker.kill();
    }
    return (await statuses).every((status) => status === 0);
  }

  /** Replaces every worker, one after the other. Calls in the meantime cause one more round afterwards. */
  renew(): void {
    this.#renewAgain = true;
    if (!this.#renewing) void this.#renewAll();
  }

  async #renewAll(): Promise<void> {
    this.#renewing = true;
    while (this.#renewAgain && !this.#ending.signal.aborted) {
      this.#renewAgain = false;
      this.log.info({ workers: this.#slots.length }, 'renewing the workers');
      let renewed = 0;
      while (renewed < this.#slots.length && (await this.#renewOne(renewed))) renewed += 1;
      if (renewed === this.#slots.length) this.log.info('workers renewed');
    }
    this.#renewing = false;
  }

  /** @returns whether a new worker took the slot */
  async #renewOne(slot: number): Promise<boolean> {
    const fresh = this.#run();
    const listening = await within(START_LIMIT_MS, fresh.listening, null);
    if (this.#ending.signal.aborted) return false;
    if (listening === null) {
      this.log.error('a new worker could not start; the others continue');
      fresh.kill();
      return false;
    }
    const old = this.#slots[slot];
    this.#slots[slot] = fresh;
    void this.#keep(slot, fresh);
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

  /** Replaces the worker when it is gone, unless another one has its slot by then. */
  async #keep(slot: number, worker: WorkerProcess): Promise<void> {
    const since = performance.now();
    await worker.gone;
    const { signal } = this.#ending;
    if (signal.aborted || this.#slots[slot] !== worker) return;
    const pauseMs = this.#pause(performance.now() - since);
    this.log.error({ pauseMs }, 'a worker died');
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted || this.#slots[slot] !== worker) return;
    const successor = this.#run();
    this.#slots[slot] = successor;
    void this.#keep(slot, successor);
  }
}

/** The value of `wait`, or `otherwise` when the time is over. */
async function within<Value>(limitMs: number, wait: Promise<Value>, otherwise: Value): Promise<Value> {
  const over = new AbortController();
  const limit = sleep(limitMs, otherwise, { signal: over.signal }).catch(() => otherwise);
  const value = await Promise.race([wait, limit]);
  over.abort();
  return value;
}

/** A process that lived longer than this did not fail at its start. */
const YOUNG_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** How many processes in a row are replaced at once after they died young. */
const FREE_REPLACEMENTS = 5;

/** Returns a function from how long a process lived to how long to wait before it is replaced. */
export function backOff(): (livedMs: number) => number {
  let diedYoung = 0;
  return (livedMs) => {
    diedYoung = livedMs > YOUNG_MS ? 0 : diedYoung + 1;
    return diedYoung <= FREE_REPLACEMENTS
      ? 0
      : Math.min(FIRST_PAUSE_MS * 2 ** (diedYoung - FREE_REPLACEMENTS - 1), LONGEST_PAUSE_MS);
  };
}
