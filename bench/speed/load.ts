/** Two kinds of load: as fast as the server answers, and at a fixed rate. */

import { setTimeout as sleep } from 'node:timers/promises';

import { Wire } from './wire';

export interface Target {
  readonly port: number;
  readonly request: Buffer;
  readonly connections: number;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}

async function withWires<Result>(
  { port, connections }: Target,
  work: (wires: Wire[]) => Promise<Result>,
): Promise<Result> {
  const wires = await Promise.all(Array.from({ length: connections }, () => Wire.open(port)));
  try {
    return await work(wires);
  } finally {
    for (const wire of wires) wire.close();
  }
}

export interface Sprint {
  readonly requests: number;
  readonly milliseconds: number;
}

/** Every connection sends the next request as soon as it is answered, until enough were sent or the time is over. */
export function atFullSpeed(target: Target, forMs: number, enough = Infinity): Promise<Sprint> {
  const { request, now } = target;
  return withWires(target, async (wires) => {
    const began = now();
    let requests = 0;
    await Promise.all(
      wires.map(async (wire) => {
        while (now() - began < forMs && requests < enough) {
          await wire.ask(request);
          requests += 1;
        }
      }),
    );
    return { requests, milliseconds: now() - began };
  });
}

/**
 * Milliseconds from the time at which each request was due to the end of its answer, including a wait for a free
 * connection.
 */
export function atRate(target: Target, perSecond: number, requests: number): Promise<number[]> {
  const { request, now } = target;
  return withWires(target, async (wires) => {
    const latencies: number[] = [];
    const waiting: ((wire: Wire) => void)[] = [];
    const free = [...wires];
    // In rotation, so that no connection stays idle for long.
    const take = () => {
      const wire = free.shift();
      return wire === undefined ? new Promise<Wire>((resolve) => waiting.push(resolve)) : Promise.resolve(wire);
    };
    const again = async () => {
      const wire = await Wire.open(target.port);
      wires.push(wire);
      return wire;
    };
    const one = async (due: number) => {
      const taken = await take();
      const wire = taken.isOpen ? taken : await again();
      await wire.ask(request);
      latencies.push(now() - due);
      const next = waiting.shift();
      if (next === undefined) free.push(wire);
      else next(wire);
    };
    const began = now();
    const asked: Promise<void>[] = [];
    for (let nth = 0; nth < requests; nth += 1) {
      await sleep(Math.max(0, began + (nth * 1000) / perSecond - now()));
      asked.push(one(now()));
    }
    await Promise.all(asked);
    return latencies.sort((a, b) => a - b);
  });
}
