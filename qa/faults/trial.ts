/** One fault for a gateway under load, and the result that must follow. */

import type { Rig } from './rig/rig';

export interface Trial {
  readonly name: string;
  /** Whether it is cheap and reliable enough for `npm run test:full`. */
  readonly short?: true;
  /** Whether `docs/evidence.md` shows its figures. */
  readonly shown?: true;
  run(rig: Rig, findings: Findings, amount: Amount): Promise<void>;
}

export interface Amount {
  readonly short: boolean;
  /** How often a fault that is counted occurs. */
  readonly times: number;
  /** The number from the command line, in place of the default. */
  readonly requests?: number;
  /** The length of the soak, at half load, in place of a number of requests; a sixth of it at ten times saturation. */
  readonly minutes?: number;
  readonly seed: number;
}

/** The findings of a trial: measurements, and conditions that did not hold. */
export class Findings {
  readonly figures: string[] = [];
  readonly failures: string[] = [];

  /** @param slack a factor for time limits, on a machine that does other work as well */
  constructor(readonly slack = 1) {}

  note(figure: string): void {
    this.figures.push(figure);
  }

  must(holds: boolean, what: string): void {
    if (!holds) this.failures.push(what);
  }

  /** A measurement that must not exceed its limit. */
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
