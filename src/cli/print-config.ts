import { Command } from 'commander';

import { describeSettings, type Environment } from '../settings';

/** `leasegate print-config` */
export function printConfigCommand(environment: Environment): Command {
  return new Command('print-config').description('print the effective settings, secrets hidden').action(() => {
    for (const [name, value] of Object.entries(describeSettings(environment))) {
      console.log(value === null ? `# ${name} is not set` : `${name}=${value}`);
    }
  });
}
