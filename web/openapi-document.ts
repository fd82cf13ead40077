/** Reads from the OpenAPI document what the reference shows. */

import type { ExampleValues } from './held-token.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly maxLength?: number;
  readonly description?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Content {
  readonly 'application/json': {
    readonly schema: Schema;
    readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value: unknown }>>;
  };
}

interface HeaderObject {
  readonly $ref?: string;
  readonly description: string;
  readonly example?: string;
  readonly schema: { readonly const?: string };
}

interface ResponseObject {
  readonly $ref?: string;
  readonly headers: Readonly<Record<string, HeaderObject>>;
  readonly content: Content;
}

interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly requestBody: { readonly description: string; readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

export interface OpenApiDocument {
  readonly info: { readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, { readonly post?: OperationObject }>>;
}

/** A field of a body, or a header. */
export interface Field {
  /** With the names around it, for example `tenants[].identifier`. */
  readonly name: string;
  /** Of a header: the statuses of its answers. */
  readonly type: string;
  readonly meaning: string;
  readonly example: string;
}

export interface OperationError {
  readonly status: string;
  readonly type: string;
  readonly when: string;
}

export interface Operation {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly aboutFields: string;
  readonly fields: readonly Field[];
  readonly answerFields: readonly Field[];
  readonly errors: readonly OperationError[];
  readonly examples: readonly { readonly label: string; readonly body: unknown; readonly answer: unknown }[];
}

/** The object itself, or what its `$ref` names. */
function resolved<Kind extends { readonly $ref?: string }>(document: OpenApiDocument, object: Kind): Kind {
  if (object.$ref === undefined) return object;
  const steps = object.$ref.split('/').slice(1);
  return steps.reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], document) as Kind;
}

const namedExamples = ({ 'application/json': { examples = {} } }: Content) => examples;
const examplesOf = (content: Content) => Object.values(namedExamples(content));

const operationsOf = ({ paths }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, { post }]) => (post === undefined ? [] : [{ path, post }]));

/** The lookups. The first example of each has the values of `examples`, which may find records. */
export function operations(document: OpenApiDocument, { email, city }: ExampleValues): Operation[] {
  const first: Readonly<Record<string, unknown>> = {
    findLeasesForTenant: { email_address: email },
    findTenants: { address: { city } },
  };
  const all = operationsOf(document);
  return all.map(({ path, post }) => {
    const { operationId: id, summary, description, requestBody, responses } = post;
    const responseOf = (status: string) => resolved(document, responses[status]!);
    const answer = responseOf('200').content;
    const bodies = [post, ...all.map((other) => other.post)].flatMap((other) => examplesOf(other.requestBody.content));
    const values = valuesOf(bodies);
    const answerValues = valuesOf(examplesOf(answer));
    const inAnswer = (name: string) => [...answerValues].find(([path]) => path.split('.').at(-1) === name)?.[1];
    return {
      id,
      path,
      summary,
      description,
      aboutFields: requestBody.description,
      fields: fieldsOf(document, requestBody.content, (name) => values.get(name) ?? inAnswer(name)).map((field) => ({
        ...field,
        type: field.type.replace(' or null', ''),
      })),
      answerFields: fieldsOf(document, answer, (name) => answerValues.get(name)),
      errors: Object.keys(responses).flatMap((status) =>
        status === '200' ? [] : errorsOf(status, responseOf(status).content),
      ),
      examples: [
        { label: 'To begin with', body: first[id] ?? {}, answer: examplesOf(answer)[0]?.value },
        ...Object.entries(namedExamples(requestBody.content)).map(([name, { summary: label = '', value: body }]) => {
          return { label, body, answer: namedExamples(answer)[name]?.value };
        }),
      ],
    };
  });
}

function errorsOf(status: string, content: Content): OperationError[] {
  return examplesOf(content).map(({ summary, value }) => {
    const { type, message } = (value as { readonly error: { readonly type: string; readonly message: string } }).error;
    return { status, type, when: summary ?? message };
  });
}

/** The errors that every operation lists with the same words, which leaves each operation its own. */
export function separateErrors(all: readonly Operation[]): { shared: OperationError[]; operations: Operation[] } {
  const lists = all.map(({ errors }) => new Set(errors.map((error) => JSON.stringify(error))));
  const isShared = (error: OperationError) => lists.every((list) => list.has(JSON.stringify(error)));
  return {
    shared: all[0]?.errors.filter(isShared) ?? [],
    operations: all.map((one) => ({ ...one, errors: one.errors.filter((error) => !isShared(error)) })),
  };
}

/** A field for each property, and after it those within it. */
function fieldsOf(document: OpenApiDocument, content: Content, exampleOf: (name: string) => unknown): Field[] {
  const within = (schema: Schema, prefix: string): Field[] =>
    Object.entries(alternatives(document, schema).find(({ properties }) => properties)?.properties ?? {}).flatMap(
      ([key, property]) => {
        const name = prefix + key;
        const { description = '', items } = resolved(document, property);
        const value = exampleOf(name);
        const example = value === undefined || typeof value === 'object' ? '' : JSON.stringify(value);
        const field = { name, type: typeOf(document, property), meaning: description, example };
        return [field, ...(items === undefined ? within(property, `${name}.`) : within(items, `${name}[].`))];
      },
    );
  return within(content['application/json'].schema, '');
}

function alternatives(document: OpenApiDocument, schema: Schema): Schema[] {
  const { anyOf, ...only } = resolved(document, schema);
  return anyOf === undefined ? [only] : anyOf.flatMap((one) => alternatives(document, one));
}

function typeOf(document: OpenApiDocument, schema: Schema): string {
  const types = alternatives(document, schema).flatMap(({ type = [], format, maxLength, items }) =>
    [type].flat().map((name) => {
      if (name === 'array' && items !== undefined) return `array of ${typeOf(document, items)}s`;
      if (name !== 'string') return name;
      return maxLength === undefined ? (format ?? name) : `string, ≤ ${maxLength}`;
    }),
  );
  return types.join(' or ');
}

/** The values of examples by the name of their field. The first example that has a field gives its value. */
function valuesOf(examples: readonly { readonly value: unknown }[]): Map<string, unknown> {
  const values = new Map<string, unknown>();
  const read = (value: unknown, name: string): void => {
    if (!values.has(name) && value !== null) values.set(name, value);
    if (Array.isArray(value)) for (const item of value) read(item, `${name}[]`);
    else if (typeof value === 'object')
      for (const [key, inner] of Object.entries(value ?? {})) read(inner, name === '' ? key : `${name}.${key}`);
  };
  for (const { value } of examples) read(value, '');
  return values;
}

/** The headers of the answers, each once. */
export function headers(document: OpenApiDocument): Field[] {
  const answers = operationsOf(document).flatMap(({ post }) => Object.entries(post.responses));
  const found = new Map<string, { readonly header: HeaderObject; readonly statuses: Set<string> }>();
  for (const [status, response] of answers)
    for (const [name, header] of Object.entries(resolved(document, response).headers)) {
      if (!found.has(name)) found.set(name, { header: resolved(document, header), statuses: new Set() });
      found.get(name)?.statuses.add(status);
    }
  return [...found].map(([name, { header, statuses }]) => ({
    name,
    type: statuses.has('200') ? 'any' : [...statuses].join(', '),
    meaning: header.description,
    example: header.example ?? header.schema.const ?? '',
  }));
}
