/** The costliest requests so far: a few of each kind of answer, so that one costly kind does not drive out the others. */

import type { Dice } from '../../oracle/generate/dice';
import type { AttackRequest } from '../rig/request';

export interface Found {
  readonly request: AttackRequest;
  /** What tells its kind: the way in, and the answer without what varies. */
  readonly kind: string;
  readonly cpuMs: number;
  /** As sent. */
  readonly bytes: number;
  readonly answer: string;
}

const KEPT = 3;
/** Bytes that a request has anyway; without them the smallest would always count as the costliest for each byte. */
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

  /** One to go on with: any kind, and in turn the costliest ones. */
  pick(dice: Dice): Found {
    if (dice.chance(60)) return dice.pick(this.costliest(10));
    return dice.pick(dice.pick(dice.pick([...this.#kinds.values()]).filter((list) => list.length > 0)));
  }

  /** The costliest of each kind, the costliest kind first. */
  costliest(count: number): Found[] {
    const best = [...this.#kinds.values()].map(([byCpu]) => byCpu[0]!);
    return best.sort((a, b) => b.cpuMs - a.cpuMs).slice(0, count);
  }
}
