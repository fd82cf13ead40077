/** One count for several processes: each asks the one that supervises them. */

import type { CountRequest } from './caller-limit';
import type { Standing } from './windows';

interface Question {
  readonly requestOf: string | null;
}

interface Reply {
  readonly standing: Standing;
}

/** The end of a channel on which messages arrive whole and in order: `process`, in a worker. */
export interface Channel {
  readonly connected?: boolean;
  send?(message: Question, handle: undefined, options: undefined, sent: (failure: Error | null) => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

/** Milliseconds after which a question that has no reply is answered by the process itself. */
const PATIENCE_MS = 250;

/**
 * Returns how to have requests counted at the other end of a channel. While that is silent or gone, requests are counted
 * `alone`: no request waits for it without an end.
 */
export function countElsewhere(channel: Channel, alone: CountRequest): CountRequest {
  /** The questions without a reply, in the order in which replies come. */
  const waiting: ((standing: Standing) => void)[] = [];
  let silent = false;

  channel.on('message', (message) => {
    if (!isReply(message)) return;
    silent = false;
    waiting.shift()?.(message.standing);
  });

  return (key) => {
    if (silent || channel.connected !== true) return alone(key);
    return new Promise((resolve) => {
      const impatience = setTimeout(() => {
        silent = true;
        resolve(alone(key));
      }, PATIENCE_MS);
      waiting.push((standing) => {
        clearTimeout(impatience);
        resolve(standing);
      });
      channel.send?.({ requestOf: key }, undefined, undefined, () => undefined);
    });
  };
}

/** Returns what to reply to a message; undefined for one that asks for no count. */
export function countReplies(count: (key: string | null) => Standing): (message: unknown) => Reply | undefined {
  return (message) => (isQuestion(message) ? { standing: count(message.requestOf) } : undefined);
}

const isQuestion = (message: unknown): message is Question => has(message, 'requestOf');
const isReply = (message: unknown): message is Reply => has(message, 'standing');

function has(message: unknown, name: string): boolean {
  return typeof message === 'object' && message !== null && Object.hasOwn(message, name);
}
