/** The gateway as shipped: `leasegate serve` in its own process. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '../../../tools/local-server/free-port';
import { startGuarded } from '../../../tools/local-server/server-process';
import { TEST_SECRET } from '../../../test/support/tokens';

export const ROOT = join(__dirname, '..', '..', '..');
const BIN = join(ROOT, 'bin', 'leasegate');
const START_MS = 30_000;

export type Env = Readonly<Record<string, string | undefined>>;

export interface GatewayOptions {
  readonly databaseUrl: string;
  readonly env?: Env;
}

export class GatewayProcess {
  #log = '';
  readonly #ended: Promise<number | null>;

  private constructor(
    readonly child: ChildProcess,
    readonly port: number,
    readonly adminPort: number,
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (said: string) => (this.#log = (this.#log + said).slice(-4_000_000)));
    }
    this.#ended = once(child, 'exit').then(([status, signal]) => (status as number | null) ?? -signalNumber(signal));
  }

  /** Resolves once it answers; lookups may still be unavailable. @throws {Error} with its output if it ends before */
  static async start({ databaseUrl, env }: GatewayOptions): Promise<GatewayProcess> {
    const [port, adminPort] = [await freePort(), await freePort()];
    const child = startGuarded(() =>
      spawn(BIN, ['serve'], {
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: databaseUrl,
          AUTH_JWT_SECRET: TEST_SECRET,
          PORT: String(port),
          ADMIN_PORT: String(adminPort),
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
    const gateway = new GatewayProcess(child, port, adminPort);
    const deadline = performance.now() + START_MS;
    for (let status = 0; status !== 200; status = (await gateway.admin('/livez')).status) {
      if (child.exitCode !== null || performance.now() > deadline) {
        child.kill('SIGKILL');
        throw new Error(`leasegate serve did not start:\n${gateway.log.slice(-2_000)}`);
      }
      await sleep(20);
    }
    return gateway;
  }

  /** Its output so far. */
  get log(): string {
    return this.#log;
  }

  /** Why requests failed, according to its log: `12 × timeout, 3 × service_unavailable PROTOCOL_CONNECTION_LOST`. */
  causes(): string {
    const counts = new Map<string, number>();
    for (const line of this.#log.match(/^.*"msg":"request failed".*$/gm) ?? []) {
      const { type, cause } = JSON.parse(line) as {
        type: string;
        cause?: { code?: string; name: string; at?: string };
      };
      const why =
        `${type} ${cause?.code ?? cause?.name ?? ''} ${cause?.at?.replace(/^at |\(.*\/|\)/g, '') ?? ''}`.trim();
      counts.set(why, (counts.get(why) ?? 0) + 1);
    }
    return [...counts].map(([why, count]) => `${count} × ${why}`).join(', ');
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Status 0 if the listener does not answer. */
  async admin(path: string): Promise<{ status: number; text: string }> {
    try {
      const answer = await fetch(`http://127.0.0.1:${this.adminPort}${path}`, { signal: AbortSignal.timeout(5_000) });
      return { status: answer.status, text: await answer.text() };
    } catch {
      return { status: 0, text: '' };
    }
  }

  /** Milliseconds until `/readyz` has the status; Infinity when it takes longer than the limit. */
  async becomes(status: 200 | 503, limitMs = 20_000): Promise<number> {
    const asked = performance.now();
    while ((await this.admin('/readyz')).status !== status) {
      if (performance.now() - asked > limitMs) return Infinity;
      await sleep(20);
    }
    return performance.now() - asked;
  }

  async end(): Promise<number | null> {
    if (this.isAlive) this.child.kill('SIGTERM');
    const killTimer = setTimeout(() => this.child.kill('SIGKILL'), 20_000);
    return this.#ended.finally(() => clearTimeout(killTimer));
  }

  /** Its resident memory in bytes. */
  residentBytes(): number {
    return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${this.child.pid}/status`))?.[1] ?? 0);
  }

  /** The number of files and sockets that it has open. */
  descriptors(): number {
    return readdirSync(`/proc/${this.child.pid}/fd`).length;
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const signalNumber = (signal: unknown): number => (signal === 'SIGKILL' ? 9 : signal === null ? 0 : 15);
