/** The requests of many callers to a world. */

import type { RestRequest } from '../oracle/answer';
import { CROWD } from '../oracle/generate/crowd';
import type { Asker } from '../oracle/generate/callers';
import type { Dice } from '../oracle/generate/dice';
import { generateRequest } from '../oracle/generate/requests';
import { visibleWorld, type World } from '../oracle/world';

export interface Question {
  readonly asker: Asker;
  readonly request: RestRequest;
}

const CROWDED: readonly RestRequest[] = [
  { operation: 'find-for-tenant', body: JSON.stringify({ email_address: CROWD.email_address }) },
  { operation: 'tenants', body: JSON.stringify({ min_move_in_date: CROWD.move_in_date }) },
];

/** A request that returns records, if any record is visible. */
function plainRequest(dice: Dice, seen: World): RestRequest {
  const pairs = seen.pairs.length > 0 ? seen.pairs : undefined;
  const pair = pairs && dice.pick(pairs);
  const tenant = seen.tenants.find(({ id }) => id === pair?.tenant_id);
  const group = seen.groups.find(({ id }) => id === pair?.group_id)?.identifier.replace(/^ *$/, '') || undefined;
  const email = tenant?.email_address?.replace(/^ *$/, '') || undefined;
  const [operation, body] = dice.pick([
    ['tenants', {}],
    ['tenants', { group_id: group }],
    ['tenants', { identifier: seen.leases.find(({ id }) => id === pair?.lease_id)?.identifier.replace(/^ *$/, 'x') }],
    ['find-for-tenant', email === undefined ? { identifier: tenant?.identifier } : { email_address: email }],
    ['find-for-tenant', { identifier: tenant?.identifier, group_id: group }],
  ] as const);
  return { operation, body: JSON.stringify(body) };
}

/** A number matches many texts if the server compares it with a text (decision 23). */
const NUMBERS = ['{"identifier":0}', '{"email_address":0}', '{"phone_number":1}', '{"identifier":1.5}'];

/** Mostly from callers who may see some groups only; half of the requests are about visible records. */
export function generateQuestions(
  dice: Dice,
  world: World,
  askers: readonly Asker[],
  count: number,
  today: string,
): readonly Question[] {
  const questions = Array.from({ length: count }, (): Question => {
    const asker = dice.weighted<Asker>([3, () => askers[0]!], [3, () => askers[2]!], [10, () => dice.pick(askers)]);
    const seen = visibleWorld(world, asker.sight);
    if (dice.chance(2)) return { asker, request: { operation: 'find-for-tenant', body: dice.pick(NUMBERS) } };
    if (dice.chance(35)) return { asker, request: plainRequest(dice, seen) };
    const about = dice.chance(60) && seen.leases.length + seen.tenants.length > 0 ? seen : world;
    return { asker, request: generateRequest(dice, about, today) };
  });
  const isCrowded = world.tenants.some(({ email_address }) => email_address === CROWD.email_address);
  return isCrowded
    ? [...askers.flatMap((asker) => CROWDED.map((request) => ({ asker, request }))), ...questions]
    : questions;
}
