/** One process of several that share the ports, as its supervisor sees it, and what it does itself. */

import cluster from 'node:cluster';

/** What a worker tells once it listens. */
export interface Listening {
  readonly url: string;
  readonly adminUrl: string;
}

export interface WorkerProcess {
  /** Null when it ended before. */
  readonly listening: Promise<Listening | null>;
  /** It has ended, or says that it will: it takes no more requests. */
  readonly gone: Promise<unknown>;
  /** With which status; 0 for one that a SIGTERM ended before it knew what to do with it. */
  readonly exited: Promise<number>;
  /** Another one has taken over. */
  retire(): void;
  /** All end. */
  stop(): void;
  kill(): void;
}

type Told = Listening | { readonly failing: true };

/** Each worker is the same command line again. */
export function beginWorker(): WorkerProcess {
  const worker = cluster.fork();
  const exited = new Promise<number>((resolve) => {
    worker.process.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGTERM' ? 0 : 1)));
    // Its channel may be closing; or it could not be made, and then it never exits.
    worker.on('error', () => worker.process.pid ?? resolve(1));
  });
  const told = <Message extends Told>(name: string): Promise<Message> =>
    new Promise((resolve) => {
      worker.on('message', (message: object) => {
        if (name in message) resolve(message as Message);
      });
    });
  return {
    listening: Promise.race([told<Listening>('adminUrl'), exited.then(() => null)]),
    gone: Promise.race([told('failing'), exited]),
    exited,
    retire: () => void worker.send({ retire: true }, undefined, undefined, () => undefined),
    stop: () => void worker.process.kill('SIGTERM'),
    kill: () => void worker.process.kill('SIGKILL'),
  };
}

/** What a worker does instead of saying so itself. */
export const tellListening = (listening: Listening): void => void process.send?.(listening satisfies Told);

/** Asks for a successor at once, not only when this process has ended. */
export const tellFailing = (): void =>
  void process.send?.({ failing: true } satisfies Told, undefined, undefined, () => undefined);

/** In a worker, at its start. Node would end it with status 0, whatever it is doing, when the channel to its supervisor closes. */
export function outliveSupervisor(): void {
  if (cluster.worker !== undefined) cluster.worker.exitedAfterDisconnect = true;
}

/** In a worker: resolves when another one has taken over. */
export const retired = (): Promise<'retire'> =>
  new Promise((resolve) => {
    process.on('message', (message: object) => {
      if ('retire' in message) resolve('retire');
    });
  });

/** In a worker: resolves when the process that started it is gone, however that happened. */
export const orphaned = (): Promise<'disconnect'> =>
  new Promise((resolve) => process.once('disconnect', () => resolve('disconnect')));

export const isWorker = (): boolean => cluster.isWorker;

/** What every worker would say is said by this one. */
export const isFirstWorker = (): boolean => cluster.worker?.id === 1;
