import { Command } from 'commander';

import { describeSettings, type Environment } from '../config/settings';
import { jsonOption, type JsonOption } from './json-option';
import { examples } from './style';

/** `leasegate print-config` */
export function printConfigCommand(environment: Environment): Command {
  return new Command('print-config')
    .description('print the effective settings, secrets hidden')
    .addOption(jsonOption())
    .addHelpText('after', examples('leasegate print-config', 'leasegate print-config --json'))
    .action(({ json }: JsonOption) => {
      const settings = describeSettings(environment);
      if (json) return console.log(JSON.stringify(settings));
      for (const [name, value] of Object.entries(settings)) {
        console.log(value === null ? `# ${name} is not set` : `${name}=${value}`);
      }
    });
}
