/** In a worker: a scrape is answered for all of them, by the process that supervises them. */

import { randomUUID } from 'node:crypto';

import type { Snapshot } from './gateway-figures';
import { isMessage, type ScrapeMessage } from './scrape-messages';

/** The end of a channel on which messages arrive whole and in order: `process`, in a worker. */
export interface ScrapeChannel {
  readonly connected?: boolean;
  send?(message: ScrapeMessage, handle: undefined, options: undefined, sent: () => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

/** Milliseconds after which a scrape without a reply has failed. */
const PATIENCE_MS = 5_000;

/**
 * Answers with the snapshot of this process whenever it is asked for.
 * @returns how to get the text of all processes together; it rejects when the other end does not answer
 */
export function scrapeOfAll(channel: ScrapeChannel, snapshot: () => Promise<Snapshot>): () => Promise<string> {
  const waiting = new Map<string, (text: string) => void>();
  const send = (message: ScrapeMessage) => channel.send?.(message, undefined, undefined, () => undefined);

  channel.on('message', (message) => {
    if (!isMessage(message)) return;
    const { metrics, of } = message;
    if (metrics === 'wanted') void snapshot().then((taken) => send({ metrics: 'taken', of, snapshot: taken }));
    if (metrics === 'printed') waiting.get(of)?.(message.text);
  });

  return () =>
    new Promise((resolve, reject) => {
      const of = randomUUID();
      const impatience = setTimeout(() => {
        waiting.delete(of);
        reject(new Error('the supervisor does not answer'));
      }, PATIENCE_MS);
      waiting.set(of, (text) => {
        clearTimeout(impatience);
        waiting.delete(of);
        resolve(text);
      });
      send({ metrics: 'scraped', of });
    });
}
