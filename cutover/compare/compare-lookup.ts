/** Asks both sides the same lookup, and again when their answers differ. */

import { type Answer, isObject, listIn, LOOKUPS, succeeded } from '../contract/answers';
import { NoAnswer } from '../contract/exchange';
import { bodyAt, hasNext, readPages } from '../contract/pages';
import { compareAnswers, type Comparison } from './compare-answers';
import type { Difference } from './differences';
import type { RuleName } from './rules';
import type { Ask, Question, Side, Sides } from './sides';

/** What removes a difference besides the rules of the comparison: these need several answers. */
export const ANSWER_RULES = {
  'not-repeated': 'The difference was not there when both sides were asked again.',
  'old-differs-from-itself': 'Two answers of the old service to the same request differ there, too.',
  'page-boundaries': 'Pages end at different records, but all pages together have the same ones.',
} as const;

export interface Ignored {
  readonly rule: string;
  readonly difference?: Difference;
}

export type Result =
  | { readonly outcome: 'same' }
  | {
      readonly outcome: 'ignored' | 'different';
      readonly differences: readonly Difference[];
      readonly ignored: readonly Ignored[];
    }
  | { readonly outcome: 'not_compared'; readonly reason: string };

/** What the caller got when the request was served. */
export interface Served {
  readonly status: number;
  /** Undefined if it was not counted. */
  readonly records: number | undefined;
}

export interface LookupOptions {
  readonly ask: Sides<Ask>;
  readonly rules?: ReadonlySet<RuleName> | undefined;
  /** Pages that are read of one lookup. */
  readonly mostPages: number;
  /** Resolves when a difference may be asked for again. */
  readonly beforeAgain: () => Promise<void>;
}

export interface LookupRequest {
  readonly questions: Sides<Question>;
  /** Answers to the questions that have arrived already. */
  readonly answers?: Partial<Sides<Answer>>;
  /** Compares all pages, because the request was for a further one. */
  readonly whole: boolean;
  readonly served?: Served | undefined;
}

export interface ComparedLookup {
  readonly result: Result;
  /** Whether all pages were compared. */
  readonly whole: boolean;
}

/** Maximum number of times that both sides are asked a question. */
const MAX_ROUNDS = 4;

interface Asked {
  readonly comparison: Comparison;
  /** What was compared: an answer, or all pages as one. */
  readonly answers: Sides<Answer>;
  readonly whole: boolean;
}

class NotCompared extends Error {}

export async function compareLookup(options: LookupOptions, request: LookupRequest): Promise<ComparedLookup> {
  try {
    const first = await askBoth(options, request, request.answers);
    const result =
      first.comparison.outcome === 'different' ? await confirmed(options, request, first) : resultOf(first, []);
    return { result: proven(result, first, request.served), whole: first.whole };
  } catch (failure) {
    if (!(failure instanceof NotCompared)) throw failure;
    return { result: notCompared(failure.message), whole: request.whole };
  }
}

export const notCompared = (reason: string): Result => ({ outcome: 'not_compared', reason });

/** Two answers that say nothing are no proof where the request was answered before: tokens have expired, or a base URL is wrong. */
function proven(result: Result, { answers }: Asked, served: Served | undefined): Result {
  if (result.outcome === 'not_compared' || result.outcome === 'different' || served === undefined) return result;
  const both = [answers.old, answers.new];
  if (succeeded(served) && !both.some(succeeded)) return notCompared('both_refused');
  const counts = both.map((answer) => LOOKUPS.reduce((sum, lookup) => sum + listIn(answer, lookup).length, 0));
  return (served.records ?? 0) > 0 && counts.every((count) => count === 0) ? notCompared('both_empty') : result;
}

/** @throws {NotCompared} */
async function askBoth(
  options: LookupOptions,
  { questions, whole }: LookupRequest,
  given: Partial<Sides<Answer>> = {},
): Promise<Asked> {
  const page = (side: Side) => given[side] ?? answerOf(options, side, questions[side]);
  const [old, ours] = await Promise.all([page('old'), page('new')]);
  const answers = { old, new: ours };
  const comparison = compareAnswers(old, ours, options.rules);
  if (comparison.reason !== undefined && comparison.reason !== 'pages_end_differently')
    throw new NotCompared(comparison.reason);
  const followed = [old, ours].some(hasNext);
  const endsDiffer = comparison.mayFollow || comparison.differences.some(({ kind }) => kind === 'more_follows');
  if (followed && (whole || endsDiffer)) return comparePages(options, questions, answers);
  if (comparison.reason !== undefined) throw new NotCompared(comparison.reason);
  return { comparison, answers, whole };
}

/** @throws {NotCompared} */
async function answerOf({ ask }: LookupOptions, side: Side, question: Question): Promise<Answer> {
  try {
    return await ask[side](question);
  } catch (failure) {
    if (failure instanceof NoAnswer) throw new NotCompared(`${side}_${failure.reason}`);
    throw failure;
  }
}

/** Reads both results to their ends, as pages may end anywhere and have any order. */
async function comparePages(options: LookupOptions, questions: Sides<Question>, first: Sides<Answer>): Promise<Asked> {
  const [old, ours] = await Promise.all([
    wholeAnswer(options, 'old', questions.old, first.old),
    wholeAnswer(options, 'new', questions.new, first.new),
  ]);
  const answers = { old: old.answer, new: ours.answer };
  const comparison = compareAnswers(answers.old, answers.new, options.rules);
  if (old.endsEmpty === ours.endsEmpty) return { comparison, answers, whole: true };
  const says = (endsEmpty: boolean): string => (endsEmpty ? 'more follows' : 'nothing follows');
  const shown = { old: says(old.endsEmpty), new: says(ours.endsEmpty) };
  const differences = [...comparison.differences, { kind: 'more_follows', path: '$.last_id', ...shown } as const];
  return { comparison: { ...comparison, outcome: 'different', differences }, answers, whole: true };
}

/** All pages as one answer. @throws {NotCompared} */
async function wholeAnswer(options: LookupOptions, side: Side, question: Question, first: Answer) {
  if (!succeeded(first)) return { answer: first, endsEmpty: false };
  const read = (cursor: string | undefined): Promise<Answer> =>
    cursor === undefined
      ? Promise.resolve(first)
      : answerOf(options, side, { ...question, body: bodyAt(question.body, cursor) });
  const { pages, ending } = await readPages(question.lookup, read, options.mostPages);
  if (ending === 'refused') throw new NotCompared(`${side}_stopped_between_pages`);
  if (ending === 'repeated') throw new NotCompared(`${side}_repeats_a_page`);
  if (ending === 'open') throw new NotCompared('too_many_pages');
  const records = pages.flatMap((page) => listIn(page, question.lookup));
  const json = { ...(isObject(first.json) && first.json), [question.lookup]: records, last_id: -1 };
  const text = pages.map((page) => page.text).join('\n');
  return { answer: { ...first, json, text }, endsEmpty: ending === 'an empty page' || ending === 'not found' };
}

/** Asks again until no new difference comes. A difference counts if two answers in a row have it and the old side is steady there. */
async function confirmed(options: LookupOptions, request: LookupRequest, first: Asked): Promise<Result> {
  const known = new Map<string, Difference>();
  const unsteady = new Set<string>();
  let last = first;
  let repeated: readonly Difference[] = [];
  for (let round = 2, isNew = true; isNew && round <= MAX_ROUNDS; round += 1) {
    await options.beforeAgain();
    const again = await askBoth(options, request);
    const itself = compareAnswers(last.answers.old, again.answers.old, options.rules);
    for (const { place } of keyed(itself.differences)) unsteady.add(place);
    const before = new Set(keyed(last.comparison.differences).map(({ key }) => key));
    const now = keyed(again.comparison.differences);
    for (const { key, difference } of [...keyed(last.comparison.differences), ...now]) known.set(key, difference);
    repeated = now.filter(({ key }) => before.has(key)).map(({ difference }) => difference);
    isNew = repeated.length < now.length;
    last = again;
  }
  // Then nothing of the answer can be compared with anything.
  if (unsteady.has(WHOLE)) return notCompared('old_differs_from_itself');
  const differences = keyed(repeated).filter(({ place }) => !unsteady.has(place));
  for (const { key } of differences) known.delete(key);
  const removed = keyed([...known.values()]).map(({ place, difference }): Ignored => ({
    rule: unsteady.has(place) ? 'old-differs-from-itself' : 'not-repeated',
    difference,
  }));
  return resultOf(
    last,
    differences.map(({ difference }) => difference),
    removed,
  );
}

function resultOf(
  { comparison, whole }: Asked,
  differences: readonly Difference[],
  removed: readonly Ignored[] = [],
): Result {
  const ignored = [...comparison.ignored, ...removed, ...(whole ? [{ rule: 'page-boundaries' }] : [])];
  if (differences.length > 0) return { outcome: 'different', differences, ignored };
  return ignored.length > 0 ? { outcome: 'ignored', differences, ignored } : { outcome: 'same' };
}

/** A difference is the same one if its kind and its place are the same; values may change with each answer. */
function keyed(differences: readonly Difference[]) {
  return differences.map((difference) => {
    const place = placeOf(difference.path, difference.detail?.records);
    return { difference, place, key: `${difference.kind} ${place}` };
  });
}

const placeOf = (path: string, records: readonly string[] = []): string => JSON.stringify([path, records]);

const WHOLE = placeOf('$');
