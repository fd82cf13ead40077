import { readText } from '../docs/repository';

/** `openapi.json`, as far as the tests look into it. */
export interface Described {
  readonly info: { readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, Response>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
}

export interface Response {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly content?: Content;
}

type Content = Readonly<
  Record<string, { readonly schema: Schema; readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>
>;

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly description?: string;
  readonly [keyword: string]: unknown;
}

export const readOpenApi = (): Described => JSON.parse(readText('openapi.json')) as Described;

/** The operation of a path: each has one. */
export const operationAt = ({ paths }: Described, path: string): Operation => Object.values(paths[path] ?? {})[0]!;

/** The responses of an operation by their statuses, references followed. */
export function responsesOf({ components }: Described, { responses }: Operation): Record<string, Response> {
  const followed = Object.entries(responses).map(([status, response]) => [
    status,
    '$ref' in response ? components.responses[nameIn(response.$ref)] : response,
  ]);
  return Object.fromEntries(followed) as Record<string, Response>;
}

const nameIn = (reference: string): string => reference.split('/').at(-1)!;

export const examplesOf = (of: { readonly content?: Content } | undefined): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(of?.content?.['application/json']?.examples ?? {}).map(([name, { value }]) => [name, value]),
  );
