/** The commands of the cut-over kit. `bin/leasegate` passes them to the program, which imports nothing of this folder. */

import type { Commands } from '../src/cli/program';

export const COMMANDS: Commands = {
  cutover: async () => (await import('./cli/cutover.ts')).cutoverCommand(),
  conformance: async () => (await import('./cli/conformance.ts')).conformanceCommand(),
};
