/** The thread that compares answers. What happens in it never stops the process. */

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker, type WorkerOptions } from 'node:worker_threads';

import type { Settings } from '../config/settings';
import type { PoolEvents } from '../db/pool/connector';
import type { Compared, ServedRequest, Side } from '../legacy/comparer';
import type { ComparisonThread } from '../legacy/comparisons';

/** What the thread reports besides its results, for the log and the metrics of the process. */
export interface ThreadListeners extends PoolEvents {
  statementEnded(ms: number, failed: boolean): void;
  rowsRead(count: number): void;
  answered(operation: string, side: Side, ms: number): void;
  /** A line of the log, as JSON. */
  logged(line: string): void;
}

/** The name of a listener, and what it receives. */
export type ThreadEvent = {
  [Name in keyof ThreadListeners]: readonly [Name, ...Parameters<ThreadListeners[Name]>];
}[keyof ThreadListeners];

/** A request as the thread receives it: its buffers have become plain bytes. */
export interface SentRequest extends Omit<ServedRequest, 'question' | 'answer'> {
  readonly question: Omit<ServedRequest['question'], 'body'> & { readonly body: Uint8Array };
  readonly answer: Omit<ServedRequest['answer'], 'bytes'> & { readonly bytes: Uint8Array };
}

export type ToThread = 'close' | { readonly id: number; readonly request: SentRequest };

export interface FromThread {
  readonly events: readonly ThreadEvent[];
  readonly answer?: { readonly id: number; readonly compared: Compared };
}

/** Starts a thread that runs a module, named without its extension. */
export type StartThread = (module: string, options: WorkerOptions) => Worker;

export const startThread: StartThread = (module, options) => new Worker(`${module}.js`, options);

export interface ComparisonThreadOptions {
  readonly start: StartThread;
  readonly listeners: ThreadListeners;
  /** @param failure why it has ended; undefined if it was closed */
  readonly onEnd: (failure: unknown) => void;
}

/** Milliseconds within which it must end by itself. */
const CLOSE_TIMEOUT_MS = 2_000;

interface Waiting {
  resolve(compared: Compared): void;
  reject(failure: Error): void;
}

export function comparisonThread(
  settings: Settings,
  { start, listeners, onEnd }: ComparisonThreadOptions,
): ComparisonThread {
  const worker = start(join(__dirname, 'comparison-thread-main'), { workerData: settings });
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let hasEnded = false;
  let failure: unknown = new Error('The thread has ended.');
  const tell = ([name, ...values]: ThreadEvent): void =>
    (listeners[name] as (...received: typeof values) => void)(...values);
  const ended = (): Error => new Error('The thread has ended.', { cause: failure });

  worker.on('message', ({ events, answer }: FromThread) => {
    events.forEach(tell);
    if (answer === undefined) return;
    waiting.get(answer.id)?.resolve(answer.compared);
    waiting.delete(answer.id);
  });
  worker.on('error', (error) => (failure = error));
  const end = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      hasEnded = true;
      for (const { reject } of waiting.values()) reject(ended());
      waiting.clear();
      onEnd(failure);
      resolve();
    });
  });
  const send = (message: ToThread, transferred?: ArrayBuffer[]): void => worker.postMessage(message, transferred);

  return {
    compare: (request) =>
      new Promise((resolve, reject) => {
        if (hasEnded) return reject(ended());
        const id = (asked += 1);
        waiting.set(id, { resolve, reject });
        // A small buffer shares its memory with others, all of which would be copied.
        const [body, bytes] = [new Uint8Array(request.question.body), new Uint8Array(request.answer.bytes)];
        const { question, answer } = request;
        send({ id, request: { ...request, question: { ...question, body }, answer: { ...answer, bytes } } }, [
          body.buffer,
          bytes.buffer,
        ]);
      }),
    async close() {
      failure = undefined;
      send('close');
      await Promise.race([end, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
      await worker.terminate();
      await end;
    },
  };
}
