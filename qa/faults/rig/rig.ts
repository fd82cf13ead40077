/** The environment of every trial: a private database server, a world in it, and gateways that a trial starts. */

import type { Findings } from '../trial';
import type { Environment, Serving } from '../../../test/cli/leasegate';
import { FaultServer } from './fault-server';
import { startGateway } from './gateway';
import { Load, type LoadOptions } from './load';
import { type Scene, setScene } from './questions';

/** What the log of a gateway never contains. */
const SECRETS = /canary-\d|@example\.org|Bearer |eyJ|\bselect .* from\b/i;

export class Rig {
  readonly #endings: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly server: FaultServer,
    readonly scene: Scene,
  ) {}

  static async open(): Promise<Rig> {
    const scene = await setScene(new Date().toISOString().slice(0, 10));
    return new Rig(await FaultServer.start(scene), scene);
  }

  /** Stops everything that a trial started. */
  async endTrial(): Promise<void> {
    for (const end of this.#endings.splice(0).reverse()) await end();
  }

  atEnd(end: () => Promise<unknown>): void {
    this.#endings.push(end);
  }

  async serve(env: Environment = {}): Promise<Serving> {
    const gateway = await startGateway(this.server.url, env);
    this.atEnd(() => gateway.end());
    return gateway;
  }

  load({ url }: Serving, options: Pick<LoadOptions, 'clients' | 'thinkMs' | 'requests'>): Load {
    return new Load({ url, questions: this.scene.questions, ...options });
  }

  /** The gateway is still running, stops on request, and has logged no secret. */
  async expectEnd(gateway: Serving, findings: Findings): Promise<void> {
    const status = await gateway.end();
    findings.must(status === 0, `the gateway ended with status ${status}`);
    const secret = SECRETS.exec(gateway.stdout())?.[0];
    findings.must(secret === undefined, `the log holds ${secret}`);
  }

  async close(): Promise<void> {
    await this.endTrial();
    await this.server.stop();
  }
}
