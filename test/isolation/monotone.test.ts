/**
 * Isolation, P6: one group fewer or one filter more never returns more records, and the two names of a group are
 * equivalent.
 */

import { isDeepStrictEqual } from 'node:util';

import type { Asker } from '../oracle/generate/callers';
import { edgeDate } from '../oracle/generate/dates';
import type { Dice } from '../oracle/generate/dice';
import { Refusal } from '../oracle/refusal';
import { visibleWorld, type World } from '../oracle/world';
import { timeoutMs } from './amount';
import { hiddenMarks } from './marks';
import { askersOf, generateQuestions, listingOf, type Question, withFields } from './questions';
import { abreast, Rig, TODAY, worldsOf } from './rig';
import { Tally } from './tally';
import { countedBy, type Seen, walkGraphql, walkRest } from './walks';

const QUESTIONS_PER_WORLD = 14;

const tally = new Tally('monotone');
let rig: Rig;

type Fields = Readonly<Record<string, unknown>>;
interface Pair {
  readonly property: 'P6 groups' | 'P6 filters' | 'P6 names';
  readonly wide: Question;
  readonly narrow: Question;
}

beforeAll(async () => {
  rig = await Rig.open();
  for (const { dice, name, world } of worldsOf('monotone')) {
    const askers = askersOf(dice, world, name.replaceAll(/\W/g, '-'));
    const pairs = generateQuestions(dice, world, askers, QUESTIONS_PER_WORLD).flatMap((question) =>
      pairsOf(dice, world, question),
    );
    await rig.load(world, askers);
    const seen = countedBy(tally, (asker) => hiddenMarks(world, asker));
    await abreast(pairs, (pair, lane) => check(pair, lane, seen, name));
    rig.forget();
    if (tally.isDone) break;
  }
}, timeoutMs('monotone'));
afterAll(() => rig?.close());

function pairsOf(dice: Dice, world: World, { asker, request }: Question): Pair[] {
  const body = fieldsOf(request.body);
  if (body === undefined) return [];
  const wide: Question = { asker, request: { ...request, body: withFields(request.body, { 'after-id': null }) } };
  const and = (fields: Fields): Question => ({
    asker,
    request: { ...request, body: withFields(wide.request.body, fields) },
  });
  const pairs: Pair[] = [{ property: 'P6 filters', wide, narrow: and(filterBeyond(dice, world, wide, body)) }];
  const all = world.groups.map(({ identifier }) => identifier);
  const groups = asker.sight === 'all' ? all : asker.sight;
  if (groups.length > 0) {
    const dropped = dice.pick(groups);
    const less: Asker = {
      subject: `${asker.subject} without one`,
      by: 'claim',
      sight: groups.filter((group) => group !== dropped),
    };
    pairs.push({ property: 'P6 groups', wide, narrow: { ...wide, asker: less } });
  }
  const { groups: visible } = visibleWorld(world, asker.sight);
  const named = (dice.chance(80) ? visible : world.groups).filter(
    ({ identifier, external_ref }) => isName(identifier) && isName(external_ref),
  );
  if (named.length > 0) {
    const group = dice.pick(named);
    pairs.push({
      property: 'P6 names',
      wide: and({ group_id: group.identifier, group_external_ref: null }),
      narrow: and({ group_id: null, group_external_ref: group.external_ref }),
    });
  }
  return pairs;
}

/** A blank counts as absent (decision 8). */
const isName = (name: string | null): boolean => name !== null && !/^ *$/.test(name);

function fieldsOf(text: string): Fields | undefined {
  try {
    const body: unknown = JSON.parse(text || '{}');
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** A filter that the request does not have yet; the request itself if it has all of them. */
function filterBeyond(dice: Dice, world: World, { asker, request }: Question, body: Fields): Fields {
  const { operation } = request;
  const listing = listingOf(world, asker.sight, request);
  // Mostly a filter that some of the records match.
  const found = listing instanceof Refusal || listing.length === 0 || dice.chance(25) ? undefined : dice.pick(listing);
  const [near, far] = operation === 'tenants' ? (['tenant', 'lease'] as const) : (['lease', 'tenant'] as const);
  const pair =
    world.pairs.find((one) => one[`${near}_id`] === found?.id) ??
    (world.pairs.length > 0 ? dice.pick(world.pairs) : undefined);
  const tenant = world.tenants.find(({ id }) => id === pair?.tenant_id);
  const lease = world.leases.find(({ id }) => id === pair?.lease_id);
  const unit = world.units.find(({ id }) => id === lease?.unit_id);
  const ofTenants: Fields = {
    identifier: lease?.identifier,
    min_move_in_date: lease?.move_in_date ?? edgeDate(dice, TODAY),
    max_move_in_date: lease?.move_in_date ?? edgeDate(dice, TODAY),
    address: { city: unit?.city || 'Köln' },
  };
  const ofLeases: Fields = {
    identifier: tenant?.identifier,
    email_address: tenant?.email_address,
    phone_number: tenant?.phone_number,
    active: true,
  };
  const isGiven = (name: string): boolean => body[name] !== undefined && body[name] !== null && body[name] !== false;
  const grouped = isGiven('group_id') || isGiven('group_external_ref');
  const group = world.groups.find(({ id }) => id === pair?.group_id)?.identifier;
  const more = { ...(far === 'lease' ? ofTenants : ofLeases), ...(!grouped && { group_id: group }) };
  const names = Object.entries(more).filter(([name, value]) => !isGiven(name) && value !== undefined && value !== null);
  return names.length > 0 ? Object.fromEntries([dice.pick(names)]) : {};
}

async function check({ property, wide, narrow }: Pair, lane: number, seen: Seen, name: string): Promise<void> {
  const breach = (what: unknown): void =>
    tally.breach(property, `${name} ${JSON.stringify({ wide, narrow })}\n${JSON.stringify(what)}`);
  const rest = [await walkRest(rig, wide, lane, seen), await walkRest(rig, narrow, lane, seen)] as const;
  const pages = { size: 100, direction: 'forwards' } as const;
  const graphql = [
    await walkGraphql(rig, wide, pages, lane, seen),
    await walkGraphql(rig, narrow, pages, lane, seen),
  ] as const;

  if (property === 'P6 names') {
    const [one, other] = rest.map((walk) => ({ ...walk, pages: walk.pages.map(({ reply }) => reply) }));
    if (!isDeepStrictEqual(one, other)) breach({ one, other });
    if (!isDeepStrictEqual(graphql[0], graphql[1])) breach({ graphql });
    return;
  }
  // A refused field returns no record. Other properties compare the refusal with the oracle.
  const [all, some] = rest.map((walk) =>
    walk.pages.flatMap(({ records }) => records.map((one) => JSON.stringify(one))),
  );
  const whole = new Set(all);
  const stray = some!.filter((record) => !whole.has(record));
  if (stray.length > 0 && rest[0].refused !== 'no_tenant_information') breach({ stray });
  const [listed, fewer] = graphql.map((walk) => walk?.pages.flatMap(({ identifiers }) => identifiers) ?? []);
  const strange = fewer!.filter((identifier) => !listed!.includes(identifier));
  if (strange.length > 0 && graphql[0]?.refused !== 'no_tenant_information') breach({ strange });
}

test('P6 one group fewer: the same records, or some of them', () => {
  expect(tally.breaches('P6 groups')).toEqual([]);
});

test('P6 one filter more: the same records, or some of them', () => {
  expect(tally.breaches('P6 filters')).toEqual([]);
});

test('P6 the external reference of a group is equivalent to its identifier', () => {
  expect(tally.breaches('P6 names')).toEqual([]);
});

test('P7 no answer contains a mark of a group that the caller may not see', () => {
  expect(tally.breaches('P7')).toEqual([]);
});

test('enough answers were compared, and enough of them contained records', () => tally.expectEnough(35));
