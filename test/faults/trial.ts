/** One thing that is done to a gateway under load, and what must come of it. */

import type { Rig } from './rig/rig';

export interface Trial {
  /** Of section B of the plan, for a fault. */
  readonly number?: number;
  readonly name: string;
  /** How it is brought about. */
  readonly drive: string;
  readonly expected: string;
  /** Whether it is cheap and sure enough for `npm run test:full`. */
  readonly short?: true;
  run(rig: Rig, findings: Findings, amount: Amount): Promise<void>;
}

export interface Amount {
  readonly short: boolean;
  /** Asked for on the command line, in place of the usual number. */
  readonly requests?: number;
  readonly seed: number;
}

/** What a trial found: figures to be read, and what did not hold. */
export class Findings {
  readonly figures: string[] = [];
  readonly failures: string[] = [];

  /** @param slack by how much times may be longer, on a machine that does other things as well */
  constructor(readonly slack = 1) {}

  note(figure: string): void {
    this.figures.push(figure);
  }

  must(holds: boolean, what: string): void {
    if (!holds) this.failures.push(what);
  }

  /** A figure that must not be above its limit. */
  atMost(name: string, value: number, limit: number, unit = ''): void {
    const most = unit === ' ms' ? limit * this.slack : limit;
    this.note(`${name}: ${shown(value, unit)}`);
    this.must(value <= most, `${name}: ${shown(value, unit)}, more than ${shown(most, unit)}`);
  }

  atLeast(name: string, value: number, limit: number, unit = ''): void {
    this.note(`${name}: ${shown(value, unit)}`);
    this.must(value >= limit, `${name}: ${shown(value, unit)}, less than ${shown(limit, unit)}`);
  }
}

function shown(value: number, unit: string): string {
  if (!Number.isFinite(value)) return 'never';
  return value.toLocaleString('en-GB', { maximumFractionDigits: value < 10 ? 2 : 0 }) + unit;
}
