/** The client of the service that Leasegate replaces. */

import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { connect } from 'node:net';

import { ask, type Ask } from './question';

export interface OldService {
  readonly ask: Ask;
  /** Why nothing can be sent to it; empty if it accepts connections. */
  problems(): Promise<readonly string[]>;
  close(): void;
}

/** Milliseconds in which it must accept a connection of {@link OldService.problems}. */
const CONNECT_TIMEOUT_MS = 1_000;

/** @param maxSockets the most connections */
export function oldService(address: string, maxSockets: number): OldService {
  const url = new URL(address);
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = Number(url.port) || (isSecure ? 443 : 80);
  const base = url.pathname.replace(/\/$/, '');
  const [Agent, open] = isSecure ? [HttpsAgent, httpsRequest] : [HttpAgent, httpRequest];

  const agent = new Agent({ keepAlive: true, maxSockets });
  return {
    ask: ask(url.host, (options) => open({ ...options, host, port, path: `${base}${options.path}`, agent })),
    problems: () =>
      new Promise((resolve) => {
        const socket = connect({ host, port, timeout: CONNECT_TIMEOUT_MS });
        const end = (problems: readonly string[]): void => {
          socket.destroy();
          resolve(problems);
        };
        socket.once('connect', () => end([]));
        for (const event of ['timeout', 'error']) socket.once(event, () => end([UNREACHABLE]));
      }),
    close: () => agent.destroy(),
  };
}

const UNREACHABLE = 'the old service at LEGACY_URL does not accept connections';
