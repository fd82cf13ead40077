/** One fault for a gateway under load, and the result that must follow. */

import type { Rig } from './rig/rig';

export interface Trial {
  readonly name: string;
  /** Whether `docs/evidence.md` shows its figures. */
  readonly shown?: true;
  /** @param minutes the length of the soak; ten times saturation takes a sixth of it */
  run(rig: Rig, findings: Findings, minutes: number): Promise<void>;
}

/** The findings of a trial: measurements, and conditions that did not hold. */
export class Findings {
  readonly figures: string[] = [];
  readonly failures: string[] = [];

  note(figure: string): void {
    this.figures.push(figure);
  }

  must(holds: boolean, what: string): void {
    if (!holds) this.failures.push(what);
  }
}
