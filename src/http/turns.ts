import type { ServerResponse } from 'node:http';

import { ServiceError } from '../errors';

/** How long a request waits for its turn, milliseconds: then it is worked on beside the others, as if there were no turns. */
const PATIENCE_MS = 400;
/** And while no turn is given back at all, as when the database hangs. */
const STANDSTILL_MS = 100;

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
 * More of them would be answered no sooner, and each would take a quarter more of the processor: what a request holds in
 * memory would outlive the collections that cost nothing.
 */
export function turns(atOnce: number): Turns {
  const working = new Set<ServerResponse>();
  const waiting = new Map<ServerResponse, Waiting>();
  let standstill: NodeJS.Timeout | undefined;

  const postponeStandstill = (): void => {
    standstill = standstill?.refresh() ?? setTimeout(letAllGo, STANDSTILL_MS).unref();
  };
  const letAllGo = (): void => {
    for (const { go } of waiting.values()) go();
  };

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
      if (waiting.size === 0) postponeStandstill();
      waiting.set(response, { go, giveUp });
    });

  const admit = (): void => {
    for (const { go } of waiting.values()) {
      if (working.size >= atOnce) return;
      go();
    }
  };

  return {
    begin(response) {
      if (working.size >= atOnce || waiting.size > 0) return wait(response);
      working.add(response);
      return undefined;
    },
    end(response) {
      waiting.get(response)?.giveUp();
      if (!working.delete(response) || waiting.size === 0) return;
      postponeStandstill();
      // Later: those that end together with this one, as all of a connection do, have their turns no more.
      queueMicrotask(admit);
    },
  };
}
