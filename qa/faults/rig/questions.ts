/** The requests of the load, the same for both transports, and the right answer of the oracle to each. */

import { isDeepStrictEqual } from 'node:util';

import { restAnswer, type Operation } from '../../../test/oracle/answer';
import { matchingLeases, matchingTenants } from '../../../test/oracle/matching';
import { readBody } from '../../../test/oracle/fields';
import { type Asker, generateAskers, isOpaque, opaqueTokenOf } from '../../../test/oracle/generate/callers';
import { withCrowd } from '../../../test/oracle/generate/crowd';
import { type Dice, seededDice } from '../../../test/oracle/generate/dice';
import { generateWorld } from '../../../test/oracle/generate/world';
import { graphqlVariables } from '../../../test/oracle/compare/variables';
import { leaseQuestion, tenantQuestion } from '../../../test/oracle/questions';
import { graphqlLease, graphqlTenant } from '../../../test/oracle/records';
import { visibleWorld, type World } from '../../../test/oracle/world';
import { signToken } from '../../../test/support/tokens';
import { hiddenMarks } from '../../../test/isolation/marks';
import { post } from '../../../test/isolation/wire';
import { LEASES_PAGE, TENANTS_PAGE } from './documents';

export interface Question {
  readonly asker: Asker;
  readonly token: string;
  readonly operation: Operation;
  readonly body: string;
  readonly transport: 'rest' | 'graphql';
  readonly request: string;
  /** The right answer as JSON. Its text is learned from the first right answer. */
  readonly expected: object;
  readonly status: number;
  /** Texts of groups that the caller may not see. */
  readonly marks: readonly string[];
}

export interface Scene {
  readonly world: World;
  readonly askers: readonly Asker[];
  readonly questions: readonly Question[];
  readonly today: string;
  /** The requests of a caller who may see every group. */
  readonly token: string;
}

const DAY_SECONDS = 86_400;

function tokenFor(asker: Asker): Promise<string> {
  if (isOpaque(asker)) return Promise.resolve(opaqueTokenOf(asker));
  const groups = asker.sight === 'all' ? '*' : [...asker.sight];
  return signToken({ subject: asker.subject, expiresIn: DAY_SECONDS, ...(asker.by === 'claim' && { groups }) });
}

/** The same seed and day give the same world, callers and requests. */
export async function setScene(seed: number, count: number, today: string): Promise<Scene> {
  const dice = seededDice(seed);
  const world = richWorld(dice, today);
  const askers = generateAskers(dice, world, 'caller');
  const tokens = new Map<Asker, string>();
  for (const asker of askers) tokens.set(asker, await tokenFor(asker));
  const questions = Array.from({ length: count }, (_, number) => {
    const asker = dice.weighted<Asker>([3, () => askers[0]!], [3, () => askers[2]!], [6, () => dice.pick(askers)]);
    const seen = visibleWorld(world, asker.sight);
    const { operation, body } = asked(dice, seen.tenants.length > 0 ? seen : world);
    const one = { asker, token: tokens.get(asker)!, operation, body, marks: hiddenMarks(world, asker) };
    return number % 2 === 0 ? restQuestion(one, world, today) : graphqlQuestion(one, world);
  });
  const token = await signToken({ subject: 'everyone', groups: '*', expiresIn: DAY_SECONDS });
  return { world, askers, questions, today, token };
}

/** More matches than a page holds, and several groups. */
function richWorld(dice: Dice, today: string): World {
  for (;;) {
    const world = generateWorld(dice, today);
    if (world.groups.length >= 3 && world.leases.length >= 25 && world.pairs.length >= 25)
      return withCrowd(dice, world);
  }
}

const text = (value: string | null | undefined): string | undefined => (value?.replace(/^ *$/, '') ? value : undefined);

function asked(dice: Dice, { tenants, leases, groups, units }: World): { operation: Operation; body: string } {
  const [tenant, lease, unit] = [dice.pick(tenants), leases.length > 0 ? dice.pick(leases) : undefined, units[0]];
  const group = text(groups.find(({ id }) => id === tenant.group_id)?.identifier);
  const [ref, email] = [text(tenant.external_ref), text(tenant.email_address)];
  const [operation, body] = dice.pick<readonly [Operation, object]>([
    ['find-for-tenant', { identifier: tenant.identifier }],
    ['find-for-tenant', email === undefined ? { identifier: tenant.identifier } : { email_address: email }],
    ['find-for-tenant', ref && group ? { external_ref: ref, group_id: group } : { identifier: tenant.identifier }],
    ['tenants', { identifier: lease?.identifier ?? 'none' }],
    ['tenants', group === undefined ? {} : { group_id: group }],
    ['tenants', { min_move_in_date: lease?.move_in_date ?? '2020-01-01' }],
    ['tenants', text(unit?.city?.trim()) === undefined ? {} : { address: { city: unit?.city } }],
  ]);
  // A blank counts as no identification, or as a wrong one.
  const isBlank = /:"[ ]*"/.test(JSON.stringify(body));
  return isBlank ? { operation: 'tenants', body: '{}' } : { operation, body: JSON.stringify(body) };
}

type Common = Pick<Question, 'asker' | 'token' | 'operation' | 'body' | 'marks'>;

function restQuestion(one: Common, world: World, today: string): Question {
  const { operation, body, token, asker } = one;
  const answer = restAnswer(world, asker.sight, { operation, body }, today);
  const request = post(`/leases/${operation}/`, token, body);
  return { ...one, transport: 'rest', request, expected: answer.body as object, status: answer.status };
}

function graphqlQuestion(one: Common, world: World): Question {
  const { operation, body, token, asker } = one;
  const visible = visibleWorld(world, asker.sight);
  const fields = readBody(body);
  const nodes =
    operation === 'tenants'
      ? matchingTenants(visible, leaseQuestion(fields)).map((row) => graphqlTenant(visible, row))
      : matchingLeases(visible, tenantQuestion(fields), undefined).map((row) => graphqlLease(visible, row));
  const query = operation === 'tenants' ? TENANTS_PAGE : LEASES_PAGE;
  const variables = graphqlVariables(operation, body);
  const request = post('/graphql', token, JSON.stringify({ query, variables }));
  const page = { nodes: nodes.slice(0, 100), pageInfo: { hasNextPage: nodes.length > 100 } };
  return { ...one, transport: 'graphql', request, expected: { data: { page } }, status: 200 };
}

/** Whether an answer is right, in any order of keys and with any error message. */
export function isRightAnswer({ status, expected }: Question, answered: number, body: string): boolean {
  if (answered !== status) return false;
  const answer = JSON.parse(body) as { error?: { message?: string } };
  delete answer.error?.message;
  return isDeepStrictEqual(answer, JSON.parse(JSON.stringify(expected)));
}
