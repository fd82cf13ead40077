/**
 * Rows that a caller may not see never change one byte of an answer: status, headers (less the date and the request's id) and body.
 * `NON_INTERFERENCE_WORLDS` sets how many worlds, `ORACLE_SEED` which.
 */

import type { Answer } from './http/client';
import { checkWorlds } from './oracle/check-worlds';
import { Client, type GraphqlResult } from './oracle/compare/client';
import { NODES, TENANTS_BY_LEASE, VIEWER } from './oracle/compare/documents';
import { expectSame } from './oracle/compare/expect-same';
import { graphqlQuestion } from './oracle/compare/graphql-question';
import type { Edge } from './oracle/compare/registry';
import { type Asker, generateAskers } from './oracle/generate/callers';
import type { Dice } from './oracle/generate/dice';
import { generateRequest } from './oracle/generate/requests';
import { canary } from './oracle/generate/texts';
import { generateWorld } from './oracle/generate/world';
import { loadWorld } from './oracle/load';
import { type Sight, visibleWorld, type World } from './oracle/world';
import { amount } from './support/amount';
import { createTestDatabase, type TestDatabase } from './support/database';
import { SHORT_RUNGS, startTestGateway, type TestGateway } from './support/gateway';

/** Replaces the rows that `sight` hides with those of a newly generated world, as far as ids and unique names allow. */
function withOtherHidden(dice: Dice, world: World, sight: Sight, today: string): World {
  const visible = visibleWorld(world, sight);
  const other = generateWorld(dice, today);
  const room = <Row extends { id: number; identifier: string }>(rows: readonly Row[], taken: readonly Row[]): Row[] => {
    const ids = new Set(taken.map(({ id }) => id));
    const names = new Set(taken.map(({ identifier }) => identifier));
    return rows.filter(({ id, identifier }) => !ids.has(id) && !names.has(identifier));
  };

  const takenRefs = new Set(visible.groups.map(({ external_ref }) => external_ref));
  const groups = room(other.groups, visible.groups)
    .filter(({ identifier }) => sight !== 'all' && !sight.includes(identifier))
    .map((group) => (takenRefs.has(group.external_ref) ? { ...group, external_ref: null } : group));
  const groupIds = new Set(groups.map(({ id }) => id));
  const inGroups = <Row extends { group_id: number }>(rows: readonly Row[]): Row[] =>
    rows.filter(({ group_id }) => groupIds.has(group_id));

  const units = room(inGroups(other.units), visible.units);
  const tenants = room(inGroups(other.tenants), visible.tenants);
  const unitIds = new Set(units.map(({ id }) => id));
  const leases = room(inGroups(other.leases), visible.leases).map((lease) =>
    lease.unit_id === null || unitIds.has(lease.unit_id) ? lease : { ...lease, unit_id: null },
  );
  const [tenantIds, leaseIds] = [new Set(tenants.map(({ id }) => id)), new Set(leases.map(({ id }) => id))];
  const pairs = other.pairs.filter((pair) => tenantIds.has(pair.tenant_id) && leaseIds.has(pair.lease_id));
  return {
    groups: [...visible.groups, ...groups],
    units: [...visible.units, ...units],
    tenants: [...visible.tenants, ...tenants],
    leases: [...visible.leases, ...leases],
    pairs: [...visible.pairs, ...pairs],
  };
}

const WORLDS = amount('NON_INTERFERENCE_WORLDS', 5, 15);
const REQUESTS_PER_ASKER = 6;
const TODAY = '2026-03-01';

let database: TestDatabase;
/** The searches of the second gateway take every rung, as in a large table. */
let gateways: TestGateway[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const options = { databaseUrl: database.url, now: () => new Date(`${TODAY}T12:00:00Z`) };
  gateways = [await startTestGateway(options), await startTestGateway({ ...options, searchBudgets: SHORT_RUNGS })];
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.close();
  await database?.drop();
});

interface Question {
  readonly asker: Asker;
  /** What is sent; an answer may show nothing of a hidden group that was not sent. */
  readonly sent: string;
  ask(): Promise<Answer>;
}

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const PASSING = new Set(['date', 'x-request-id']);

async function repliesTo(questions: readonly Question[]): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const question of questions) {
    const { status, headers, text } = await question.ask();
    replies.push({ status, headers: Object.fromEntries([...headers].filter(([name]) => !PASSING.has(name))), text });
  }
  return replies;
}

function expectNoCanaries(world: World, questions: readonly Question[], replies: readonly Reply[]): void {
  questions.forEach(({ asker: { sight }, sent }, at) => {
    const hidden = world.groups.filter(({ identifier }) => sight !== 'all' && !sight.includes(identifier));
    const marks = hidden.map(({ id }) => canary(id)).filter((mark) => !sent.includes(mark));
    expect(marks.filter((mark) => JSON.stringify(replies[at]).includes(mark))).toEqual([]);
  });
}

test(
  'what a caller may not see changes no answer',
  async () => {
    let compared = 0;
    const seed = await checkWorlds(WORLDS, async (dice) => {
      const world = generateWorld(dice, TODAY);
      const [everyone, ...some] = generateAskers(dice, world, `hiding-${compared}`);
      if (everyone === undefined) throw new Error('there is always somebody who sees everything');
      const asker = dice.pick(some);
      const requests = Array.from({ length: REQUESTS_PER_ASKER }, () => generateRequest(dice, world, TODAY));
      const others = [
        visibleWorld(world, asker.sight),
        withOtherHidden(dice, world, asker.sight, TODAY),
        withOtherHidden(dice, world, asker.sight, TODAY),
      ];

      const client = new Client(dice.pick(gateways).url);
      const load = (next: World) => loadWorld(database.db, next, [asker, everyone]);
      const graphql = (query: string, variables: object): Question => ({
        asker,
        sent: JSON.stringify(variables),
        ask: () => client.graphql(asker, query, variables),
      });

      await load(world);
      // Ids and cursors of rows that the asker may not see, as one who may see them could hand them on.
      const all = await client.graphql(everyone, TENANTS_BY_LEASE, {});
      const { edges } = (JSON.parse(all.text) as GraphqlResult).data?.connection as { edges: Edge[] };
      const questions = requests.flatMap(({ operation, body }): Question[] => {
        const rest = { asker, sent: body, ask: () => client.rest(asker, operation, body) };
        const question = graphqlQuestion(operation, body, undefined, TODAY);
        const size = { [dice.pick(['first', 'last'])]: dice.between(0, 5) };
        return [rest, ...(question ? [graphql(question.query, { ...question.variables, ...size })] : [])];
      });
      questions.push(graphql(NODES, { ids: edges.map(({ node }) => node.id) }), graphql(VIEWER, {}));
      const after = edges.length > 0 ? dice.pick(edges).cursor : null;
      questions.push(
        graphql(TENANTS_BY_LEASE, { first: 2, after }),
        graphql(TENANTS_BY_LEASE, { last: 2, before: after }),
      );

      const before = await repliesTo(questions);
      expectNoCanaries(world, questions, before);
      compared += await expectUnknownNames(client, asker, dice, world);
      for (const other of others) {
        await load(other);
        const now = await repliesTo(questions);
        expectNoCanaries(other, questions, now);
        now.forEach((reply, at) => named(questions[at]?.sent, () => expectSame(reply, before[at])));
        compared += now.length;
      }
    });
    process.stderr.write(`${compared} answers are the same whatever is hidden (seed ${seed})\n`);
  },
  300_000 + WORLDS * 20_000,
);

/** A group that the asker may not see gets the same bytes as a name that nobody has. @returns the number of comparisons */
async function expectUnknownNames(client: Client, asker: Asker, dice: Dice, world: World): Promise<number> {
  const hidden = world.groups.filter(({ identifier }) => asker.sight !== 'all' && !asker.sight.includes(identifier));
  const names = hidden.flatMap(({ identifier, external_ref }) => [
    ['group_id', identifier],
    ['group_external_ref', external_ref],
  ]) as [string, string | null][];
  // A blank counts as absent.
  const some = dice.some(names, 40).filter(([, name]) => name !== null && !/^ *$/.test(name));
  const person = world.tenants.length > 0 ? dice.pick(world.tenants) : undefined;
  const bodies = [
    ['tenants', {}],
    ['find-for-tenant', { identifier: person?.identifier || 'x' }],
    ['find-for-tenant', { external_ref: person?.external_ref?.trim() || 'x' }],
  ] as const;
  for (const [field, name] of some) {
    for (const [operation, body] of bodies) {
      const questions = [name, 'no such group'].flatMap((group) => {
        const text = JSON.stringify({ ...body, [field]: group });
        const question = graphqlQuestion(operation, text, undefined, TODAY)!;
        return [
          { asker, sent: text, ask: () => client.rest(asker, operation, text) },
          { asker, sent: text, ask: () => client.graphql(asker, question.query, { ...question.variables, first: 5 }) },
        ];
      });
      const [rest, graphql, ...nowhere] = await repliesTo(questions);
      named(questions[0]!.sent, () => expectSame([rest, graphql], nowhere));
    }
  }
  return some.length * bodies.length * 2;
}

function named(sent: string | undefined, compare: () => void): void {
  try {
    compare();
  } catch (error) {
    throw new Error(`${sent}\n${String(error)}`, { cause: error });
  }
}
