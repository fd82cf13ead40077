/** In the process that supervises workers: what all of them have counted, those that are gone included. */

import type { Snapshot } from './gateway-figures';
import { isMessage, type ScrapeMessage } from './scrape-messages';

export interface ScrapedWorker {
  readonly id: number;
  isConnected(): boolean;
  send(message: ScrapeMessage, handle: undefined, options: undefined, sent: () => void): unknown;
}

/** `node:cluster`, in that process. */
export interface Workers {
  readonly workers?: Readonly<Record<string, ScrapedWorker | undefined>>;
  on(event: 'message', listener: (worker: ScrapedWorker, message: unknown) => void): unknown;
  on(event: 'exit', listener: (worker: ScrapedWorker) => void): unknown;
}

/** Milliseconds that a scrape waits for a worker. One that is busy for longer stands with what it said last. */
const PATIENCE_MS = 1_000;

/** Answers the scrapes that workers were asked for. */
export function answerScrapes(cluster: Workers): void {
  const latest = new Map<number, Snapshot>();
  /** What they sent may arrive after their end. */
  const gone = new Set<number>();
  /** A counter must never fall, so what a worker had counted stays when it is gone. */
  let departed: Promise<Snapshot> = Promise.resolve([]);
  let round: Round | undefined;
  let rounds = 0;

  const text = async (): Promise<string> => {
    round ??= begin();
    await round.over;
    const { printed } = await exposition();
    return printed([...latest.values(), await departed]);
  };

  const begin = (): Round => {
    const of = String((rounds += 1));
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true);
    const begun = new Round(
      of,
      workers.map((worker) => worker!.id),
    );
    void begun.over.then(() => (round = undefined));
    for (const worker of workers) tell(worker!, { metrics: 'wanted', of });
    return begun;
  };

  cluster.on('message', (worker, message) => {
    if (!isMessage(message)) return;
    const { metrics, of } = message;
    if (metrics === 'scraped') void text().then((all) => tell(worker, { metrics: 'printed', of, text: all }));
    if (metrics !== 'taken' || gone.has(worker.id)) return;
    latest.set(worker.id, message.snapshot);
    if (round?.of === of) round.without(worker.id);
  });
  cluster.on('exit', ({ id }) => {
    gone.add(id);
    const last = latest.get(id);
    if (last !== undefined) {
      latest.delete(id);
      departed = departed.then(async (before) => (await exposition()).counted([before, last]));
    }
    round?.without(id);
  });
}

/** Loaded at the first scrape. */
const exposition = () => import('./exposition.ts');

/** A worker may be gone before it is told, and needs nothing then. */
const tell = (worker: ScrapedWorker, message: ScrapeMessage): void =>
  void worker.send(message, undefined, undefined, () => undefined);

/** Asks every worker once; scrapes that come meanwhile share it. */
class Round {
  readonly over: Promise<void>;
  readonly #waitingFor: Set<number>;
  #end: () => void = () => undefined;

  constructor(
    readonly of: string,
    workers: readonly number[],
  ) {
    this.#waitingFor = new Set(workers);
    this.over = new Promise((resolve) => {
      const impatience = setTimeout(resolve, PATIENCE_MS);
      this.#end = () => {
        clearTimeout(impatience);
        resolve();
      };
    });
    if (workers.length === 0) this.#end();
  }

  without(worker: number): void {
    this.#waitingFor.delete(worker);
    if (this.#waitingFor.size === 0) this.#end();
  }
}
