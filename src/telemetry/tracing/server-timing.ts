/** The header `Server-Timing` (decision 68): how long an answer took in total, for the token and for statements. */

import type { ServerResponse } from 'node:http';

import type { ObservedRequest, Observer } from '../../observer';

/** Milliseconds. */
interface Timing {
  auth: number;
  db: number;
}

/** @param monotonicNow milliseconds */
export function serverTiming(monotonicNow: () => number): Observer {
  const timings = new WeakMap<ObservedRequest, Timing>();

  /** The header is set as late as possible: when the head is written. */
  const timeHead = (response: ServerResponse, { began }: ObservedRequest, timing: Timing): void => {
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
    // Not created in the assignment, as in `limitBodyParts`.
    const timed = (...head: unknown[]) => {
      const { auth, db } = timing;
      const total = monotonicNow() - began;
      response.setHeader('Server-Timing', [entry('total', total), entry('auth', auth), entry('db', db)].join(', '));
      return writeHead(...head);
    };
    response.writeHead = timed;
  };

  return {
    requestBegan(request, response) {
      const timing = { auth: 0, db: 0 };
      timings.set(request, timing);
      timeHead(response, request, timing);
    },
    tokenVerified(request, ms) {
      const timing = timings.get(request);
      if (timing !== undefined) timing.auth += ms;
    },
    statementEnded({ ms }, request) {
      const timing = request && timings.get(request);
      if (timing !== undefined) timing.db += ms;
    },
  };
}

const entry = (name: string, ms: number): string => `${name};dur=${Math.round(100 * ms) / 100}`;
