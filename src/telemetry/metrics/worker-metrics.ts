/** `/metrics` with several workers: the one that is scraped asks the supervisor, which asks all of them. */

import type { Registry } from 'prom-client';

import type { Snapshot } from './gateway-metrics';

type Message =
  /** A worker is scraped. Its supervisor answers with `text`. */
  | { readonly metrics: 'scrape' }
  | { readonly metrics: 'text'; readonly text: string }
  /** The supervisor collects. Each worker answers with `snapshot`. */
  | { readonly metrics: 'collect' }
  | { readonly metrics: 'snapshot'; readonly snapshot: Snapshot };

/** `process`, in a worker. */
export interface SupervisorChannel {
  readonly connected?: boolean;
  send?(message: Message, handle: undefined, options: undefined, sent: () => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

export interface Worker {
  readonly id: number;
  isConnected(): boolean;
  send(message: Message, handle: undefined, options: undefined, sent: () => void): unknown;
}

/** `node:cluster`, in the supervisor. */
export interface Cluster {
  readonly workers?: Readonly<Record<string, Worker | undefined>>;
  on(event: 'message', listener: (worker: Worker, message: unknown) => void): unknown;
  on(event: 'exit', listener: (worker: Worker) => void): unknown;
}

/** Milliseconds. A scrape fails when the supervisor takes longer. */
const SUPERVISOR_TIMEOUT_MS = 5_000;

/** Milliseconds. A worker that takes longer counts with its last snapshot. */
const WORKER_TIMEOUT_MS = 1_000;

/**
 * In a worker: gives the supervisor a snapshot of this process whenever it asks.
 * @returns a function that returns the text of all workers; it rejects when the supervisor does not answer
 */
export function scrapeAllWorkers(
  supervisor: SupervisorChannel,
  snapshot: () => Promise<Snapshot>,
): () => Promise<string> {
  const send = (message: Message) => supervisor.send?.(message, undefined, undefined, () => undefined);
  let scrape: Promise<string> | undefined;
  let answered: (text: string) => void = () => undefined;

  supervisor.on('message', (message) => {
    if (!isMessage(message)) return;
    if (message.metrics === 'collect') void snapshot().then((taken) => send({ metrics: 'snapshot', snapshot: taken }));
    if (message.metrics === 'text') answered(message.text);
  });

  const ask = () =>
    new Promise<string>((resolve, reject) => {
      const timeout = setTimeout(() => reject(new Error('the supervisor does not answer')), SUPERVISOR_TIMEOUT_MS);
      answered = (text) => {
        clearTimeout(timeout);
        resolve(text);
      };
      send({ metrics: 'scrape' });
    });
  // Scrapes that come meanwhile share the answer.
  return () => (scrape ??= ask().finally(() => (scrape = undefined)));
}

/** In the supervisor: answers the scrapes of workers with the metrics of all, including those of workers that have ended. */
export function answerScrapes(cluster: Cluster): void {
  const latest = new Map<number, Snapshot>();
  const ended = new Set<number>();
  /** A counter must never fall, so what a worker had counted stays when it has ended. */
  let countedByEnded: Promise<Snapshot> = Promise.resolve([]);
  let collection: Promise<void> | undefined;
  const missing = new Set<number>();
  let complete: () => void = () => undefined;

  const collect = () =>
    new Promise<void>((resolve) => {
      const timeout = setTimeout(resolve, WORKER_TIMEOUT_MS);
      complete = () => {
        clearTimeout(timeout);
        resolve();
      };
      for (const worker of Object.values(cluster.workers ?? {})) {
        if (worker?.isConnected() !== true) continue;
        missing.add(worker.id);
        send(worker, { metrics: 'collect' });
      }
    }).finally(() => {
      collection = undefined;
      missing.clear();
    });
  const received = (id: number): void => {
    missing.delete(id);
    if (missing.size === 0) complete();
  };
  const text = async (): Promise<string> => {
    await (collection ??= collect());
    return (await together([...latest.values(), await countedByEnded])).metrics();
  };

  cluster.on('message', (worker, message) => {
    if (!isMessage(message)) return;
    if (message.metrics === 'scrape') void text().then((all) => send(worker, { metrics: 'text', text: all }));
    // A snapshot may arrive after its worker has ended, and is counted already.
    if (message.metrics !== 'snapshot' || ended.has(worker.id)) return;
    latest.set(worker.id, message.snapshot);
    received(worker.id);
  });
  cluster.on('exit', ({ id }) => {
    ended.add(id);
    const last = latest.get(id);
    if (last !== undefined) {
      latest.delete(id);
      countedByEnded = countedByEnded.then((before) => countersOf([before, last]));
    }
    received(id);
  });
}

/** prom-client is loaded at the first scrape: the supervisor has no metrics of its own. */
async function together(snapshots: readonly Snapshot[]): Promise<Registry> {
  const { AggregatorRegistry } = await import('prom-client');
  return AggregatorRegistry.aggregate([...snapshots]);
}

/** What has happened, without the gauges: what is the case at the moment. */
async function countersOf(snapshots: readonly Snapshot[]): Promise<Snapshot> {
  const metrics = await (await together(snapshots)).getMetricsAsJSON();
  // The types of prom-client declare a number for what is a word.
  return metrics.filter(({ type }) => String(type) !== 'gauge');
}

/** A worker may have ended meanwhile, and then needs no message. */
const send = (worker: Worker, message: Message): void =>
  void worker.send(message, undefined, undefined, () => undefined);

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && Object.hasOwn(message, 'metrics');
