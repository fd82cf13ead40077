/** Isolation, P9: a token counts for its own request only, and revoked access ends within 30 s. */

import { isDeepStrictEqual } from 'node:util';

import { addMember, removeMember } from '../../src/db/access/members';
import { revokeOpaqueToken } from '../../src/db/access/opaque-tokens';
import { restAnswer } from '../oracle/answer';
import type { Asker } from '../oracle/generate/callers';
import type { Dice } from '../oracle/generate/dice';
import type { World } from '../oracle/world';
import { giveToken } from '../support/opaque-tokens';
import { signToken } from '../support/tokens';
import { timeoutMs } from './amount';
import { aliasedAnswer, ALIASED, aliasedVariables } from './aliased';
import { hiddenMarks } from './marks';
import { askersOf } from './questions';
import { Rig, TODAY, worldsOf } from './rig';
import { Tally } from './tally';
import { post, type Reply, Wire } from './wire';

/** Milliseconds for which a gateway may use what it remembers (`AUTH_REMEMBER_SECONDS`). */
const REMEMBERED_MS = 30_000;

const tally = new Tally('revoked');
let rig: Rig;

beforeAll(async () => {
  rig = await Rig.open();
  for (const { dice, name, world } of worldsOf('revoked')) {
    if (world.pairs.length === 0) continue;
    const askers = askersOf(dice, world, name.replaceAll(/\W/g, '-'));
    await rig.load(world, askers);
    const wires = rig.gateways.map(({ url }) => new Wire(url));
    for (const wire of wires) await swapTokens(wire, dice, world, askers, name);
    for (const wire of wires) await takeAway(wire, dice, world, name);
    for (const wire of wires) wire.cut();
    rig.forget();
    if (tally.isDone) break;
  }
}, timeoutMs('revoked'));
afterAll(() => rig?.close());

/** Requests for everything that a caller may see, over either transport. */
function everything(token: string | undefined, variables: object): readonly [rest: string, graphql: string] {
  return [
    post('/leases/tenants/', token, '{}'),
    post('/graphql', token, JSON.stringify({ query: ALIASED, variables })),
  ];
}

/** Sends requests ahead on one connection, each with another token, some with an invalid one. */
async function swapTokens(wire: Wire, dice: Dice, world: World, askers: readonly Asker[], name: string): Promise<void> {
  // A text in place of a list: the names of all groups in one string.
  const text = await signToken({ groups: `${world.groups.map(({ identifier }) => identifier).join(',')},` });
  const expired = await signToken({ groups: '*', expiresIn: -3600, now: new Date('2026-01-01T00:00:00Z') });
  const turns = Array.from({ length: 12 }, () =>
    dice.weighted<Asker | string | undefined>(
      [9, () => dice.pick(askers)],
      [1, () => undefined],
      [1, () => 'nobody’s'],
      [1, () => expired],
      [1, () => text],
    ),
  );
  const asked = await Promise.all(
    turns.map(async (turn) => {
      const variables = aliasedVariables(dice, world);
      const token =
        typeof turn === 'object' ? await rig.tokenOf(turn) : turn === 'nobody’s' ? 'no-such-token-at-all' : turn;
      return { turn, variables, requests: everything(token, variables) };
    }),
  );
  // All of them are sent before the first is answered.
  const sent = asked.map((one) => ({ ...one, replies: one.requests.map((request) => wire.send(request)) }));
  for (const { turn, variables, replies } of sent) {
    const [rest, graphql] = await Promise.all(replies);
    if (typeof turn === 'object') expectSight(world, turn, rest!, graphql!, variables, name);
    else expectRefusal(turn, expired, rest!, graphql!, name);
  }
}

const REFUSALS = { none: 'missing_authorization', expired: 'expired_token', invalid: 'invalid_authorization' };

function expectRefusal(token: string | undefined, expired: string, rest: Reply, graphql: Reply, name: string): void {
  const type = REFUSALS[token === undefined ? 'none' : token === expired ? 'expired' : 'invalid'];
  for (const reply of [rest, graphql]) {
    tally.count(reply);
    if (!reply.text.includes(`"type":"${type}"`) || /canary|"identifier"/.test(reply.text)) {
      tally.breach('P9 swap', `${name} ${token}: ${reply.text}`);
    }
  }
}

function expectSight(
  world: World,
  asker: Asker,
  rest: Reply,
  graphql: Reply,
  variables: ReturnType<typeof aliasedVariables>,
  name: string,
  property = 'P9 swap',
): void {
  const expected = restAnswer(world, asker.sight, { operation: 'tenants', body: '{}' }, TODAY);
  const received = JSON.parse(rest.text) as { error?: { type: string } };
  const shown = received.error ? { error: { type: received.error.type } } : received;
  if (!isDeepStrictEqual(shown, expected.body)) {
    tally.breach(property, `${name} ${JSON.stringify(asker)}\n${rest.text}\n${JSON.stringify(expected)}`);
  }
  const data = aliasedAnswer(world, asker.sight, variables);
  if (!isDeepStrictEqual(JSON.parse(graphql.text), { data })) {
    tally.breach(property, `${name} ${JSON.stringify(asker)}\n${graphql.text}\n${JSON.stringify({ data })}`);
  }
  const sent = JSON.stringify(variables);
  for (const reply of [rest, graphql]) {
    tally.count(reply);
    const told = hiddenMarks(world, asker).filter((mark) => reply.text.includes(mark) && !sent.includes(mark));
    if (told.length > 0) tally.breach('P7', `${name} ${told.join()} in ${reply.text}\nto ${sent}`);
  }
}

/** The answers before and after a caller loses a group, every group, or its token. */
async function takeAway(wire: Wire, dice: Dice, world: World, name: string): Promise<void> {
  const { db } = rig.database;
  const names = world.groups.map(({ identifier }) => identifier);
  const gone = dice.pick(names);
  const rest = names.filter((group) => group !== gone);
  const subject = `${name} ${dice.between(1, 1e9)}`;
  const variables = aliasedVariables(dice, world);

  const byToken = await signToken({ subject });
  const { token: opaque, id } = await giveToken(db, { subject, groups: names });
  const { token: viaMembership } = await giveToken(db, { subject });
  const sees = async (token: string, sight: Asker['sight'], what: string): Promise<void> => {
    const [one, two] = await Promise.all(everything(token, variables).map((request) => wire.send(request)));
    expectSight(world, { subject, by: 'claim', sight }, one!, two!, variables, `${name} ${what}`, 'P9 revoked');
  };
  const members = async (sight: Asker['sight'], what: string): Promise<void> => {
    await sees(byToken, sight, `${what}, JSON Web Token`);
    await sees(viaMembership, sight, `${what}, opaque token`);
  };

  await addMember(db, subject, '*');
  await addMember(db, subject, names);
  await members('all', 'every group');
  await removeMember(db, subject, '*');
  rig.pass(REMEMBERED_MS);
  await members(names, 'no longer every group');
  await removeMember(db, subject, [gone]);
  rig.pass(REMEMBERED_MS);
  await members(rest, 'one group less');
  if (rest.length > 0) await removeMember(db, subject, rest);
  rig.pass(REMEMBERED_MS);
  await members([], 'no group');

  await sees(opaque, names, 'its own groups');
  await revokeOpaqueToken(db, id, new Date());
  rig.pass(REMEMBERED_MS);
  const refused = await Promise.all(everything(opaque, variables).map((request) => wire.send(request)));
  for (const reply of refused) {
    tally.count(reply);
    const isRefused = reply.status === 401 && reply.text.includes('"type":"invalid_authorization"');
    if (!isRefused) tally.breach('P9 revoked', `${name} a revoked token: ${reply.text}`);
  }
}

test('P9 another token on the same connection: its own answer, and nothing of the previous caller’s', () => {
  expect(tally.breaches('P9 swap')).toEqual([]);
});

test('P9 revoked memberships, revoked access to every group and revoked tokens end within 30 s', () => {
  expect(tally.breaches('P9 revoked')).toEqual([]);
});

test('P7 no answer contains a mark of a group that the caller may not see', () => {
  expect(tally.breaches('P7')).toEqual([]);
});

test('enough answers were compared, and enough of them contained records', () => tally.expectEnough(40));
