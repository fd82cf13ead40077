/** Checks an answer against `openapi.json`: every status, header and field, and nothing undocumented. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import { fullFormats } from 'ajv-formats/dist/formats';

export interface SeenAnswer {
  /** From the request line; undefined if none could be read. */
  readonly target: string | undefined;
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

interface Documented {
  readonly headers: readonly (readonly [name: string, required: boolean, check: ValidateFunction])[];
  /** By media type; null if the answer has no body. */
  readonly bodies: ReadonlyMap<string, ValidateFunction> | null;
  /** The types of the errors of the status, which its examples name. */
  readonly errorTypes: readonly string[];
}

interface ErrorBody {
  readonly error?: { readonly type?: string };
}

interface ErrorExample {
  readonly value: ErrorBody;
}

type Json = Readonly<Record<string, unknown>>;

/** Headers of HTTP itself, and of CORS. */
const OF_HTTP =
  /^(content-type|content-length|content-encoding|date|connection|keep-alive|transfer-encoding|vary|access-control-.*)$/;

/** @returns a function that lists the differences from the document; none for a path that it does not name */
export function documentedAnswers(): (answer: SeenAnswer) => string[] {
  const document = JSON.parse(readFileSync(join(__dirname, '..', '..', 'openapi.json'), 'utf8')) as Json;
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: fullFormats });
  ajv.addSchema(closed(document) as Json, 'openapi');
  const paths = Object.keys(document.paths as Json);
  const known = new Map<string, Documented | undefined>();

  const documented = (path: string, status: number): Documented | undefined => {
    const key = `${path} ${status}`;
    if (!known.has(key)) known.set(key, read(path, status));
    return known.get(key);
  };

  function read(path: string, status: number): Documented | undefined {
    const [method = '', operation] = Object.entries((document.paths as Record<string, Json>)[path] ?? {})[0] ?? [];
    const given = ((operation as Json).responses as Record<string, Json>)[status];
    if (given === undefined) return undefined;
    const referred = typeof given.$ref === 'string' ? given.$ref.slice(1) : undefined;
    const pointer = referred ?? `/paths/${path.replaceAll('/', '~1')}/${method}/responses/${status}`;
    const response = (referred === undefined ? given : at(document, referred)) as Json;
    const compiled = (owner: string) => ajv.compile({ $ref: `openapi#${owner}/schema` });
    const headers = Object.entries((response.headers ?? {}) as Record<string, { readonly $ref: string }>).map(
      ([name, { $ref }]) => {
        const owner = $ref.slice(1);
        return [name.toLowerCase(), (at(document, owner) as Json).required === true, compiled(owner)] as const;
      },
    );
    const content = Object.entries((response.content ?? {}) as Record<string, Json>);
    const bodies = content.map(
      ([type]) => [type, compiled(`${pointer}/content/${type.replaceAll('/', '~1')}`)] as const,
    );
    const examples = content.flatMap(([, { examples: all = {} }]) =>
      Object.values(all as Record<string, ErrorExample>),
    );
    const errorTypes = examples.flatMap(({ value }) => value.error?.type ?? []);
    return { headers, bodies: bodies.length === 0 ? null : new Map(bodies), errorTypes };
  }

  return (answer) => {
    const path = answer.target === undefined ? paths[0] : paths.find((one) => leadsTo(answer.target ?? '', one));
    if (path === undefined) return [];
    const found = documented(path, answer.status);
    const problems =
      found === undefined
        ? ['the status is not documented']
        : [...headerProblems(answer, found), ...bodyProblems(answer, found)];
    return problems.map((problem) => `${path} answered ${answer.status}: ${problem}: ${answer.body.slice(0, 300)}`);
  };
}

/**
 * Any prefix and query are allowed, and the trailing slash may be missing (decision 26). An explained request is not part of the
 * document, because programs that are written from it never send one.
 */
const leadsTo = (target: string, path: string): boolean =>
  !target.includes('?explain') && (target.split('?')[0] ?? '').replace(/\/$/, '').endsWith(path.replace(/\/$/, ''));

/** An object may have only the documented fields, unless its schema says otherwise. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  return copy.type === 'object' && 'properties' in copy ? { additionalProperties: false, ...copy } : copy;
}

function at(document: Json, pointer: string): unknown {
  const steps = pointer.split('/').slice(1);
  return steps.reduce<unknown>((node, step) => (node as Json)[step.replaceAll('~1', '/')], document);
}

function headerProblems({ headers }: SeenAnswer, documented: Documented): string[] {
  const named = new Set(documented.headers.map(([name]) => name));
  const surplus = Object.keys(headers).filter((name) => !named.has(name) && !OF_HTTP.test(name));
  const wrong = documented.headers.filter(([name, required, check]) => {
    const value = headers[name];
    return value === undefined ? required : !check(value);
  });
  return [
    ...surplus.map((name) => `the header ${name} is not documented`),
    ...wrong.map(([name]) => `the header ${name} is missing or not as documented (${String(headers[name])})`),
  ];
}

function bodyProblems({ headers, body }: SeenAnswer, { bodies, errorTypes }: Documented): string[] {
  if (bodies === null) return body === '' ? [] : ['a body is not documented'];
  const [type = ''] = String(headers['content-type']).split(';');
  const check = bodies.get(type);
  if (check === undefined) return [`the media type ${type} is not documented`];
  const content: unknown = type === 'application/json' ? JSON.parse(body) : body;
  if (check(content)) {
    const { error } = content as ErrorBody;
    const isNamed = errorTypes.length === 0 || errorTypes.includes(error?.type ?? '');
    return isNamed ? [] : [`the error ${error?.type} is not documented for the status`];
  }
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'the body'} ${message}`);
}
