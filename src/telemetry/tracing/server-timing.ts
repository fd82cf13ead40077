/** The header `Server-Timing` (decision 68): how long an answer took in total, for the token and for statements. */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';

import type { Instrumentation } from './instrumentation';

/** Milliseconds. */
interface Timing {
  readonly began: number;
  auth: number;
  db: number;
}

/** @param monotonicNow milliseconds */
export function serverTiming(monotonicNow: () => number): Instrumentation {
  const current = new AsyncLocalStorage<Timing>();

  /** The header is set as late as possible: when the head is written. */
  const timeHead = (response: ServerResponse, timing: Timing): void => {
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
    // Not created in the assignment, as in `limitBodyParts`.
    const timed = (...head: unknown[]) => {
      const { auth, db } = timing;
      const total = monotonicNow() - timing.began;
      response.setHeader('Server-Timing', [entry('total', total), entry('auth', auth), entry('db', db)].join(', '));
      return writeHead(...head);
    };
    response.writeHead = timed;
  };

  return {
    listener: (next) => (request, response) => {
      const timing = { began: monotonicNow(), auth: 0, db: 0 };
      timeHead(response, timing);
      current.run(timing, next, request, response);
    },
    authenticate: (next) => async (authorization) => {
      const began = monotonicNow();
      try {
        return await next(authorization);
      } finally {
        const timing = current.getStore();
        if (timing !== undefined) timing.auth += monotonicNow() - began;
      }
    },
    trail: (next) => next,
    statement(_sql, ms) {
      const timing = current.getStore();
      if (timing !== undefined) timing.db += ms;
    },
    currentTrace: () => undefined,
    close: async () => undefined,
  };
}

const entry = (name: string, ms: number): string => `${name};dur=${Math.round(100 * ms) / 100}`;
