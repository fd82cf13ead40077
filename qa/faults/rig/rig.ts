/**
 * The environment of every trial: a private database server, a world in it, and gateways that a trial starts.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Findings } from '../trial';
import { FaultServer } from './fault-server';
import { type GatewayOptions, GatewayProcess } from './gateway-process';
import { Load, type LoadOptions } from './load';
import { isLost, isRight, isWrong, type Kind, type Outcomes } from './outcomes';
import { type Scene, setScene } from './questions';

const QUESTIONS = 400;

/** What the log of a gateway never contains. */
const SECRETS = /canary-\d|@example\.org|Bearer |eyJ|\bselect .* from\b/i;

export class Rig {
  readonly #extra: { stop(): Promise<void> }[] = [];

  private constructor(
    private readonly folder: string,
    readonly server: FaultServer,
    readonly scene: Scene,
  ) {}

  static async open(seed: number): Promise<Rig> {
    const folder = mkdtempSync(join(tmpdir(), 'leasegate-faults-'));
    const server = new FaultServer(join(folder, 'server'));
    const scene = await setScene(seed, QUESTIONS, new Date().toISOString().slice(0, 10));
    const rig = new Rig(folder, server, scene);
    try {
      await server.start();
      await server.hold(scene.world, scene.askers);
      return rig;
    } catch (error) {
      await rig.close();
      throw error;
    }
  }

  get databaseUrl(): string {
    return this.server.url;
  }

  /** Stops everything that a trial started, and starts the server again. */
  async endTrial(): Promise<void> {
    for (const extra of this.#extra.splice(0).reverse()) await extra.stop();
    await this.server.stop();
    await this.server.start();
  }

  atEnd(stop: () => Promise<void>): void {
    this.#extra.push({ stop });
  }

  async serve(options: Partial<GatewayOptions> = {}): Promise<GatewayProcess> {
    const gateway = await GatewayProcess.start({ databaseUrl: this.databaseUrl, ...options });
    this.atEnd(async () => void (await gateway.end()));
    return gateway;
  }

  load(gateway: { readonly port: number }, options: Partial<LoadOptions> = {}): Load {
    const { questions } = this.scene;
    return new Load({ port: gateway.port, questions, clients: 40, ...options });
  }

  /**
   * Starts a gateway and load on it, waits a second, does the work, and checks for what no fault excuses: a wrong or
   * lost answer, status 500, a secret in the log, an unexpected exit.
   */
  async underLoad(thinkMs: number, findings: Findings, work: (load: Load) => Promise<void>): Promise<Outcomes> {
    // On a machine that does other work as well, any process may have to wait.
    const gateway = await this.serve({ env: { MAX_EVENT_LOOP_DELAY_MS: '60000' } });
    await gateway.becomes(200);
    const load = this.load(gateway, { thinkMs });
    await sleep(1_000);
    try {
      await work(load);
    } finally {
      await load.stop();
    }
    const { outcomes } = load;
    findings.note(String(outcomes));
    const never = (kind: Kind) => isWrong(kind) || isLost(kind) || kind.startsWith('500');
    findings.must(
      outcomes.count(never) === 0,
      `of ${outcomes.total} requests ${outcomes.count(never)} are wrong or lost`,
    );
    if (load.firstWrong !== undefined) findings.must(false, `wrong: ${load.firstWrong}`);
    findings.must(outcomes.count(isRight) > 0, 'nothing was answered');
    await this.expectEnd(gateway, findings);
    return outcomes;
  }

  /** The gateway is still running, stops on request, and has logged no secret. */
  async expectEnd(gateway: GatewayProcess, findings: Findings): Promise<void> {
    findings.must(gateway.isAlive, 'the gateway has died');
    const status = await gateway.end();
    findings.must(status === 0, `the gateway ended with status ${status}`);
    const causes = gateway.causes();
    if (findings.failures.length > 0 && causes !== '') findings.note(`causes in the log: ${causes}`);
    const secret = SECRETS.exec(gateway.log)?.[0];
    findings.must(secret === undefined, `the log holds ${secret}`);
  }

  async close(): Promise<void> {
    for (const extra of this.#extra.splice(0)) await extra.stop().catch(() => undefined);
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
