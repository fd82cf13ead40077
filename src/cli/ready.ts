import { Command, InvalidArgumentError } from 'commander';

import type { Environment } from '../config/settings';
import { PATIENCE_SECONDS, ready } from './readiness';
import { examples } from './terminal';

/** `leasegate ready`, for the health check of a container: it needs no shell and no other program. */
export function readyCommand(environment: Environment): Command {
  return new Command('ready')
    .description('ask the gateway on this machine whether it can answer lookups')
    .option('--timeout <seconds>', 'how long to wait for its answer', seconds, PATIENCE_SECONDS)
    .addHelpText(
      'after',
      `${examples('leasegate ready --timeout 5')}\n\nIt asks /readyz at ADMIN_HOST and ADMIN_PORT. The exit status is 0 if the gateway is ready, else 1.`,
    )
    .action(({ timeout }: { readonly timeout: number }) => ready(environment, timeout));
}

function seconds(text: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value <= 0 || value > 60)
    throw new InvalidArgumentError('It must be a number of seconds above 0 and up to 60.');
  return value;
}
