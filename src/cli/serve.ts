import { Command } from 'commander';
import { pino } from 'pino';

import { startGateway } from '../http/server';
import { type Environment, readSettings } from '../settings';

/** `leasegate serve`: runs until SIGTERM or SIGINT, then drains. */
export function serveCommand(environment: Environment): Command {
  return new Command('serve')
    .description('run the gateway; SIGTERM drains')
    .addHelpText('after', '\nExample:\n  DATABASE_URL=mysql://… AUTH_JWT_SECRET=… leasegate serve')
    .action(async () => {
      const settings = readSettings(environment);
      const log = pino({ level: settings.logLevel });
      const gateway = await startGateway(settings, { log });
      log.info({ url: gateway.url, adminUrl: gateway.adminUrl }, 'listening');

      const signal = await new Promise<string>((resolve) => {
        for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, resolve);
      });
      log.info({ signal }, 'draining');
      await gateway.close();
      log.info('stopped');
    });
}
