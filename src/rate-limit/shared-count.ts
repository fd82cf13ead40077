/** One count for several workers: each asks the supervisor. */

import type { CountRequest, Standing } from './caller-limit';

interface CountMessage {
  readonly requestOf: string | null;
}

interface Reply {
  readonly standing: Standing;
}

/** `process`, in a worker. Messages arrive whole and in order. */
export interface Channel {
  readonly connected?: boolean;
  send?(message: CountMessage, handle: undefined, options: undefined, sent: (failure: Error | null) => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

/** Milliseconds after which a worker counts a request itself. */
const REPLY_TIMEOUT_MS = 250;

/**
 * Returns a function that has the supervisor count requests. While the supervisor does not reply or is gone, requests are
 * counted by `countLocally`, so no request waits indefinitely.
 */
export function countBySupervisor(supervisor: Channel, countLocally: CountRequest): CountRequest {
  /** The messages without a reply. Replies arrive in the same order. */
  const pending: ((standing: Standing) => void)[] = [];
  let unresponsive = false;

  supervisor.on('message', (message) => {
    if (!isReply(message)) return;
    unresponsive = false;
    pending.shift()?.(message.standing);
  });

  return (key) => {
    if (unresponsive || supervisor.connected !== true) return countLocally(key);
    return new Promise((resolve) => {
      const timeout = setTimeout(() => {
        unresponsive = true;
        resolve(countLocally(key));
      }, REPLY_TIMEOUT_MS);
      pending.push((standing) => {
        clearTimeout(timeout);
        resolve(standing);
      });
      supervisor.send?.({ requestOf: key }, undefined, undefined, () => undefined);
    });
  };
}

/** In the supervisor: returns a function from a message to its reply; undefined for a message that asks for no count. */
export function countReplies(count: (key: string | null) => Standing): (message: unknown) => Reply | undefined {
  return (message) => (isCountMessage(message) ? { standing: count(message.requestOf) } : undefined);
}

const isCountMessage = (message: unknown): message is CountMessage => has(message, 'requestOf');
const isReply = (message: unknown): message is Reply => has(message, 'standing');

function has(message: unknown, name: string): boolean {
  return typeof message === 'object' && message !== null && Object.hasOwn(message, name);
}
