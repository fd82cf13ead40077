/**
 * Requests as `curl` commands, without tokens and without values of records: each such value is a shell variable, and
 * the same value is the same variable.
 */

import type { Json, JsonObject } from '../contract/answers';

/** Texts that no record holds, because the kit made them up. */
const MADE_UP = /^no-such-|^$|^ +$|^-?1$|^(?:0001|1000|9000|9001)-01-01$|^true$/;
/** Fields whose values are shown in reports: they name no person and no record. */
const OPEN_FIELDS = new Set(['after-id', 'active']);

export interface Variables {
  /** The name of the variable for a value of a field. */
  nameOf(field: string, value: string | number): string;
  /** Shell assignments of every value that was named. */
  assignments(): string;
}

export function createVariables(): Variables {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return {
    nameOf(field, value) {
      const stem = field.replace(/\W/g, '_').toUpperCase();
      const key = `${stem} ${JSON.stringify(value)}`;
      const known = names.get(key);
      if (known !== undefined) return known;
      const count = (counts.get(stem) ?? 0) + 1;
      counts.set(stem, count);
      names.set(key, `${stem}_${count}`);
      return `${stem}_${count}`;
    },
    assignments() {
      return [...names]
        .map(([key, name]) => `${name}=${quoted(key.slice(key.indexOf(' ') + 1).replace(/^"(.*)"$/, '$1'))}\n`)
        .join('');
    },
  };
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** JSON for a single-quoted shell word, with variables instead of values. */
function shellJson(value: Json, field: string, variables: Variables): string {
  const open = OPEN_FIELDS.has(field);
  if (Array.isArray(value)) return `[${value.map((each) => shellJson(each, field, variables)).join(',')}]`;
  if (typeof value === 'object' && value !== null) return shellObject(value, variables);
  if (typeof value === 'string' && !open && !MADE_UP.test(value)) return `"'"$${variables.nameOf(field, value)}"'"`;
  if (typeof value === 'number' && !open) return `'"$${variables.nameOf(field, value)}"'`;
  return JSON.stringify(value);
}

const shellObject = (body: JsonObject, variables: Variables): string =>
  `{${Object.entries(body)
    .map(([name, value]) => `${JSON.stringify(name)}:${shellJson(value, name, variables)}`)
    .join(',')}}`;

export interface Asked {
  readonly method: string;
  readonly url: string;
  /** The scheme word and the shell variable of the token; null without the header. */
  readonly authorization: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject | undefined;
  /** A body that the kit made up as a whole. */
  readonly raw?: string | undefined;
}

export function curlOf({ method, url, authorization, headers, body, raw }: Asked, variables: Variables): string {
  const data = raw === undefined ? body && `'${shellObject(body, variables)}'` : quoted(raw);
  return [
    `curl -sS -i -X ${method} ${quoted(url)}`,
    ...(authorization === null ? [] : [`-H "Authorization: ${authorization}"`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(data === undefined ? [] : [`--data-binary ${data}`]),
  ].join(' ');
}
