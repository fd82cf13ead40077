/** Nothing breaks a client of the last release unless `CHANGELOG.md` announces it; the README beside this says how. */

import { buildSchema, findBreakingChanges } from 'graphql';

import { section } from '../../test/docs/markdown';
import { readText } from '../../test/docs/repository';
import { type Described, operationAt, readOpenApi, responsesOf, type Schema } from '../../test/openapi/described';

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
function breakingChanges(old: Described, now: Described): string[] {
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

const sdl = readText('schema.graphql');
const released = JSON.parse(readText('qa/released/openapi.json')) as Described;

const graphqlChanges = (old: string, now: string): string[] =>
  findBreakingChanges(buildSchema(old), buildSchema(now)).map(({ description }) => description);

const announced = (changelog: string): string[] =>
  [...section(changelog, '[Unreleased]').matchAll(/^- Breaking: `([^`]+)` \S/gm)].map(([, change]) => change ?? '');

test('every breaking change since the last release is announced, and nothing else is', () => {
  const changes = [
    ...graphqlChanges(readText('qa/released/schema.graphql'), sdl),
    ...breakingChanges(released, readOpenApi()),
  ];
  expect(announced(readText('CHANGELOG.md')).toSorted()).toEqual(changes.toSorted());
});

test('an announcement names the change and says more', () => {
  const lines = ['- Breaking: `A was removed.` Ask for B.', '- Breaking: `C was removed.`', '- B was removed.'];
  const changelog = `## [Unreleased]\n\n${lines.join('\n')}\n\n## [1.0.0]\n\n- Breaking: \`D was removed.\` Long ago.\n`;
  expect(announced(changelog)).toEqual(['A was removed.']);
});

test.each([
  ['  firstName: String\n', '  givenName: String\n', 'Tenant.firstName was removed.'],
  [
    '    lease: LeaseMatch\n',
    '    lease: LeaseMatch!\n',
    'Query.tenantsByLease arg lease has changed type from LeaseMatch to LeaseMatch!.',
  ],
])('GraphQL: %j as %j is told', (line, instead, change) => {
  expect(graphqlChanges(sdl, sdl.replace(line, instead))).toEqual([change]);
});

/** A copy of the document with one place of it changed. */
function changed(path: string, value: unknown): Described {
  const copy = structuredClone(readOpenApi());
  const steps = path.split(' ');
  const last = steps.pop()!;
  const holder = steps.reduce(
    (node, step) => node[step] as Record<string, unknown>,
    copy as unknown as Record<string, unknown>,
  );
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy;
}

const FIND = '/leases/find-for-tenant/';

test.each([
  [`paths ${FIND}`, undefined, `POST ${FIND} was removed.`],
  [`paths ${FIND} post responses 415`, undefined, `POST ${FIND} 415 was removed.`],
  [
    `components responses Unauthorized headers WWW-Authenticate`,
    undefined,
    `POST ${FIND} 401 header WWW-Authenticate was removed.`,
  ],
  ['components schemas FindForTenant properties active', undefined, `POST ${FIND} request.active was removed.`],
  [
    'components schemas FindForTenant properties active type',
    'boolean',
    `POST ${FIND} request.active no longer takes null.`,
  ],
  ['components schemas FindForTenant required', ['active'], `POST ${FIND} request.active became required.`],
  [
    'components schemas FindForTenant properties identifier maxLength',
    20,
    `POST ${FIND} request.identifier changed its maxLength from 255 to 20.`,
  ],
  ['components schemas Lease properties rent', undefined, `POST ${FIND} 200.leases[].rent was removed.`],
  ['components schemas Lease required', [], `POST ${FIND} 200.leases[].identifier may be missing.`],
  [
    'components schemas Lease properties identifier type',
    ['string', 'null'],
    `POST ${FIND} 200.leases[].identifier may be null.`,
  ],
  [
    'components schemas Leases properties last_id maximum',
    undefined,
    `POST ${FIND} 200.last_id changed its maximum from 9007199254740991 to undefined.`,
  ],
])('REST: %s as %j is told', (place, value, change) => {
  expect(breakingChanges(readOpenApi(), changed(place, value))).toContain(change);
});

test.each([
  ['components schemas FindForTenant properties nickname', { type: 'string' }],
  ['components schemas FindForTenant properties identifier maxLength', undefined],
  ['components schemas Lease properties colour', { type: 'string' }],
  [`paths ${FIND} post responses 451`, { headers: {}, content: {} }],
  ['paths /leases/new/', { post: { responses: {} } }],
])('REST: %s as %j breaks nothing', (place, value) => {
  expect(breakingChanges(readOpenApi(), changed(place, value))).toEqual([]);
});
