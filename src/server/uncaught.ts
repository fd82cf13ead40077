import type { Logger } from 'pino';

import { causeOf } from '../http/failure-log';

/**
 * Logs what nobody handled; a value of a request never. Resolves when that was an exception: what it left half done is unknown,
 * so the process should end. A rejected promise that nobody waits for has left nothing to others.
 */
export function uncaughtException(log: Logger): Promise<'failure'> {
  process.on('unhandledRejection', (reason) => log.error({ cause: causeOf(reason) }, 'unhandled rejection'));
  return new Promise((resolve) => {
    process.on('uncaughtException', (error) => {
      log.fatal({ cause: causeOf(error) }, 'uncaught exception');
      resolve('failure');
    });
  });
}
