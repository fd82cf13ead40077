/** What `leasegate ready` does, with as few modules as possible. */

import { get, type IncomingMessage } from 'node:http';

import { withSecretFiles } from '../config/environment';
import { type Environment, readSetting } from '../config/settings';

/** Ends a command with status 1 and prints the message. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

/** How long the command waits for an answer unless it is told. */
export const PATIENCE_SECONDS = 2;

/** @throws {CommandFailure} when the gateway is not ready */
export async function ready(environment: Environment, timeoutSeconds = PATIENCE_SECONDS): Promise<void> {
  const url = `${localUrl(readSetting(environment, 'ADMIN_HOST'), readSetting(environment, 'ADMIN_PORT'))}/readyz`;
  const { status, problems } = await askReadiness(url, timeoutSeconds * 1000);
  if (status !== 200) throw new CommandFailure(`not ready: ${problems.join('; ')}`);
  console.log('ready');
}

/** `leasegate ready` without options. It loads what prints a failure only then. @returns the exit status */
export async function checkHealth(environment: Environment): Promise<number> {
  try {
    await ready(withSecretFiles(environment));
    return 0;
  } catch (error) {
    return (await import('./program.ts')).failed(error, environment);
  }
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

/** @throws {CommandFailure} when no gateway answers in time */
async function askReadiness(url: string, timeoutMs: number) {
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
