/** The commands of the cut-over kit. `bin/leasegate` passes them to the program, which imports nothing of this folder. */

import { Command } from 'commander';

import type { Commands } from '../src/cli/program';
import { examples } from '../src/cli/terminal';

export const COMMANDS: Commands = {
  cutover: async () =>
    new Command('cutover')
      .description('move callers from an old service: a proxy between both, replay, and who is ready')
      .addCommand((await import('./cli/proxy.ts')).proxyCommand())
      .addCommand((await import('./cli/replay.ts')).replayCommand())
      .addCommand((await import('./cli/ready.ts')).readyCommand())
      .addHelpText('after', examples('leasegate cutover proxy --old https://old.example --new http://127.0.0.1:4000')),
  conformance: async () => (await import('./cli/conformance.ts')).conformanceCommand(),
};
