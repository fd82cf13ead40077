import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the system reports when a port cannot be listened on. */
const REPORTS: Readonly<Record<string, string>> = {
  EACCES: 'this account may not use the port',
  EADDRINUSE: 'another program uses the port',
  EADDRNOTAVAIL: 'this machine does not have the address',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
};

/**
 * Returns the URL, with the port that was taken for 0.
 * @param names the settings of host and port
 * @throws {Error} that names them, what was tried and what the system reports
 */
export async function listening(server: Server, host: string, port: number, names: string): Promise<string> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (failure) {
    const code = (failure as NodeJS.ErrnoException).code ?? '';
    const report = REPORTS[code] ?? 'the system refuses it';
    throw new Error(`cannot listen on ${host}:${port}, from ${names}: ${report} (${code})`, { cause: failure });
  }
  const { address, family, port: actual } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`;
}
