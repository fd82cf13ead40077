/** Asks both sides the same lookup, and once more when their answers differ. */

import { createHash } from 'node:crypto';

import { type Answer, isObject, listIn, LOOKUPS, succeeded } from '../contract/answers';
import { NoAnswer } from '../contract/exchange';
import { bodyAt, cursorOf, hasNext, readPages } from '../contract/pages';
import { compareAnswers, type Comparison, comparisonOf, notCompared } from './compare-answers';
import type { Difference } from './differences';
import type { RuleName } from './rules';
import type { Ask, Question, Side, Sides } from './sides';

export interface LookupOptions {
  readonly ask: Sides<Ask>;
  readonly rules?: ReadonlySet<RuleName> | undefined;
  /** Pages that are read of one lookup. */
  readonly maxPages: number;
  /** Resolves when a difference may be asked for again. */
  readonly beforeAgain: () => Promise<unknown>;
  readonly monotonicNow: () => number;
}

export interface LookupRequest {
  readonly questions: Sides<Question>;
  /** Answers to the questions that have arrived already. */
  readonly answers?: Partial<Sides<Answer>>;
  /** What the caller got when the request was served; without `records` if they were not counted. */
  readonly served?: { readonly status: number; readonly records?: number | undefined };
}

type CompareLookup = (request: LookupRequest) => Promise<Comparison>;

interface Compared {
  readonly result: Comparison;
  /** Whether it has several pages. */
  readonly isLong: boolean;
  readonly hasSuccess: boolean;
  readonly hasRecords: boolean;
}

/** Lookups of several pages that are remembered, and for how many milliseconds. */
const MOST_REMEMBERED = 10_000;
const AGE_MS = 10 * 60_000;

class NotCompared extends Error {}

/** A lookup of several pages is compared as a whole, and the result counts for its further pages. */
export function lookupComparer({ ask, rules, maxPages, beforeAgain, monotonicNow }: LookupOptions): CompareLookup {
  const remembered = new Map<string, { readonly compared: Promise<Compared>; readonly at: number }>();

  return async ({ questions, answers, served }) => {
    const key = keyOf(questions.old);
    const isFirst = cursorOf(questions.old.body) === undefined;
    const earlier = remembered.get(key);
    if (!isFirst && earlier !== undefined && monotonicNow() - earlier.at < AGE_MS) {
      const compared = await earlier.compared;
      if (compared.isLong) return proven(compared, served);
    }
    const first = (question: Question): Question => ({ ...question, body: bodyAt(question.body, undefined) });
    const compared = isFirst
      ? compare(questions, answers)
      : compare({ old: first(questions.old), new: first(questions.new) });
    remembered.delete(key);
    remembered.set(key, { compared, at: monotonicNow() });
    if (remembered.size > MOST_REMEMBERED) remembered.delete(remembered.keys().next().value!);
    const forget = (): unknown => remembered.get(key)?.compared === compared && remembered.delete(key);
    void compared.then(({ isLong }) => !isLong && forget(), forget);
    return proven(await compared, served);
  };

  async function compare(questions: Sides<Question>, before?: Partial<Sides<Answer>>): Promise<Compared> {
    try {
      const { isLong, comparison, answers } = await askBoth(questions, before);
      const isDifferent = comparison.outcome === 'different';
      const result = isDifferent ? await confirmed(questions, comparison, answers) : comparison;
      const both = [answers.old, answers.new];
      const hasRecords = both.some((answer) => LOOKUPS.some((lookup) => listIn(answer, lookup).length > 0));
      return { result, isLong, hasSuccess: both.some(succeeded), hasRecords };
    } catch (failure) {
      if (!(failure instanceof NotCompared)) throw failure;
      const isLong = failure.message === TOO_LONG;
      return { result: notCompared(failure.message), isLong, hasSuccess: false, hasRecords: false };
    }
  }

  /** Reads both results to their ends, as pages may end anywhere and have any order. @throws {NotCompared} */
  async function askBoth(questions: Sides<Question>, before: Partial<Sides<Answer>> = {}) {
    const page = (side: Side) => before[side] ?? answerOf(side, questions[side]);
    const [old, ours] = await Promise.all([page('old'), page('new')]);
    const isLong = succeeded(old) && succeeded(ours) && (hasNext(old) || hasNext(ours));
    if (!isLong) return { comparison: comparisonOrThrow({ old, new: ours }), answers: { old, new: ours }, isLong };
    const [left, right] = await Promise.all([
      wholeAnswer('old', questions.old, old),
      wholeAnswer('new', questions.new, ours),
    ]);
    const answers = { old: left.answer, new: right.answer };
    const { differences, ignored } = comparisonOrThrow(answers);
    const says = { old: left.end, new: right.end };
    const ends = left.end === right.end ? [] : [{ kind: 'more_follows', path: '$.last_id', ...says } as const];
    const boundaries = left.sizes === right.sizes ? [] : [{ rule: 'page-boundaries' } as const];
    return { comparison: comparisonOf([...differences, ...ends], [...ignored, ...boundaries]), answers, isLong };
  }

  /** @throws {NotCompared} */
  function comparisonOrThrow({ old, new: ours }: Sides<Answer>): Comparison {
    const comparison = compareAnswers(old, ours, rules);
    if (comparison.reason !== undefined) throw new NotCompared(comparison.reason);
    return comparison;
  }

  /** @throws {NotCompared} */
  async function answerOf(side: Side, question: Question): Promise<Answer> {
    try {
      return await ask[side](question);
    } catch (failure) {
      if (failure instanceof NoAnswer) throw new NotCompared(`${side}_${failure.reason}`);
      throw failure;
    }
  }

  /** All pages as one answer. @throws {NotCompared} */
  async function wholeAnswer(side: Side, question: Question, first: Answer) {
    const { lookup, body } = question;
    const read = async (cursor: string | undefined): Promise<Answer> =>
      cursor === undefined ? first : answerOf(side, { ...question, body: bodyAt(body, cursor) });
    const { pages, ending } = await readPages(lookup, read, maxPages);
    if (ending === 'refused') throw new NotCompared(`${side}_stopped_between_pages`);
    if (ending === 'repeated') throw new NotCompared(`${side}_repeats_a_page`);
    if (ending === 'open') throw new NotCompared(TOO_LONG);
    const records = pages.map((page) => listIn(page, lookup));
    const json = { ...(isObject(first.json) && first.json), [lookup]: records.flat(), last_id: -1 };
    const text = pages.map((page) => page.text).join('\n');
    const isEmpty = ending === 'an empty page' || ending === 'not found';
    return {
      answer: { ...first, json, text },
      end: isEmpty ? 'more follows' : 'nothing follows',
      sizes: records.map(({ length }) => length).join(' '),
    };
  }

  /** Asks again. A difference counts if the second answers have it, and the old side is steady there. @throws {NotCompared} */
  async function confirmed(questions: Sides<Question>, first: Comparison, before: Sides<Answer>): Promise<Comparison> {
    await beforeAgain();
    const { comparison, answers } = await askBoth(questions);
    const unsteady = new Set(compareAnswers(before.old, answers.old, rules).differences.map(placeOf));
    // Then nothing of the answer can be compared with anything.
    if (unsteady.has(WHOLE)) throw new NotCompared('old_differs_from_itself');
    const differences = comparison.differences.filter((difference) => !unsteady.has(placeOf(difference)));
    const counted = new Set(differences.map(keyOfDifference));
    const removed = [...first.differences, ...comparison.differences]
      .filter((difference) => !counted.has(keyOfDifference(difference)))
      .map((difference) => {
        const isUnsteady = unsteady.has(placeOf(difference));
        return { rule: isUnsteady ? 'old-differs-from-itself' : 'not-repeated', difference } as const;
      });
    return comparisonOf(differences, [...comparison.ignored, ...removed]);
  }
}

const TOO_LONG = 'too_many_pages';

/** Two answers that say nothing are no proof where the request was answered before: tokens have expired, or a base URL is wrong. */
function proven({ result, hasSuccess, hasRecords }: Compared, served: LookupRequest['served']): Comparison {
  if (served === undefined || result.reason !== undefined || result.outcome === 'different') return result;
  if (succeeded(served) && !hasSuccess) return notCompared('both_refused');
  return (served.records ?? 0) > 0 && !hasRecords ? notCompared('both_empty') : result;
}

/** A difference is the same one if its kind and its place are the same; values may change with each answer. */
const keyOfDifference = (difference: Difference): string => `${difference.kind} ${placeOf(difference)}`;
const placeOf = ({ path, detail }: Pick<Difference, 'path' | 'detail'>): string =>
  JSON.stringify([path, detail?.records ?? []]);
const WHOLE = placeOf({ path: '$' });

/** The pages of one lookup have the same caller and criteria. */
function keyOf({ lookup, path, authorization, body }: Question): string {
  const text = JSON.stringify([lookup, path, authorization, bodyAt(body, undefined)]);
  return createHash('sha256').update(text).digest('base64');
}
