/** Searches for the most expensive request, with a valid token or without one. */

import type { Dice } from '../../../test/oracle/generate/dice';
import type { Reply } from '../../faults/rig/caller';
import { median, type MeteredGateway } from '../rig/metered-gateway';
import type { AttackRequest } from '../rig/request';
import { inOtherWords, mutated } from './mutate';
import { TARGETS } from './pieces';
import { SEEDS } from './seeds';

export interface Expensive {
  readonly request: AttackRequest;
  /** Identifies the kind: the entry point, and the answer without its variable parts. */
  readonly kind: string;
  readonly cpuMs: number;
  /** As sent. */
  readonly bytes: number;
}

/** How often a request is measured before it is kept. */
const LOOKS = 2;
/** The requests that are kept of each kind, so that one expensive kind does not crowd out the others. */
const KEPT = 3;

export class Search {
  readonly #kinds = new Map<string, Expensive[]>();
  /** Requests that ended the gateway. */
  readonly deadly: AttackRequest[] = [];
  requests = 0;
  #copies = 0;

  /** @param start starts a gateway; called again when one has ended */
  constructor(
    private readonly dice: Dice,
    private readonly token: boolean,
    private gateway: MeteredGateway,
    private readonly start: () => Promise<MeteredGateway>,
  ) {}

  async seed(): Promise<void> {
    // Loading a module at its first use is not the cost of a request.
    for (const request of SEEDS) await this.#costOf({ ...request, token: this.token });
    for (const request of SEEDS) await this.#consider({ ...request, token: this.token });
  }

  async step(): Promise<void> {
    const { dice } = this;
    const from = dice.chance(60) ? this.costliest(10) : dice.pick([...this.#kinds.values()]);
    await this.#consider(mutated(dice, dice.pick(from).request));
  }

  /** The most expensive request of each kind, the most expensive kind first. */
  costliest(count: number): Expensive[] {
    const best = [...this.#kinds.values()].map((list) => list[0]!);
    return best.sort((a, b) => b.cpuMs - a.cpuMs).slice(0, count);
  }

  async #consider(request: AttackRequest): Promise<void> {
    const first = await this.#costOf(request);
    if (first === undefined || !this.#isAmongTheMost(first)) return;
    const again = await this.measure(request, LOOKS);
    // A garbage collection during a request is not its cost.
    const measured = again && { ...first, cpuMs: Math.min(first.cpuMs, again.cpuMs) };
    if (measured === undefined || !this.#isAmongTheMost(measured)) return;
    const list = [...(this.#kinds.get(measured.kind) ?? []), measured].sort((a, b) => b.cpuMs - a.cpuMs);
    this.#kinds.set(measured.kind, list.slice(0, KEPT));
  }

  #isAmongTheMost({ kind, cpuMs }: Expensive): boolean {
    const list = this.#kinds.get(kind) ?? [];
    return list.length < KEPT || cpuMs > 1.1 * list.at(-1)!.cpuMs;
  }

  /**
   * The median of variants in other words, each sent twice: a repeated document may cost more, because it is compiled.
   */
  async measure(request: AttackRequest, times: number): Promise<Expensive | undefined> {
    const all: Expensive[] = [];
    for (let nth = 0; nth < times; nth += 1) {
      const copy = inOtherWords(request, (this.#copies += 1));
      const both = [await this.#costOf(copy), await this.#costOf(copy)];
      if (both[0] === undefined || both[1] === undefined) return undefined;
      all.push(both[0].cpuMs > both[1].cpuMs ? both[0] : both[1]);
    }
    return { ...all[0]!, request, cpuMs: median(all.map(({ cpuMs }) => cpuMs)) };
  }

  async #costOf(request: AttackRequest): Promise<Expensive | undefined> {
    this.requests += 1;
    const measured = await this.gateway.measure(request).catch(() => undefined);
    if (measured === undefined || !this.gateway.process.isAlive) {
      this.deadly.push(request);
      await this.gateway.end();
      this.gateway = await this.start();
      return undefined;
    }
    const { reply, cpuMs, bytes } = measured;
    return { request, cpuMs, bytes, kind: kindOf(request, reply) };
  }
}

/** Identifies the gateway's answer. A message is cut before it quotes the request. */
function kindOf({ method, target }: AttackRequest, reply: Reply): string {
  const text = 'text' in reply ? reply.text : '';
  const asked = target.split('?')[0]!;
  const path = TARGETS.includes(asked) ? asked : 'another path';
  const code = /"(?:code|type)":"(\w+)"/.exec(text)?.[1] ?? '';
  const message = /"message":"([A-Za-z ]*)/.exec(text)?.[1] ?? '';
  const words = message.split(' ').slice(0, 3).join(' ');
  return `${method} ${path} ${reply.status} ${code} ${words}`.trim();
}
