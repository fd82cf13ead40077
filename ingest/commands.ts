/**
 * The commands that write records, and the check that reads all of them. `bin/leasegate` passes them to the program, which imports
 * nothing of this folder.
 */

import type { Commands } from '../src/cli/program';

export const COMMANDS: Commands = {
  import: async (environment) => (await import('./cli/import.ts')).importCommand(environment),
  check: async (environment) => (await import('./cli/check.ts')).completeCheckCommand(environment),
  seed: async (environment) => (await import('./cli/seed.ts')).seedCommand(environment),
};
