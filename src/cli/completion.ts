import { Argument, Command } from 'commander';

import { offersOf } from './offers';
import { type Shell, SHELLS, shellScript } from './shell-scripts';
import { examples } from './style';

/** `leasegate completion`: everything that `root` knows, as a script that asks nobody at a keystroke. */
export function completionCommand(root: Command): Command {
  return new Command('completion')
    .description('print the script with which a shell completes commands and options')
    .addArgument(new Argument('<shell>', 'whose script').choices(SHELLS))
    .addHelpText(
      'after',
      examples(
        'source <(leasegate completion bash)',
        'leasegate completion zsh > "${fpath[1]}/_leasegate"',
        'leasegate completion fish > ~/.config/fish/completions/leasegate.fish',
      ),
    )
    .action((shell: Shell) => {
      process.stdout.write(shellScript(shell, offersOf(root)));
    });
}
