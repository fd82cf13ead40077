import { get, type IncomingMessage } from 'node:http';

import { Command, InvalidArgumentError } from 'commander';

import { type Environment, readSetting } from '../config/settings';
import { CommandFailure, examples } from './terminal';

/** `leasegate ready`, for the health check of a container: it needs no shell and no other program. */
export function readyCommand(environment: Environment): Command {
  return new Command('ready')
    .description('ask the gateway on this machine whether it can answer lookups')
    .option('--timeout <seconds>', 'how long to wait for its answer', seconds, 2)
    .addHelpText(
      'after',
      `${examples('leasegate ready --timeout 5')}\n\nIt asks /readyz at ADMIN_HOST and ADMIN_PORT. The exit status is 0 if the gateway is ready, else 1.`,
    )
    .action(async ({ timeout }: { readonly timeout: number }) => {
      const url = `${localUrl(readSetting(environment, 'ADMIN_HOST'), readSetting(environment, 'ADMIN_PORT'))}/readyz`;
      const { status, problems } = await askReadiness(url, timeout * 1000);
      if (status !== 200) throw new CommandFailure(`not ready: ${problems.join('; ')}`);
      console.log('ready');
    });
}

function seconds(text: string): number {
  const value = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || value <= 0 || value > 60)
    throw new InvalidArgumentError('It must be a number of seconds above 0 and up to 60.');
  return value;
}

/** The URL of a listener for this machine: the loopback address if it listens on every address. */
export function localUrl(host: string, port: number): string {
  const address =
    new Map([
      ['0.0.0.0', '127.0.0.1'],
      ['::', '::1'],
    ]).get(host) ?? host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

interface Readiness {
  readonly status: number;
  readonly problems: readonly string[];
}

/** @throws {CommandFailure} when there is no answer in time, or not one of a gateway */
async function askReadiness(url: string, timeoutMs: number): Promise<Readiness> {
  // A health check runs every few seconds. `fetch` alone would take a third of its CPU time.
  const request = get(url, { signal: AbortSignal.timeout(timeoutMs) });
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).on('error', reject);
      // After a 101 there is neither a response nor an error.
      request.once('close', () => reject(new Error('closed without an answer')));
    });
    const { statusCode: status = 0 } = response;
    if (status !== 200 && status !== 503) throw new Error('/readyz has no other status.');
    const { problems } = JSON.parse(await textOf(response)) as { readonly problems: readonly string[] };
    return { status, problems: [...problems] };
  } catch (failure) {
    throw new CommandFailure(`not ready: no answer of a gateway from ${url}`, { cause: failure });
  } finally {
    request.destroy();
  }
}

/** The most characters that `/readyz` may have. */
const LONGEST = 64 * 1024;

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > LONGEST) throw new Error('/readyz is never that long.');
  }
  return text;
}
