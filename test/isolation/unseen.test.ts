/** Isolation, P5: what a caller may not see changes no byte of an answer, whether it exists, does not, or differs. */

import type { RestRequest } from '../oracle/answer';
import type { GraphqlResult } from '../oracle/compare/client';
import { NODES, TENANTS_BY_LEASE, VIEWER } from '../oracle/compare/documents';
import { graphqlQuestion } from '../oracle/compare/graphql-question';
import type { Edge } from '../oracle/compare/registry';
import type { Asker } from '../oracle/generate/callers';
import type { Dice } from '../oracle/generate/dice';
import { withOtherHidden } from '../oracle/generate/hidden';
import { visibleWorld, type World } from '../oracle/world';
import { timeoutMs } from './amount';
import { LEASES_PAGE, TENANTS_PAGE } from './documents';
import { hiddenMarks } from './marks';
import { askersOf, generateQuestions, withFields } from './questions';
import { abreast, Rig, TODAY, worldsOf } from './rig';
import { Tally } from './tally';
import type { Reply } from './wire';

const QUESTIONS_PER_WORLD = 24;

const tally = new Tally('unseen');
let rig: Rig;

interface Asking {
  readonly sent: string;
  ask(lane: number): Promise<Reply>;
}

beforeAll(async () => {
  rig = await Rig.open();
  for (const { dice, name, world } of worldsOf('unseen')) {
    const askers = askersOf(dice, world, name.replaceAll(/\W/g, '-'));
    if (visibleWorld(world, askers[2]!.sight).pairs.length === 0) continue;
    const seeing = askers.filter(({ sight }) => sight !== 'all' && visibleWorld(world, sight).pairs.length > 0);
    const asker = seeing.length > 0 ? dice.pick(seeing) : askers[1]!;
    const requests = generateQuestions(dice, world, [asker, asker, asker], QUESTIONS_PER_WORLD);
    await rig.load(world, askers);
    const askings = [
      ...requests.flatMap(({ request }) => bothTransports(asker, request, pageSize(dice))),
      ...(await borrowed(dice, asker, askers[0]!)),
    ];
    const before = await repliesTo(askings, world, asker, name);
    await unlikeNames(dice, world, asker, name);
    for (const other of [
      visibleWorld(world, asker.sight),
      withOtherHidden(dice, world, asker.sight, TODAY),
      withOtherHidden(dice, world, asker.sight, TODAY),
    ]) {
      await rig.load(other, [asker]);
      const now = await repliesTo(askings, other, asker, name);
      now.forEach((reply, at) => expectAlike('P5 rows', reply, before[at]!, `${name} ${askings[at]!.sent}`));
    }
    rig.forget();
    if (tally.isDone) break;
  }
}, timeoutMs('unseen'));
afterAll(() => rig?.close());

const pageSize = (dice: Dice) => ({ [dice.pick(['first', 'last'])]: dice.pick([0, 1, 2, 5, 100]) });

function bothTransports(asker: Asker, { operation, body }: RestRequest, size: object): Asking[] {
  const rest: Asking = { sent: body, ask: (lane) => rig.rest(asker, operation, body, lane) };
  const question = graphqlQuestion(operation, body, undefined, TODAY);
  if (question === undefined) return [rest];
  const document = question.typename === 'Lease' ? LEASES_PAGE : TENANTS_PAGE;
  return [rest, graphql(asker, document, { ...question.variables, ...size })];
}

const graphql = (asker: Asker, document: string, variables: object): Asking => ({
  sent: JSON.stringify(variables),
  ask: (lane) => rig.graphql(asker, document, variables, lane),
});

/** Ids and cursors of rows that the caller may not see, as another caller could pass them on. */
async function borrowed(dice: Dice, asker: Asker, everyone: Asker): Promise<Asking[]> {
  const { text } = await rig.graphql(everyone, TENANTS_BY_LEASE, {});
  const { edges } = (JSON.parse(text) as GraphqlResult).data?.connection as { edges: Edge[] };
  const cursors = edges.length > 0 ? [dice.pick(edges).cursor, dice.pick(edges).cursor] : [];
  return [
    graphql(asker, VIEWER, {}),
    graphql(asker, NODES, { ids: edges.map(({ node }) => node.id) }),
    ...cursors.flatMap((cursor) => [
      graphql(asker, TENANTS_PAGE, { first: 2, after: cursor }),
      graphql(asker, TENANTS_PAGE, { last: 2, before: cursor }),
    ]),
  ];
}

async function repliesTo(askings: readonly Asking[], world: World, asker: Asker, name: string): Promise<Reply[]> {
  const replies: Reply[] = [];
  const marks = hiddenMarks(world, asker);
  await abreast([...askings.entries()], async ([at, { sent, ask }], lane) => {
    const reply = await ask(lane);
    replies[at] = reply;
    const told = marks.filter((mark) => (reply.head + reply.text).includes(mark) && !sent.includes(mark));
    if (told.length > 0) tally.breach('P7', `${name} ${told.join()} in ${reply.text}\nto ${sent}`);
  });
  return replies;
}

function expectAlike(property: string, one: Reply, other: Reply, what: string): void {
  tally.count(one);
  const [shown, before] = [JSON.stringify(one), JSON.stringify(other)];
  if (shown !== before) tally.breach(property, `${what}\n${shown}\n${before}`);
}

/** Compares a group that the caller may not see with a name that does not exist, as a filter and as an id. */
async function unlikeNames(dice: Dice, world: World, asker: Asker, name: string): Promise<void> {
  const hidden = world.groups.filter(({ identifier }) => asker.sight !== 'all' && !asker.sight.includes(identifier));
  const person = world.tenants.length > 0 ? dice.pick(world.tenants) : undefined;
  const choices = hidden.flatMap(({ identifier, external_ref }) => [
    ['group_id', identifier],
    ...(external_ref === null ? [] : [['group_external_ref', external_ref]]),
  ]) as [string, string][];
  for (const [field, theirs] of dice.some(choices, 40)) {
    for (const { operation, body } of [
      { operation: 'tenants', body: '{}' },
      { operation: 'find-for-tenant', body: JSON.stringify({ email_address: 'ann@example.org' }) },
      { operation: 'find-for-tenant', body: JSON.stringify({ identifier: person?.identifier || 'x' }) },
      { operation: 'find-for-tenant', body: JSON.stringify({ external_ref: person?.external_ref?.trim() || 'x' }) },
    ] as const) {
      // A blank counts as absent.
      if (/^ *$/.test(theirs)) continue;
      const [there = [], nowhere = []] = [theirs, 'no such group'].map((group) =>
        bothTransports(asker, { operation, body: withFields(body, { [field]: group }) }, { first: 5 }),
      );
      for (const [at, one] of there.entries()) {
        expectAlike('P5 names', await one.ask(at), await nowhere[at]!.ask(at), `${name} ${one.sent}`);
      }
    }
  }
}

test('P5 hidden rows change, appear or disappear: every byte of every answer stays the same', () => {
  expect(tally.breaches('P5 rows')).toEqual([]);
});

test('P5 a group that the caller may not see gets the same bytes as one that does not exist', () => {
  expect(tally.breaches('P5 names')).toEqual([]);
});

test('P7 no answer contains a mark of a group that the caller may not see', () => {
  expect(tally.breaches('P7')).toEqual([]);
});

test('enough answers were compared, and enough of them contained records', () => tally.expectEnough(35));
