/** What a run finds. */

import {
  type Answer,
  errorTypeIn,
  fieldOf,
  identifierOf,
  type JsonObject,
  recordsIn,
  succeeded,
} from '../contract/answers';
import type { Lookup } from '../contract/lookups';

export interface Reply extends Answer {
  readonly lookup: Lookup;
  readonly asked: Asked;
}

export interface Evidence {
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
  /** Fields of records so far, by the ids of their checks. */
  readonly seen = new Set<string>();
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

export const namesOn = (page: Reply): (string | undefined)[] => recordsIn(page, page.lookup).map(identifierOf);

/** Describes a reply without any value of a record. */
export function describeReply(reply: Reply): string {
  const { status, json, lookup } = reply;
  if (!succeeded(reply)) return `${status} ${errorTypeIn(reply) ?? 'without an error type'}`;
  if (json === undefined) return `${status} with a body that is not JSON`;
  const lastId = fieldOf(json, 'last_id');
  const cursor = typeof lastId === 'number' ? `last_id ${lastId}` : 'no number in last_id';
  return `${status} with ${recordsIn(reply, lookup).length} ${lookup}, ${cursor}`;
}

/** Texts that no record holds, because the kit made them up. */
const MADE_UP = /^no-such-|^$|^ +$|^-?1$|^(?:0001|1000|9000|9001)-01-01$|^true$/;
/** Fields whose values are shown in reports: they name no person and no record. */
const OPEN_FIELDS = ['after-id', 'active'];

interface Asked {
  readonly url: string;
  /** The scheme word and the shell variable of the token; null without the header. */
  readonly authorization: string | null;
  readonly body: JsonObject;
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Requests as `curl` commands, without tokens and without values of records: a body that has some is a shell variable. */
class Curl {
  /** The names of variables, by their bodies. */
  readonly #names = new Map<string, string>();

  command({ url, authorization, body }: Asked): string {
    const header = authorization === null ? '' : ` -H "Authorization: ${authorization}"`;
    const type = "-H 'Content-Type: application/json'";
    return `curl -sS -i -X POST ${quoted(url)}${header} ${type} --data-binary ${this.#data(body)}`;
  }

  /** With a comment that has the fields. */
  #data(body: JsonObject): string {
    const text = JSON.stringify(body);
    const shown = JSON.stringify(body, (field, value: unknown) => {
      const isValue = typeof value === 'string' || typeof value === 'number';
      return isValue && !OPEN_FIELDS.includes(field) && !MADE_UP.test(String(value)) ? '…' : value;
    });
    if (shown === text) return quoted(text);
    const name = this.#names.get(text) ?? `BODY_${this.#names.size + 1}`;
    this.#names.set(text, name);
    return `"$${name}" # ${shown}`;
  }

  /** Shell assignments of all variables. */
  assignments(): string {
    return [...this.#names].map(([text, name]) => `${name}=${quoted(text)}\n`).join('');
  }
}
