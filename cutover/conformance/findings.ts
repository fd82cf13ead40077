/** What a run finds. */

import { type Answer, errorTypeIn, fieldOf, recordsIn, succeeded } from '../contract/answers';
import type { Lookup } from '../contract/lookups';
import { type Asked, Curl } from './curl';

export interface Reply extends Answer {
  readonly lookup: Lookup;
  readonly asked: Asked;
}

export interface Evidence {
  /** A request that shows it. */
  readonly curl: string;
  readonly expected: string;
  readonly actual: string;
}

/** By the ids of checks. */
const nothing = () => ({
  held: new Set<string>(),
  broken: new Map<string, Evidence>(),
  /** Checks that looked broken, but did not when the same requests were sent again. */
  unsteady: new Set<string>(),
  /** Why a part of the run was given up. */
  interruptions: new Set<string>(),
});

/** Ends one part of a run. It is no finding about the answers of the server. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
}

export class Findings {
  readonly curl = new Curl();
  readonly all = nothing();
  /** The most records of one page so far. */
  largestPage = 0;
  /** Of the part that runs. */
  #findings = nothing();

  /**
   * Runs a part. What looks broken is asked again, since records may change meanwhile; only what is broken both times
   * counts.
   */
  async part(run: () => Promise<unknown>): Promise<void> {
    const first = await this.#once(run);
    const second = first.broken.size > 0 ? await this.#once(run) : first;
    for (const id of [...first.held, ...second.held]) this.all.held.add(id);
    for (const [id, evidence] of first.broken) {
      if (!second.broken.has(id)) this.all.unsteady.add(id);
      else if (!this.all.broken.has(id)) this.all.broken.set(id, evidence);
    }
    for (const reason of [...first.interruptions, ...second.interruptions]) this.all.interruptions.add(reason);
  }

  async #once(run: () => Promise<unknown>) {
    const findings = (this.#findings = nothing());
    try {
      await run();
    } catch (error) {
      if (!(error instanceof Interruption)) throw error;
      findings.interruptions.add(error.message);
    }
    return findings;
  }

  holds(...ids: readonly string[]): void {
    for (const id of ids) this.#findings.held.add(id);
  }

  breaks(id: string, reply: Reply, expected: string, actual: string = describeReply(reply)): void {
    const { broken } = this.#findings;
    if (!broken.has(id)) broken.set(id, { curl: this.curl.command(reply.asked), expected, actual });
  }

  judge(fits: boolean, id: string, reply: Reply, expected: string, actual?: string): void {
    if (fits) this.holds(id);
    else this.breaks(id, reply, expected, actual);
  }
}

/** Describes a reply without any value of a record. */
export function describeReply(reply: Reply): string {
  const { status, json, lookup } = reply;
  if (!succeeded(reply)) return `${status} ${errorTypeIn(reply) ?? 'without an error type'}`;
  if (json === undefined) return `${status} with a body that is not JSON`;
  const lastId = fieldOf(json, 'last_id');
  const cursor = typeof lastId === 'number' ? `last_id ${lastId}` : 'no number in last_id';
  return `${status} with ${recordsIn(reply, lookup).length} ${lookup}, ${cursor}`;
}
