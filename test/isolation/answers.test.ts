/**
 * Isolation, P1 to P4 and P7: any request, over either transport, returns exactly the records that the caller may see,
 * in order.
 */

import { isDeepStrictEqual } from 'node:util';

import { graphqlQuestion } from '../oracle/compare/graphql-question';
import type { Dice } from '../oracle/generate/dice';
import { Refusal } from '../oracle/refusal';
import { visibleWorld, type World } from '../oracle/world';
import { timeoutMs } from './amount';
import { hiddenMarks } from './marks';
import { askersOf, generateQuestions, type Listed, listingOf, type Question } from './questions';
import { abreast, Rig, TODAY, worldsOf } from './rig';
import { Tally } from './tally';
import { countedBy, hasCursor, type Seen, walkGraphql, walkRest } from './walks';

const QUESTIONS_PER_WORLD = 50;

const tally = new Tally('answers');
let rig: Rig;

beforeAll(async () => {
  rig = await Rig.open();
  for (const { dice, name, world } of worldsOf('answers')) {
    const askers = askersOf(dice, world, name.replaceAll(/\W/g, '-'));
    const questions = generateQuestions(dice, world, askers, QUESTIONS_PER_WORLD).map((question) => ({
      ...question,
      pages: pagesFor(dice),
    }));
    await rig.load(world, askers);
    const marks = new Map(askers.map((asker) => [asker, hiddenMarks(world, asker)]));
    const seen = countedBy(tally, (asker) => marks.get(asker) ?? []);
    await abreast(questions, (one, lane) => check(world, one, lane, seen, name));
    rig.forget();
    if (tally.isDone) break;
  }
}, timeoutMs('answers'));
afterAll(() => rig?.close());

const pagesFor = (dice: Dice) => ({
  size: dice.pick([1, 2, 3, 5, 10, 100, 100]),
  direction: dice.pick(['forwards', 'backwards'] as const),
});

type Planned = Question & { readonly pages: ReturnType<typeof pagesFor> };

async function check(world: World, one: Planned, lane: number, seen: Seen, name: string): Promise<void> {
  const { asker, request } = one;
  const breach = (property: string, what: unknown): void =>
    tally.breach(property, `${name} ${JSON.stringify(one)}\n${JSON.stringify(what)}`);

  const listing = listingOf(world, asker.sight, request);
  const rest = await walkRest(rig, one, lane, seen);
  const restIdentifiers = checkRest(world, one, listing, rest, breach);

  const expected = listing instanceof Refusal ? 0 : listing.length;
  // Pages of one record would turn a long list into many redundant answers.
  const pages = { ...one.pages, size: expected > 8 * one.pages.size ? 100 : one.pages.size };
  const graphql = await walkGraphql(rig, one, pages, lane, seen);
  if (graphql === undefined) return;
  if (graphql.refused !== undefined || listing instanceof Refusal) {
    const [onRest, onGraphql] = [listing instanceof Refusal ? listing.type : undefined, graphql.refused];
    if (!isSameRefusal(onRest, onGraphql, one)) breach('P3', { onRest, onGraphql });
    return;
  }
  const identifiers = graphql.pages.flatMap((page) => page.identifiers);
  const all = listing.map(({ identifier }) => identifier);
  const strangers = identifiers.filter((identifier) => !all.includes(identifier));
  if (strangers.length > 0) breach('P1', { strangers });
  if (!isDeepStrictEqual(identifiers, all)) breach('P2', { identifiers, all });
  const counts = graphql.pages.map(({ totalCount }) => totalCount);
  if (counts.some((count) => count !== all.length)) breach('P2', { counts, all });
  if (!hasCursor(request.body) && !isDeepStrictEqual(identifiers, restIdentifiers)) {
    breach('P3', { identifiers, restIdentifiers });
  }
}

/** @returns the identifiers of all pages */
function checkRest(
  world: World,
  { asker, request }: Question,
  listing: Listed[] | Refusal,
  { pages, refused }: Awaited<ReturnType<typeof walkRest>>,
  breach: (property: string, what: unknown) => void,
): string[] {
  if (listing instanceof Refusal) {
    if (refused !== listing.type) breach('P2', { refused, expected: listing.type });
    return [];
  }
  const following = listing.filter(({ id }) => id > cursorOf(request.body));
  const byIdentifier = new Map(listing.map((record) => [record.identifier, record]));
  const records = pages.flatMap((page) => page.records);
  for (const record of records) {
    const own = byIdentifier.get(record.identifier);
    if (own === undefined || !isDeepStrictEqual(record, own.show())) breach('P1', { record, own: own?.show() });
  }
  const identifiers = records.map(({ identifier }) => identifier);
  const complete = following.map(({ identifier }) => identifier);
  const nothing = request.operation === 'tenants' && complete.length === 0 ? 'not_found' : undefined;
  if (refused !== nothing) breach('P2', { refused, expected: nothing });
  if (!isDeepStrictEqual(identifiers, complete)) breach('P2', { identifiers, complete });

  const seen = visibleWorld(world, asker.sight);
  const visible = new Set((request.operation === 'tenants' ? seen.tenants : seen.leases).map(({ id }) => id));
  let passed = 0;
  for (const { records: page, lastId } of pages) {
    passed += page.length;
    const more = passed < following.length;
    const right = more ? visible.has(lastId) && lastId === following[passed - 1]?.id : lastId === -1;
    if (!right || page.length > 100) breach('P4', { lastId, passed, of: following.length });
  }
  return identifiers;
}

/** No record at or before this id is returned (decisions 1 and 2). */
function cursorOf(body: string): number {
  if (!hasCursor(body)) return 0;
  const cursor = Number((JSON.parse(body) as { 'after-id': unknown })['after-id']);
  return cursor === -1 ? Infinity : cursor;
}

/**
 * Both transports refuse the same requests, except that `@oneOf` refuses two group identifiers at once (contract row
 * 5).
 */
function isSameRefusal(onRest: string | undefined, onGraphql: string | undefined, { request }: Question): boolean {
  if (onRest === onGraphql) return true;
  // REST refuses the cursor. GraphQL is asked without it.
  try {
    graphqlQuestion(request.operation, request.body, undefined, TODAY)?.listing(
      visibleWorld({ groups: [], units: [], tenants: [], leases: [], pairs: [] }, []),
    );
    return onGraphql === undefined;
  } catch (error) {
    return error instanceof Refusal && error.type === onGraphql;
  }
}

const none: readonly string[] = [];

test('P1 soundness: every returned record is one that the caller may see, field by field', () => {
  expect(tally.breaches('P1')).toEqual(none);
});

test('P2 completeness: all pages together contain every visible record once and in order', () => {
  expect(tally.breaches('P2')).toEqual(none);
});

test('P3 both transports return the same records and the same type of error', () => {
  expect(tally.breaches('P3')).toEqual(none);
});

test('P4 `last_id` is the id of a visible record, and -1 exactly when no visible record follows', () => {
  expect(tally.breaches('P4')).toEqual(none);
});

test('P7 no answer contains a mark of a group that the caller may not see', () => {
  expect(tally.breaches('P7')).toEqual(none);
});

test('enough answers were compared, and enough of them contained records', () => tally.expectEnough(45));
