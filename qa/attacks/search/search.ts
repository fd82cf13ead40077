/** Searches for the most expensive request, with a valid token or without one. */

import type { Dice } from '../../../test/oracle/generate/dice';
import type { Reply } from '../../faults/rig/caller';
import { median, type MeteredGateway } from '../rig/metered-gateway';
import type { AttackRequest } from '../rig/request';
import { Corpus, type Found } from './corpus';
import { inOtherWords, mutated } from './mutate';
import { TARGETS } from './pieces';
import { SEEDS } from './seeds';

/** How often a request is measured before it is kept. */
const LOOKS = 2;

export class Search {
  readonly corpus = new Corpus();
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
    const { dice, corpus } = this;
    await this.#consider(mutated(dice, corpus.pick(dice).request, corpus.pick(dice).request));
  }

  async #consider(request: AttackRequest): Promise<void> {
    const first = await this.#costOf(request);
    if (first === undefined || !this.corpus.wants(first)) return;
    const again = await this.measure(request, LOOKS);
    // A garbage collection during a request is not its cost.
    const found = again && { ...first, cpuMs: Math.min(first.cpuMs, again.cpuMs) };
    if (found !== undefined && this.corpus.wants(found)) this.corpus.add(found);
  }

  /**
   * The median of variants in other words, each sent twice: a repeated document may cost more, because it is compiled.
   */
  async measure(request: AttackRequest, times: number): Promise<Found | undefined> {
    const all: Found[] = [];
    for (let nth = 0; nth < times; nth += 1) {
      const copy = inOtherWords(request, (this.#copies += 1));
      const both = [await this.#costOf(copy), await this.#costOf(copy)];
      if (both[0] === undefined || both[1] === undefined) return undefined;
      all.push(both[0].cpuMs > both[1].cpuMs ? both[0] : both[1]);
    }
    return { ...all[0]!, request, cpuMs: median(all.map(({ cpuMs }) => cpuMs)) };
  }

  async #costOf(request: AttackRequest): Promise<Found | undefined> {
    this.requests += 1;
    const measured = await this.gateway.measure(request).catch(() => undefined);
    if (measured === undefined || !this.gateway.process.isAlive) {
      this.deadly.push(request);
      await this.gateway.end();
      this.gateway = await this.start();
      return undefined;
    }
    const { reply, cpuMs, bytes } = measured;
    return { request, cpuMs, bytes, ...kindOf(request, reply) };
  }
}

/** Identifies the gateway's answer. A message is cut before it quotes the request. */
function kindOf({ method, target }: AttackRequest, reply: Reply): Pick<Found, 'kind' | 'answer'> {
  const text = 'text' in reply ? reply.text : '';
  const asked = target.split('?')[0]!;
  const path = TARGETS.includes(asked) ? asked : 'another path';
  const code = /"(?:code|type)":"(\w+)"/.exec(text)?.[1] ?? '';
  const message = /"message":"([A-Za-z ]*)/.exec(text)?.[1] ?? '';
  const words = message.split(' ').slice(0, 3).join(' ');
  return {
    kind: `${method} ${path} ${reply.status} ${code} ${words}`.trim(),
    answer: `${reply.status} ${text.slice(0, 200)}`,
  };
}
