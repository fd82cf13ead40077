/**
 * Isolation, P10: every entry point of GraphQL. Several callers send each document, so that it is executed for the
 * first and compiled for the others; a second gateway never compiles. Both give the oracle’s answer, byte for byte.
 */

import { getIntrospectionQuery } from 'graphql';

import { connection } from '../oracle/page';
import { tenantsOf } from '../oracle/matching';
import type { Asker } from '../oracle/generate/callers';
import type { Dice } from '../oracle/generate/dice';
import { visibleWorld, type World } from '../oracle/world';
import { timeoutMs } from './amount';
import { aliasedAnswer, ALIASED, aliasedVariables } from './aliased';
import { hiddenMarks } from './marks';
import { askersOf } from './questions';
import { abreast, Rig, worldsOf } from './rig';
import { Tally } from './tally';
import { isDeepStrictEqual } from 'node:util';

const CALLERS = 5;

const tally = new Tally('graphql');
let rig: Rig;
let introspected: string | undefined;

interface Asking {
  readonly property: 'aliases' | 'nodes' | 'cursors' | 'introspection';
  readonly asker: Asker;
  readonly document: string;
  readonly variables: object;
  /** The expected `data`; absent if it is the same for everybody. */
  readonly expected?: object;
}

interface Known {
  readonly __typename: string;
  readonly id: string;
  readonly identifier: string;
}

const SURVEY = `{
  viewer { groups { nodes { __typename id identifier } } }
  tenantsByLease { edges { cursor node { __typename id identifier leases(first: 100) { nodes { __typename id identifier } } } } }
}`;

const NODES = `query ($ids: [ID!]!, $one: ID!, $two: ID!) {
  many: nodes(ids: $ids) { ...Any }
  one: node(id: $one) { ...Any }
  two: node(id: $two) { ...Any }
}
fragment Any on Node { __typename ...G ...T ...L }
fragment G on Group { identifier }
fragment T on Tenant { identifier lastName }
fragment L on Lease { identifier unitNumber tenants { identifier } }`;

const CURSORS = `query ($cursor: String!) {
  after: tenantsByLease(first: 3, after: $cursor) { ...P }
  before: tenantsByLease(last: 3, before: $cursor) { ...P }
}
fragment P on TenantConnection { totalCount nodes { identifier } pageInfo { hasNextPage hasPreviousPage } }`;

beforeAll(async () => {
  rig = await Rig.open();
  for (const { dice, name, world } of worldsOf('graphql')) {
    const askers = askersOf(dice, world, name.replaceAll(/\W/g, '-'));
    await rig.load(world, askers);
    const { text } = await rig.graphql(askers[0]!, SURVEY, {});
    const { viewer, tenantsByLease } = (JSON.parse(text) as { data: Survey }).data;
    const edges = tenantsByLease.edges.filter(({ node }) => node.identifier !== '');
    const known = [
      ...viewer.groups.nodes,
      ...edges.flatMap(({ node }) => [node, ...node.leases.nodes]),
    ] as readonly Known[];
    if (edges.length === 0) continue;
    const some = [askers[0]!, askers[2]!, ...Array.from({ length: CALLERS - 2 }, () => dice.pick(askers))];
    await abreast(plan(dice, world, some, known, edges), (asking, lane) => check(asking, world, lane, name));
    rig.forget();
    if (tally.isDone) break;
  }
}, timeoutMs('graphql'));
afterAll(() => rig?.close());

interface Survey {
  readonly viewer: { readonly groups: { readonly nodes: readonly Known[] } };
  readonly tenantsByLease: { readonly edges: readonly Edge[] };
}

interface Edge {
  readonly cursor: string;
  readonly node: Known & { readonly leases: { readonly nodes: readonly Known[] } };
}

function plan(
  dice: Dice,
  world: World,
  askers: readonly Asker[],
  known: readonly Known[],
  edges: readonly Edge[],
): Asking[] {
  const ids = Array.from({ length: 40 }, () => dice.pick(known));
  const [one, two] = [dice.pick(known), dice.pick(known)];
  const aliased = aliasedVariables(dice, world);
  const cursors = [dice.pick(edges), dice.pick(edges)];
  return askers.flatMap((asker): Asking[] => {
    const visible = visibleWorld(world, asker.sight);
    return [
      {
        property: 'aliases',
        asker,
        document: ALIASED,
        variables: aliased,
        expected: aliasedAnswer(world, asker.sight, aliased),
      },
      {
        property: 'nodes',
        asker,
        document: NODES,
        variables: { ids: ids.map(({ id }) => id), one: one.id, two: two.id },
        expected: {
          many: ids.map((node) => nodeOf(visible, node)),
          one: nodeOf(visible, one),
          two: nodeOf(visible, two),
        },
      },
      ...cursors.map(({ cursor, node }): Asking => ({
        property: 'cursors',
        asker,
        document: CURSORS,
        variables: { cursor },
        expected: pagesAround(visible, world.tenants.find(({ identifier }) => identifier === node.identifier)!.id),
      })),
      { property: 'introspection', asker, document: getIntrospectionQuery(), variables: {} },
    ].filter(({ property }) => property !== 'introspection' || asker === askers[1] || dice.chance(10)) as Asking[];
  });
}

/** What `node` returns for an id: null for a row that the caller may not see. */
function nodeOf(visible: World, { __typename, identifier }: Known): object | null {
  const named = <Row extends { identifier: string }>(rows: readonly Row[]) =>
    rows.find((row) => row.identifier === identifier);
  if (__typename === 'Group') return named(visible.groups) ? { __typename, identifier } : null;
  if (__typename === 'Tenant') {
    const tenant = named(visible.tenants);
    return tenant === undefined ? null : { __typename, identifier, lastName: tenant.last_name };
  }
  const lease = named(visible.leases);
  if (lease === undefined) return null;
  const unitNumber = visible.units.find(({ id }) => id === lease.unit_id)?.unit_number ?? null;
  const tenants = tenantsOf(visible, [lease]).map((tenant) => ({ identifier: tenant.identifier }));
  return { __typename, identifier, unitNumber, tenants };
}

/** The pages before and after a cursor, whichever caller it was made for. */
function pagesAround(visible: World, id: number): object {
  const listing = tenantsOf(visible, visible.leases);
  const page = (bounds: Parameters<typeof connection>[1]) => {
    const { rows, hasNextPage, hasPreviousPage, totalCount } = connection(listing, bounds);
    return {
      totalCount,
      nodes: rows.map(({ identifier }) => ({ identifier })),
      pageInfo: { hasNextPage, hasPreviousPage },
    };
  };
  return { after: page({ first: 3, after: id }), before: page({ last: 3, before: id }) };
}

async function check(
  { property, asker, document, variables, expected }: Asking,
  world: World,
  lane: number,
  name: string,
): Promise<void> {
  const breach = (what: unknown): void =>
    tally.breach(`P10 ${property}`, `${name} ${JSON.stringify({ asker, variables })}\n${JSON.stringify(what)}`);
  const [compiled, plain] = await Promise.all([0, 1].map((to) => rig.graphql(asker, document, variables, lane, to)));
  const sent = JSON.stringify(variables);
  for (const reply of [compiled!, plain!]) {
    tally.count(reply);
    const told = hiddenMarks(world, asker).filter((mark) => (reply.head + reply.text).includes(mark));
    const leaked = told.filter((mark) => !sent.includes(mark));
    if (leaked.length > 0) tally.breach('P7', `${name} ${leaked.join()} in ${reply.text}\nto ${sent}`);
  }
  if (!isDeepStrictEqual(compiled, plain))
    tally.breach('P10 executors', `${name} ${sent}\n${compiled!.text}\n${plain!.text}`);
  if (expected === undefined) {
    introspected ??= compiled!.text;
    if (compiled!.text !== introspected) breach(compiled!.text);
  } else if (!isDeepStrictEqual(JSON.parse(compiled!.text), { data: expected })) {
    breach({ received: compiled!.text, expected });
  }
}

test('P10 aliases, fragments and nested records return only what the caller may see', () => {
  expect(tally.breaches('P10 aliases')).toEqual([]);
});

test('P10 `node` and `nodes` return null for the ids of records and groups that the caller may not see', () => {
  expect(tally.breaches('P10 nodes')).toEqual([]);
});

test('P10 a cursor of a caller who may see more reveals nothing', () => {
  expect(tally.breaches('P10 cursors')).toEqual([]);
});

test('P10 introspection returns the same schema to everybody, and no data', () => {
  expect(introspected).toContain('leasesForTenant');
  expect(tally.breaches('P10 introspection')).toEqual([]);
});

test('P10 a compiled operation keeps nothing of a caller: both executors give the same bytes', () => {
  expect(tally.breaches('P10 executors')).toEqual([]);
});

test('P7 no answer contains a mark of a group that the caller may not see', () => {
  expect(tally.breaches('P7')).toEqual([]);
});

test('enough answers were compared, and enough of them contained records', () => tally.expectEnough(60));
