/**
 * The environment of every trial: a private database server, a world in it, and gateways that a trial starts.
 */

import { setTimeout as sleep } from 'node:timers/promises';

import type { Findings } from '../trial';
import type { Environment, Serving } from '../../../test/cli/leasegate';
import { FaultServer } from './fault-server';
import { startGateway } from './gateway';
import { Load, type LoadOptions } from './load';
import { countOf, isFailure, isLost, isWrong, type Kind, type Outcomes, shown } from './outcomes';
import { type Scene, setScene } from './questions';

const QUESTIONS = 400;

/** What the log of a gateway never contains. */
const SECRETS = /canary-\d|@example\.org|Bearer |eyJ|\bselect .* from\b/i;

export class Rig {
  readonly #extra: { stop(): Promise<void> }[] = [];

  private constructor(
    readonly server: FaultServer,
    readonly scene: Scene,
  ) {}

  static async open(seed: number): Promise<Rig> {
    const scene = await setScene(seed, QUESTIONS, new Date().toISOString().slice(0, 10));
    return new Rig(await FaultServer.start(scene), scene);
  }

  get databaseUrl(): string {
    return this.server.url;
  }

  /** Stops everything that a trial started. */
  async endTrial(): Promise<void> {
    for (const extra of this.#extra.splice(0).reverse()) await extra.stop();
  }

  atEnd(stop: () => Promise<void>): void {
    this.#extra.push({ stop });
  }

  async serve(env: Environment = {}): Promise<Serving> {
    const gateway = await startGateway(this.databaseUrl, env);
    this.atEnd(async () => void (await gateway.end()));
    return gateway;
  }

  load({ url }: Serving, options: Partial<LoadOptions> = {}): Load {
    const { questions } = this.scene;
    return new Load({ url, questions, clients: 40, ...options });
  }

  /**
   * Starts a gateway and load on it, waits a second, does the work, and checks for what no fault excuses: a wrong or
   * lost answer, status 500, a secret in the log, an unexpected exit.
   */
  async underLoad(thinkMs: number, findings: Findings, work: (load: Load) => Promise<void>): Promise<Outcomes> {
    // On a machine that does other work as well, any process may have to wait.
    const gateway = await this.serve({ MAX_EVENT_LOOP_DELAY_MS: '60000' });
    const load = this.load(gateway, { thinkMs });
    await sleep(1_000);
    try {
      await work(load);
    } finally {
      await load.stop();
    }
    const { outcomes } = load;
    findings.note(shown(outcomes));
    const never = countOf(outcomes, (kind: Kind) => isWrong(kind) || isLost(kind) || kind.startsWith('500'));
    findings.must(never === 0, `${never} requests are wrong or lost`);
    if (load.firstWrong !== undefined) findings.must(false, `wrong: ${load.firstWrong}`);
    findings.must(countOf(outcomes, (kind) => !isFailure(kind)) > 0, 'nothing was answered');
    await this.expectEnd(gateway, findings);
    return outcomes;
  }

  /** The gateway is still running, stops on request, and has logged no secret. */
  async expectEnd(gateway: Serving, findings: Findings): Promise<void> {
    const status = await gateway.end();
    findings.must(status === 0, `the gateway ended with status ${status}`);
    const [failure] = gateway.stdout().match(/^.*"msg":"request failed".*$/m) ?? [];
    if (findings.failures.length > 0 && failure !== undefined) findings.note(`the first in the log: ${failure}`);
    const secret = SECRETS.exec(gateway.stdout())?.[0];
    findings.must(secret === undefined, `the log holds ${secret}`);
  }

  async close(): Promise<void> {
    await this.endTrial();
    await this.server.stop();
  }
}
