/**
 * The environment of every trial: a private database server behind a proxy, a world in it, and gateways that a trial
 * starts.
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
import { Switch } from './switch';

const QUESTIONS = 400;

/** What the log of a gateway never contains. */
const SECRETS = /canary-\d|@example\.org|Bearer |eyJ|\bselect .* from\b/i;

export interface Held {
  readonly gateway: GatewayProcess;
  readonly load: Load;
}

export interface UnderLoad extends Partial<GatewayOptions> {
  readonly thinkMs?: number;
  /** Outcomes that only this fault excuses. */
  readonly excuses?: (kind: Kind) => boolean;
}

export class Rig {
  readonly #extra: { stop(): Promise<void> }[] = [];

  private constructor(
    readonly folder: string,
    readonly server: FaultServer,
    readonly net: Switch,
    readonly scene: Scene,
  ) {}

  static async open(seed: number): Promise<Rig> {
    const folder = mkdtempSync(join(tmpdir(), 'leasegate-faults-'));
    const server = new FaultServer(join(folder, 'server'));
    const scene = await setScene(seed, QUESTIONS, new Date().toISOString().slice(0, 10));
    const rig = new Rig(folder, server, new Switch(), scene);
    try {
      await rig.heal();
      await server.hold(scene.world, scene.askers);
      return rig;
    } catch (error) {
      await rig.close();
      throw error;
    }
  }

  get databaseUrl(): string {
    return this.server.urlBy(this.net.port);
  }

  /** Without the proxy. The proxy runs in this process, so its work delays the callers that run here as well. */
  get directDatabaseUrl(): string {
    return this.server.urlBy(this.server.port);
  }

  /** Stops everything that a trial started, and restores the server. */
  async endTrial(): Promise<void> {
    for (const extra of this.#extra.splice(0).reverse()) await extra.stop();
    await this.heal({ restart: true });
  }

  /** The server runs, and the proxy leads to it. */
  async heal({ restart = false } = {}): Promise<void> {
    if (this.server.isRunning) this.server.thaw();
    if (restart && this.server.isRunning) await this.server.stop();
    if (!this.server.isRunning) await this.server.start();
    await this.net.lead(this.server.port);
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
    return new Load({ port: gateway.port, questions, clients: 40, thinkMs: 100, ...options });
  }

  /**
   * Starts a gateway and load on it, waits a second, does the work, and checks for what no fault excuses: a wrong or
   * lost answer, status 500, a secret in the log, an unexpected exit.
   */
  async underLoad(options: UnderLoad, findings: Findings, work: (held: Held) => Promise<void>): Promise<Outcomes> {
    const { thinkMs, excuses = () => false } = options;
    const gateway = await this.serve(options);
    await gateway.becomes(200);
    const load = this.load(gateway, thinkMs === undefined ? {} : { thinkMs });
    await sleep(1_000);
    try {
      await work({ gateway, load });
    } finally {
      await load.stop();
    }
    const { outcomes } = load;
    findings.note(String(outcomes));
    const never = (kind: Kind) => (isWrong(kind) || isLost(kind) || kind.startsWith('500')) && !excuses(kind);
    findings.must(
      outcomes.count(never) === 0,
      `of ${outcomes.total} requests ${outcomes.count(never)} are wrong or lost`,
    );
    if (load.firstWrong !== undefined && !excuses('wrong 200')) findings.must(false, `wrong: ${load.firstWrong}`);
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
    await this.net.cut();
    if (this.server.isRunning) {
      this.server.thaw();
      await this.server.stop();
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
