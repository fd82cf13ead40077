import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { GatewayProcess } from './gateway-process';

/** Reads the report that a program loaded into a gateway writes to a file on request. */
export class GatewayReport<Told> {
  /** The settings of the gateway that reports. */
  readonly env: Readonly<Record<string, string>>;

  /**
   * @param program of this folder
   * @param options for Node besides
   */
  constructor(
    private readonly file: string,
    program: string,
    options = '',
  ) {
    this.env = { NODE_OPTIONS: `${options} --import ${join(__dirname, program)}`.trim(), FAULT_REPORT: file };
  }

  async of(gateway: GatewayProcess): Promise<Told> {
    rmSync(this.file, { force: true });
    process.kill(gateway.child.pid!, 'SIGUSR2');
    for (;;) {
      try {
        return JSON.parse(readFileSync(this.file, 'utf8')) as Told;
      } catch {
        await sleep(20);
      }
    }
  }
}
