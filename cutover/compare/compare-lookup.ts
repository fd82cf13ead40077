/** Asks both sides the same lookup, and once more when their answers differ. */

import { createHash } from 'node:crypto';

import { type Answer, isObject, listIn, type Lookup, LOOKUPS, succeeded } from '../contract/answers';
import { NoAnswer } from '../contract/exchange';
import { bodyAt, cursorOf, hasNext, readPages } from '../contract/pages';
import { compareAnswers, type Comparison, comparisonOf, notCompared, WHOLE as WHOLE_ANSWER } from './compare-answers';
import { comparePages } from './compare-pages';
import { stated } from './compare-values';
import type { Difference } from './differences';
import type { RuleName } from './rules';
import type { Ask, Question, Side, Sides } from './sides';
import { kindOf } from './tally';

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

/** All pages of a side, or its only answer. */
interface Read {
  readonly answer: Answer;
  /** If there are several. */
  readonly pages: readonly Answer[];
  readonly end: string;
  readonly sizes: string;
}

interface Asked extends Sides<Read> {
  readonly comparison: Comparison;
  readonly isLong: boolean;
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
    if (earlier !== undefined && monotonicNow() - earlier.at < AGE_MS) {
      const compared = await earlier.compared;
      if (isFirst ? compared.result.reason === TOO_LONG : compared.isLong) return proven(compared, served);
    }
    const first = (question: Question): Question => ({ ...question, body: bodyAt(question.body, undefined) });
    const compared = isFirst
      ? compare(questions, answers)
      : compare({ old: first(questions.old), new: first(questions.new) });
    const entry = { compared: compared.then(withoutValues), at: monotonicNow() };
    remembered.delete(key);
    remembered.set(key, entry);
    for (const [oldest, { at }] of remembered) {
      if (remembered.size <= MOST_REMEMBERED && entry.at - at < AGE_MS) break;
      remembered.delete(oldest);
    }
    const forget = (): unknown => remembered.get(key) === entry && remembered.delete(key);
    void entry.compared.then(({ isLong }) => !isLong && forget(), forget);
    return proven(await compared, served);
  };

  async function compare(questions: Sides<Question>, before?: Partial<Sides<Answer>>): Promise<Compared> {
    try {
      const first = await askBoth(questions, before);
      const isDifferent = first.comparison.outcome === 'different';
      const { comparison: result, isLong, ...read } = isDifferent ? await confirmed(questions, first) : first;
      const both = [read.old.answer, read.new.answer];
      const hasRecords = both.some((answer) => LOOKUPS.some((lookup) => listIn(answer, lookup).length > 0));
      return { result, isLong, hasSuccess: both.some(succeeded), hasRecords };
    } catch (failure) {
      if (!(failure instanceof NotCompared)) throw failure;
      const isLong = failure.message === TOO_LONG;
      return { result: notCompared(failure.message), isLong, hasSuccess: false, hasRecords: false };
    }
  }

  /** Reads both results to their ends, as pages may end anywhere and have any order. @throws {NotCompared} */
  async function askBoth(questions: Sides<Question>, before: Partial<Sides<Answer>> = {}): Promise<Asked> {
    const page = (side: Side) => before[side] ?? answerOf(side, questions[side]);
    const [old, ours] = await Promise.all([page('old'), page('new')]);
    const isLong = succeeded(old) && succeeded(ours) && (hasNext(old) || hasNext(ours));
    const read = (side: Side, first: Answer): Read | Promise<Read> =>
      isLong ? wholeAnswer(side, questions[side], first) : { answer: first, pages: [], end: '', sizes: '' };
    const [left, right] = await Promise.all([read('old', old), read('new', ours)]);
    const comparison = compareRead(left, right, questions.old.lookup);
    if (comparison.reason !== undefined) throw new NotCompared(comparison.reason);
    return { comparison, old: left, new: right, isLong };
  }

  function compareRead(left: Read, right: Read, lookup: Lookup): Comparison {
    const ends = stated('more_follows', { ...WHOLE_ANSWER, path: '$.last_id' }, [left.end, right.end]);
    const more = [...comparePages(left.pages, right.pages, lookup), ...(left.end === right.end ? [] : [ends])];
    const whole = compareAnswers(left.answer, right.answer, rules, more);
    if (whole.reason !== undefined || left.sizes === right.sizes) return whole;
    return comparisonOf(whole.differences, [...whole.ignored, { rule: 'page-boundaries' }]);
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
  async function wholeAnswer(side: Side, question: Question, first: Answer): Promise<Read> {
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
      pages,
      end: isEmpty ? 'more follows' : 'nothing follows',
      sizes: records.map(({ length }) => length).join(' '),
    };
  }

  /** Asks again. A difference counts if the second answers have it, and the old side is steady there. @throws {NotCompared} */
  async function confirmed(questions: Sides<Question>, first: Asked): Promise<Asked> {
    let before = first;
    await beforeAgain();
    let last = await askBoth(questions);
    if (last.isLong !== before.isLong) {
      before = last;
      await beforeAgain();
      last = await askBoth(questions);
    }
    // A first page lacks the records of the others.
    if (last.isLong !== before.isLong) throw new NotCompared('pages_come_and_go');
    const unsteady = new Set(compareRead(before.old, last.old, questions.old.lookup).differences.map(placeOf));
    // Then nothing of the answer can be compared with anything.
    if (unsteady.has(WHOLE)) throw new NotCompared('old_differs_from_itself');
    const differences = last.comparison.differences.filter((difference) => !unsteady.has(placeOf(difference)));
    const counted = new Set(differences.map(keyOfDifference));
    const removed = [first, before, last]
      .flatMap(({ comparison }) => comparison.differences)
      .filter((difference) => !counted.has(keyOfDifference(difference)))
      .map((difference) => {
        const isUnsteady = unsteady.has(placeOf(difference));
        return { rule: isUnsteady ? 'old-differs-from-itself' : 'not-repeated', difference } as const;
      });
    return { ...last, comparison: comparisonOf(differences, [...last.comparison.ignored, ...removed]) };
  }
}

const TOO_LONG = 'too_many_pages';

/** Two answers that say nothing are no proof where the request was answered before: tokens have expired, or a base URL is wrong. */
function proven({ result, hasSuccess, hasRecords }: Compared, served: LookupRequest['served']): Comparison {
  if (served === undefined || result.reason !== undefined || result.outcome === 'different') return result;
  if (succeeded(served) && !hasSuccess) return notCompared('both_refused');
  return (served.records ?? 0) > 0 && !hasRecords ? notCompared('both_empty') : result;
}

/** What is counted of a result, to be remembered. */
function withoutValues({ result: { differences, ignored, ...result }, ...compared }: Compared): Compared {
  const bare = ({ detail: _detail, ...difference }: Difference): Difference => difference;
  const kinds = new Map(differences.map((each) => [kindOf(each), bare(each)]));
  const rules = new Map(
    ignored.map(({ rule, difference }) => [rule, { rule, ...(difference && { difference: bare(difference) }) }]),
  );
  return { ...compared, result: { ...result, differences: [...kinds.values()], ignored: [...rules.values()] } };
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
