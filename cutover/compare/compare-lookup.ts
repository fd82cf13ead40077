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

export type CompareLookup = (request: LookupRequest) => Promise<Comparison>;

interface Asked {
  readonly comparison: Comparison;
  /** What was compared: an answer, or all pages as one. */
  readonly answers: Sides<Answer>;
  readonly isWhole: boolean;
}

/** Lookups of several pages that are remembered, and for how many milliseconds. */
const MOST_REMEMBERED = 10_000;
const AGE_MS = 10 * 60_000;

class NotCompared extends Error {}

/** A further page has the result of its whole lookup, which is compared once. */
export function lookupComparer({ ask, rules, maxPages, beforeAgain, monotonicNow }: LookupOptions): CompareLookup {
  const remembered = new Map<string, { readonly result: Promise<Comparison>; readonly at: number }>();

  return ({ questions, ...request }) => {
    const key = keyOf(questions.old);
    if (cursorOf(questions.old.body) === undefined) {
      remembered.delete(key);
      return compare({ questions, ...request }, false);
    }
    const earlier = remembered.get(key);
    if (earlier !== undefined && monotonicNow() - earlier.at < AGE_MS) return earlier.result;
    const first = (question: Question): Question => ({ ...question, body: bodyAt(question.body, undefined) });
    const result = compare({ questions: { old: first(questions.old), new: first(questions.new) } }, true);
    remembered.set(key, { result, at: monotonicNow() });
    if (remembered.size > MOST_REMEMBERED) remembered.delete(remembered.keys().next().value!);
    const forget = (): unknown => remembered.get(key)?.result === result && remembered.delete(key);
    // What failed may succeed with the next page; what is too long stays too long.
    void result.then(({ reason }) => reason !== undefined && reason !== TOO_LONG && forget(), forget);
    return result;
  };

  async function compare({ questions, answers, served }: LookupRequest, isWhole: boolean): Promise<Comparison> {
    try {
      const first = await askBoth(questions, isWhole, answers);
      const isDifferent = first.comparison.outcome === 'different';
      return proven(isDifferent ? await confirmed(questions, first) : first.comparison, first.answers, served);
    } catch (failure) {
      if (failure instanceof NotCompared) return notCompared(failure.message);
      throw failure;
    }
  }

  /** @throws {NotCompared} */
  async function askBoth(
    questions: Sides<Question>,
    isWhole: boolean,
    before: Partial<Sides<Answer>> = {},
  ): Promise<Asked> {
    const page = (side: Side) => before[side] ?? answerOf(side, questions[side]);
    const [old, ours] = await Promise.all([page('old'), page('new')]);
    const comparison = compareAnswers(old, ours, rules);
    const { reason, mayFollow, differences } = comparison;
    if (reason !== undefined && mayFollow === undefined) throw new NotCompared(reason);
    const endsDiffer = mayFollow ?? differences.some(({ kind }) => kind === 'more_follows');
    if ((isWhole || endsDiffer) && [old, ours].some(hasNext)) return comparePages(questions, { old, new: ours });
    if (reason !== undefined) throw new NotCompared(reason);
    return { comparison, answers: { old, new: ours }, isWhole };
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

  /** Reads both results to their ends, as pages may end anywhere and have any order. @throws {NotCompared} */
  async function comparePages(questions: Sides<Question>, first: Sides<Answer>): Promise<Asked> {
    const whole = (side: Side) => wholeAnswer(side, questions[side], first[side]);
    const [old, ours] = await Promise.all([whole('old'), whole('new')]);
    const answers = { old: old.answer, new: ours.answer };
    const { differences, ignored, reason } = compareAnswers(answers.old, answers.new, rules);
    if (reason !== undefined) throw new NotCompared(reason);
    const says = { old: old.end, new: ours.end };
    const ends = old.end === ours.end ? [] : [{ kind: 'more_follows', path: '$.last_id', ...says } as const];
    const comparison = comparisonOf([...differences, ...ends], [...ignored, { rule: 'page-boundaries' }]);
    return { comparison, answers, isWhole: true };
  }

  /** All pages as one answer. @throws {NotCompared} */
  async function wholeAnswer(side: Side, question: Question, first: Answer) {
    const { lookup, body } = question;
    if (!succeeded(first)) return { answer: first, end: 'nothing follows' };
    const read = async (cursor: string | undefined): Promise<Answer> =>
      cursor === undefined ? first : answerOf(side, { ...question, body: bodyAt(body, cursor) });
    const { pages, ending } = await readPages(lookup, read, maxPages);
    if (ending === 'refused') throw new NotCompared(`${side}_stopped_between_pages`);
    if (ending === 'repeated') throw new NotCompared(`${side}_repeats_a_page`);
    if (ending === 'open') throw new NotCompared(TOO_LONG);
    const records = pages.flatMap((page) => listIn(page, lookup));
    const json = { ...(isObject(first.json) && first.json), [lookup]: records, last_id: -1 };
    const text = pages.map((page) => page.text).join('\n');
    const isEmpty = ending === 'an empty page' || ending === 'not found';
    return { answer: { ...first, json, text }, end: isEmpty ? 'more follows' : 'nothing follows' };
  }

  /** Asks again. A difference counts if the second answers have it, and the old side is steady there. @throws {NotCompared} */
  async function confirmed(questions: Sides<Question>, first: Asked): Promise<Comparison> {
    await beforeAgain();
    const { comparison, answers } = await askBoth(questions, first.isWhole);
    const unsteady = new Set(compareAnswers(first.answers.old, answers.old, rules).differences.map(placeOf));
    // Then nothing of the answer can be compared with anything.
    if (unsteady.has(WHOLE)) throw new NotCompared('old_differs_from_itself');
    const differences = comparison.differences.filter((difference) => !unsteady.has(placeOf(difference)));
    const counted = new Set(differences.map(keyOfDifference));
    const removed = [...first.comparison.differences, ...comparison.differences]
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
function proven(result: Comparison, answers: Sides<Answer>, served: LookupRequest['served']): Comparison {
  if (result.outcome === 'different' || served === undefined) return result;
  const both = [answers.old, answers.new];
  if (succeeded(served) && !both.some(succeeded)) return notCompared('both_refused');
  const isEmpty = both.every((answer) => LOOKUPS.every((lookup) => listIn(answer, lookup).length === 0));
  return isEmpty && (served.records ?? 0) > 0 ? notCompared('both_empty') : result;
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
