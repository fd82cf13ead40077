/** What could break a client of the REST operations, between two OpenAPI documents. */

import { type Described, operationAt, responsesOf, type Schema } from '../../test/openapi/described';

/** Keywords that narrow what a value may be. */
const LIMITS = [
  'format',
  'pattern',
  'const',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'additionalProperties',
] as const;

/**
 * A request may ask for no more than it did, and an answer may hold no less. New paths, optional fields of requests, fields
 * of answers, statuses and error types are additions.
 * @returns a sentence for each change
 */
export function breakingChanges(old: Described, now: Described): string[] {
  return Object.entries(old.paths).flatMap(([path, operations]) =>
    Object.keys(operations).flatMap((method) => {
      const name = `${method.toUpperCase()} ${path}`;
      if (now.paths[path]?.[method] === undefined) return [`${name} was removed.`];
      return [...requestChanges(name, path, old, now), ...answerChanges(name, path, old, now)];
    }),
  );
}

function requestChanges(name: string, path: string, old: Described, now: Described): string[] {
  const [before, after] = [old, now].map((document) => schemaOf(operationAt(document, path).requestBody, document));
  if (after === undefined) return [];
  if (before === undefined) return [`${name} has a body.`];
  return schemaChanges(
    `${name} request`,
    { schema: before, document: old },
    { schema: after, document: now },
    'request',
  );
}

function answerChanges(name: string, path: string, old: Described, now: Described): string[] {
  const [before, after] = [old, now].map((document) => responsesOf(document, operationAt(document, path)));
  return Object.entries(before!).flatMap(([status, response]) => {
    const answered = `${name} ${status}`;
    const same = after![status];
    if (same === undefined) return [`${answered} was removed.`];
    const headers = Object.keys(response.headers).filter((header) => same.headers[header] === undefined);
    const [was, is] = [schemaOf(response, old), schemaOf(same, now)];
    return [
      ...headers.map((header) => `${answered} header ${header} was removed.`),
      ...(was && is
        ? schemaChanges(answered, { schema: was, document: old }, { schema: is, document: now }, 'answer')
        : []),
    ];
  });
}

const schemaOf = (
  of: { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> } | undefined,
  document: Described,
): Schema | undefined => {
  const [content] = Object.values(of?.content ?? {});
  return content && followed({ schema: content.schema, document });
};

interface Placed {
  readonly schema: Schema;
  readonly document: Described;
}

/** The schema behind a reference; alternatives count as one schema with the types and keywords of all of them. */
function followed({ schema, document }: Placed): Schema {
  if (schema.$ref !== undefined)
    return followed({ schema: document.components.schemas[schema.$ref.split('/').at(-1)!]!, document });
  if (schema.anyOf === undefined) return schema;
  const alternatives = (schema.anyOf as readonly Schema[]).map((alternative) =>
    followed({ schema: alternative, document }),
  );
  const types = alternatives.flatMap(({ type }) => type ?? []);
  return Object.assign({}, ...alternatives, { type: types }) as Schema;
}

const listed = (value: unknown): readonly unknown[] => (value === undefined ? [] : [value].flat());

function schemaChanges(place: string, old: Placed, now: Placed, side: 'request' | 'answer'): string[] {
  const [before, after] = [followed(old), followed(now)];
  const changes: string[] = [];
  // A request may still send what it could; an answer may still not be what it could not.
  const [narrower, wider] = side === 'request' ? [after, before] : [before, after];
  const types = listed(wider.type).filter((type) => !listed(narrower.type).includes(type));
  if (types.length > 0)
    changes.push(`${place} ${side === 'request' ? 'no longer takes' : 'may be'} ${types.join(', ')}.`);
  for (const limit of LIMITS) {
    const [was, is] = [JSON.stringify(before[limit]), JSON.stringify(after[limit])];
    const loosened = side === 'request' ? is === undefined : was === undefined;
    if (was !== is && !loosened) changes.push(`${place} changed its ${limit} from ${was} to ${is}.`);
  }
  if (side === 'request') {
    const gone = listed(before.enum).filter((value) => !listed(after.enum).includes(value));
    if (after.enum !== undefined && (before.enum === undefined || gone.length > 0))
      changes.push(`${place} takes fewer values.`);
    const asked = listed(after.required).filter((field) => !listed(before.required).includes(field));
    changes.push(...asked.map((field) => `${place}.${String(field)} became required.`));
  }
  for (const [field, schema] of Object.entries(before.properties ?? {})) {
    const same = after.properties?.[field];
    const within = `${place}.${field}`;
    if (same === undefined) changes.push(`${within} was removed.`);
    else {
      if (side === 'answer' && before.required?.includes(field) && !after.required?.includes(field))
        changes.push(`${within} may be missing.`);
      changes.push(...schemaChanges(within, { ...old, schema }, { ...now, schema: same }, side));
    }
  }
  if (before.items !== undefined && after.items !== undefined)
    changes.push(
      ...schemaChanges(`${place}[]`, { ...old, schema: before.items }, { ...now, schema: after.items }, side),
    );
  return changes;
}
