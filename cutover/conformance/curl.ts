/** Requests as `curl` commands, without tokens and without values of records: a body that has some is a shell variable. */

import type { JsonObject } from '../contract/answers';

/** Texts that no record holds, because the kit made them up. */
const MADE_UP = /^no-such-|^$|^ +$|^-?1$|^(?:0001|1000|9000|9001)-01-01$|^true$/;
/** Fields whose values are shown in reports: they name no person and no record. */
const OPEN_FIELDS = ['after-id', 'active'];

export interface Asked {
  readonly url: string;
  /** The scheme word and the shell variable of the token; null without the header. */
  readonly authorization: string | null;
  readonly body: JsonObject;
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export class Curl {
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
