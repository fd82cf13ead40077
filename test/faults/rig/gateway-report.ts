import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { GatewayProcess } from './gateway-process';

/** What a program that is loaded into a gateway tells of it when it is asked to, by a file. */
export class GatewayReport<Told> {
  /** The settings of the gateway that is to tell. */
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
