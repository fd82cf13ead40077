import type { ServerResponse } from 'node:http';

import { ServiceError } from '../errors';

/** How long a request waits for its turn, milliseconds: then it is worked on beside the others, as if there were no turns. */
const PATIENCE_MS = 400;

export interface Turns {
  /** @returns when the turn has come: undefined when it has. Rejects when the request has ended meanwhile. */
  begin(response: ServerResponse): Promise<void> | undefined;
  /** The work is done, or given up before it began. What has ended already has no turn to give back. */
  end(response: ServerResponse): void;
}

interface Waiting {
  readonly go: () => void;
  readonly giveUp: () => void;
}

/**
 * Which requests are worked on: `atOnce`, enough to keep the database busy, and the others in the order in which they came.
 * More of them would be answered no sooner, and all at once each would take a third more of the processor: what a request
 * holds in memory would outlive the collections that cost nothing.
 */
export function turns(atOnce: number): Turns {
  const working = new Set<ServerResponse>();
  const waiting = new Map<ServerResponse, Waiting>();

  const wait = (response: ServerResponse): Promise<void> =>
    new Promise((resolve, reject) => {
      const isOver = () => {
        clearTimeout(impatience);
        waiting.delete(response);
      };
      const go = () => {
        isOver();
        working.add(response);
        resolve();
      };
      const giveUp = () => {
        isOver();
        reject(new ServiceError('overloaded'));
      };
      const impatience = setTimeout(go, PATIENCE_MS);
      waiting.set(response, { go, giveUp });
    });

  return {
    begin(response) {
      if (working.size >= atOnce) return wait(response);
      working.add(response);
      return undefined;
    },
    end(response) {
      waiting.get(response)?.giveUp();
      if (!working.delete(response) || working.size >= atOnce) return;
      const [next] = waiting.values();
      next?.go();
    },
  };
}
