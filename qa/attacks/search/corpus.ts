/**
 * The most expensive requests so far: a few for each kind of answer, so that one expensive kind does not crowd out the
 * others.
 */

import type { Dice } from '../../../test/oracle/generate/dice';
import type { AttackRequest } from '../rig/request';

export interface Found {
  readonly request: AttackRequest;
  /** Identifies the kind: the entry point, and the answer without its variable parts. */
  readonly kind: string;
  readonly cpuMs: number;
  /** As sent. */
  readonly bytes: number;
  readonly answer: string;
}

const KEPT = 3;
/** Bytes that every request has. Without them, the smallest would always rank as the most expensive per byte. */
const HEAD_BYTES = 300;

export const perKilobyte = ({ cpuMs, bytes }: Pick<Found, 'cpuMs' | 'bytes'>): number =>
  (1000 * cpuMs) / (bytes + HEAD_BYTES);

const SCORES = [({ cpuMs }: Found): number => cpuMs, perKilobyte] as const;

export class Corpus {
  readonly #kinds = new Map<string, [byCpu: Found[], byByte: Found[]]>();

  get size(): number {
    return [...this.#kinds.values()].reduce((sum, [byCpu, byByte]) => sum + byCpu.length + byByte.length, 0);
  }

  /** Whether it would be kept. */
  wants(found: Found): boolean {
    const lists = this.#kinds.get(found.kind);
    return SCORES.some((score, nth) => {
      const list = lists?.[nth] ?? [];
      return list.length < KEPT || score(found) > 1.1 * score(list.at(-1)!);
    });
  }

  add(found: Found): void {
    const lists = this.#kinds.get(found.kind) ?? [[], []];
    for (const [nth, score] of SCORES.entries()) {
      const list = [...lists[nth]!, found].sort((a, b) => score(b) - score(a));
      lists[nth] = list.slice(0, KEPT);
    }
    this.#kinds.set(found.kind, lists);
  }

  /** A request to mutate: of any kind, and in turn the most expensive ones. */
  pick(dice: Dice): Found {
    if (dice.chance(60)) return dice.pick(this.costliest(10));
    return dice.pick(dice.pick(dice.pick([...this.#kinds.values()]).filter((list) => list.length > 0)));
  }

  /** The most expensive requests of each kind, the most expensive kind first. */
  costliest(count: number): Found[] {
    const best = [...this.#kinds.values()].map(([byCpu]) => byCpu[0]!);
    return best.sort((a, b) => b.cpuMs - a.cpuMs).slice(0, count);
  }
}
