/** Nothing breaks a client of the last release unless `CHANGELOG.md` announces it; the README beside this says how. */

import { buildSchema, findBreakingChanges } from 'graphql';

import { section } from '../../test/docs/markdown';
import { readText } from '../../test/docs/repository';
import { type Described, readOpenApi } from '../../test/openapi/described';
import { breakingChanges } from './breaking-changes';

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
