/** A gateway in its own process, and the resources that the kernel counts for it. */

import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Caller, type Reply } from '../../../test/isolation/caller';
import type { Environment, Serving } from '../../../test/cli/leasegate';
import { startGateway } from '../../faults/rig/gateway';
import { type AttackRequest, bytesOf } from './request';

export interface Used {
  /** User and system time of all threads since the start, milliseconds. */
  readonly cpuMs: number;
  /** Bytes on the heap and outside it. */
  readonly heldBytes: number;
  readonly rss: number;
}

/** The number of empty measurements whose median is the cost of measuring. */
const EMPTY_READINGS = 25;

export class MeteredGateway {
  readonly #caller: Caller;
  #received = '';
  #settle: { readonly resolve: (used: Used) => void; readonly reject: (error: Error) => void } | undefined;
  #readingMs = 0;

  private constructor(
    readonly process: Serving,
    private readonly meter: Socket,
    private readonly folder: string,
    private readonly token: string,
  ) {
    this.#caller = new Caller(process.url, 60_000);
    meter.setEncoding('utf8').on('data', (text: string) => {
      this.#received += text;
      if (!this.#received.endsWith('\n')) return;
      const used = JSON.parse(this.#received) as Used;
      this.#received = '';
      this.#settle?.resolve(used);
    });
    meter.on('error', () => undefined);
    meter.once('close', () => this.#settle?.reject(new Error('the gateway has ended')));
  }

  /** @param token of the requests with a valid one */
  static async start(databaseUrl: string, token: string, env: Environment = {}): Promise<MeteredGateway> {
    const folder = mkdtempSync(join(tmpdir(), 'leasegate-attack-'));
    const path = join(folder, 'meter');
    const preload = `--import ${join(__dirname, 'meter.mjs')}`;
    const options = { NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} ${preload}`.trim(), ATTACK_METER: path };
    const process = await startGateway(databaseUrl, { ...env, ...options });
    const gateway = new MeteredGateway(process, connect(path), folder, token);
    await gateway.#calibrate();
    return gateway;
  }

  /** @throws {Error} when the gateway has ended */
  read({ collect = false } = {}): Promise<Used> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      if (this.meter.destroyed) reject(new Error('the gateway has ended'));
      else this.meter.write(collect ? 'collect\n' : 'read\n');
    });
  }

  ask(request: AttackRequest): Promise<Reply> {
    return this.#caller.ask(bytesOf(request, this.token));
  }

  /** Milliseconds of CPU time from the request's first byte to the end of its answer and of the work that follows. */
  async measure(request: AttackRequest): Promise<number> {
    const bytes = bytesOf(request, this.token);
    const before = await this.read();
    await this.#caller.ask(bytes);
    const after = await this.read();
    return Math.max(0, after.cpuMs - before.cpuMs - this.#readingMs);
  }

  async end(): Promise<void> {
    this.#caller.close();
    this.meter.destroy();
    await this.process.end();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #calibrate(): Promise<void> {
    const costs: number[] = [];
    let last = (await this.read()).cpuMs;
    for (let nth = 0; nth < EMPTY_READINGS; nth += 1) {
      const { cpuMs } = await this.read();
      costs.push(cpuMs - last);
      last = cpuMs;
    }
    this.#readingMs = median(costs);
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
