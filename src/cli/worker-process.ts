/** A worker: one of several processes that share the ports. First its supervisor's side, then its own. */

import cluster from 'node:cluster';

/** The message of a worker that listens. */
export interface Listening {
  readonly url: string;
  readonly adminUrl: string;
}

export interface WorkerProcess {
  /** Null when it ended first. */
  readonly listening: Promise<Listening | null>;
  /** Resolves when it has ended or is about to, and takes no more requests. */
  readonly gone: Promise<unknown>;
  /** Its exit status; 0 when a SIGTERM ended it before it could handle the signal. */
  readonly exited: Promise<number>;
  /** Ends it because another worker has taken over. */
  retire(): void;
  /** Ends it because all workers end. */
  stop(): void;
  kill(): void;
}

type Message = Listening | { readonly failing: true };

/** Starts a worker with the same command line. */
export function beginWorker(): WorkerProcess {
  const worker = cluster.fork();
  const exited = new Promise<number>((resolve) => {
    worker.process.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGTERM' ? 0 : 1)));
    // Either its channel is closing, or the process could not be started. Then it has no pid and never exits.
    worker.on('error', () => worker.process.pid ?? resolve(1));
  });
  const received = <Kind extends Message>(name: string): Promise<Kind> =>
    new Promise((resolve) => {
      worker.on('message', (message: object) => {
        if (name in message) resolve(message as Kind);
      });
    });
  return {
    listening: Promise.race([received<Listening>('adminUrl'), exited.then(() => null)]),
    gone: Promise.race([received('failing'), exited]),
    exited,
    retire: () => void worker.send({ retire: true }, undefined, undefined, () => undefined),
    stop: () => void worker.process.kill('SIGTERM'),
    kill: () => void worker.process.kill('SIGKILL'),
  };
}

/** In a worker: the supervisor writes one log line for all workers. */
export const reportListening = (listening: Listening): void => void process.send?.(listening satisfies Message);

/** In a worker: asks for a replacement before this process has ended. */
export const reportFailing = (): void =>
  void process.send?.({ failing: true } satisfies Message, undefined, undefined, () => undefined);

/** In a worker, at its start. Otherwise Node ends the process with status 0 as soon as the channel to its supervisor closes. */
export function outliveSupervisor(): void {
  if (cluster.worker !== undefined) cluster.worker.exitedAfterDisconnect = true;
}

/** In a worker: resolves when another worker has taken over. */
export const retired = (): Promise<'retire'> =>
  new Promise((resolve) => {
    process.on('message', (message: object) => {
      if ('retire' in message) resolve('retire');
    });
  });

/** In a worker: resolves when its supervisor has ended. */
export const orphaned = (): Promise<'disconnect'> =>
  new Promise((resolve) => process.once('disconnect', () => resolve('disconnect')));

export const isWorker = (): boolean => cluster.isWorker;

/** This worker writes the log lines that would be the same for all. */
export const isFirstWorker = (): boolean => cluster.worker?.id === 1;
