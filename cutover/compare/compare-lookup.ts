/** Asks both sides the same lookup, and once more when their answers differ. */

import { createHash } from 'node:crypto';

import { type Answer, identifiersIn, listIn, NO_ANSWER, areOfContract, succeeded } from '../contract/answers';
import { NoAnswer } from '../contract/exchange';
import { type Ask, bodyAt, cursorOf, hasNext, type Lookup, type Question, readPages } from '../contract/lookups';
import type { Side, Sides } from '../contract/lookups';
import { compareAnswers, type Comparison, comparisonOf, notCompared } from './compare-answers';
import type { Difference, RuleName } from './compare-values';

export interface LookupOptions {
  readonly ask: Sides<Ask>;
  readonly rules?: ReadonlySet<RuleName> | undefined;
  readonly maxPages: number;
  /** Resolves when a difference may be asked for again. */
  readonly beforeAgain: () => Promise<unknown>;
  readonly monotonicNow: () => number;
}

interface Compared {
  readonly result: Comparison;
  readonly isLong: boolean;
}

/** All pages of each side, or its only answer. */
interface Asked extends Compared, Sides<readonly Answer[]> {}

/** Lookups of several pages that are remembered, and for how many milliseconds. */
const MOST_REMEMBERED = 10_000;
const AGE_MS = 10 * 60_000;

const TOO_LONG = 'too_many_pages';

/** A lookup of several pages is compared as a whole, and the result counts for its further pages. */
export function lookupComparer({ ask, rules, maxPages, beforeAgain, monotonicNow }: LookupOptions) {
  const remembered = new Map<string, { readonly counted: Promise<Compared>; readonly at: number }>();

  /** @param answers to the questions that have arrived already */
  return async (questions: Sides<Question>, answers?: Partial<Sides<Answer>>): Promise<Comparison> => {
    const key = keyOf(questions.old);
    const isFirst = cursorOf(questions.old.body) === undefined;
    const earlier = remembered.get(key);
    if (earlier !== undefined && monotonicNow() - earlier.at < AGE_MS) {
      const { result, isLong } = await earlier.counted;
      if (isFirst ? result.reason === TOO_LONG : isLong) return result;
    }
    const first = (question: Question): Question => ({ ...question, body: bodyAt(question.body, undefined) });
    const compared = isFirst
      ? compare(questions, answers)
      : compare({ old: first(questions.old), new: first(questions.new) });
    // The differences, which hold values, are counted once.
    const withoutValues = (result: Comparison) => ({ ...result, differences: [], ignored: [] });
    const counted = compared.then(({ result, isLong }) => ({ isLong, result: withoutValues(result) }));
    remembered.set(key, { counted, at: monotonicNow() });
    if (remembered.size > MOST_REMEMBERED) remembered.delete(remembered.keys().next().value!);
    const forget = (): unknown => remembered.delete(key);
    void counted.then(({ isLong }) => isLong || forget(), forget);
    return (await compared).result;
  };

  async function compare(questions: Sides<Question>, before?: Partial<Sides<Answer>>): Promise<Compared> {
    try {
      const first = await askBoth(questions, before);
      const { result, isLong, ...sides } =
        first.result.outcome === 'different' ? await confirmed(questions, first) : first;
      const counts = [sides.old, sides.new]
        .filter(([answer]) => succeeded(answer!))
        .map((pages) => pages.flatMap((page) => identifiersIn(listIn(page, questions.old.lookup))).length);
      return { isLong, result: { ...result, ...(counts.length > 0 && { records: Math.max(...counts) }) } };
    } catch (failure) {
      if (!(failure instanceof NoAnswer)) throw failure;
      return { result: notCompared(failure.reason), isLong: failure.reason === TOO_LONG };
    }
  }

  /** Reads both results to their ends, as pages may end anywhere and have any order. @throws {NoAnswer} */
  async function askBoth(questions: Sides<Question>, before: Partial<Sides<Answer>> = {}): Promise<Asked> {
    const page = (side: Side) => before[side] ?? answerOf(side, questions[side]);
    const [old, ours] = await Promise.all([page('old'), page('new')]);
    const isLong = succeeded(old) && succeeded(ours) && (hasNext(old) || hasNext(ours));
    const read = (side: Side, first: Answer) => (isLong ? allPages(side, questions[side], first) : [first]);
    const [left, right] = await Promise.all([read('old', old), read('new', ours)]);
    const result = compareRead(left, right, isLong, questions.old.lookup);
    if (result.reason !== undefined) throw new NoAnswer(result.reason);
    return { result, isLong, old: left, new: right };
  }

  function compareRead(old: readonly Answer[], ours: readonly Answer[], isLong: boolean, lookup: Lookup): Comparison {
    const result = compareAnswers(old, ours, lookup, rules);
    const sizesOf = (pages: readonly Answer[]): string => pages.map((page) => listIn(page, lookup).length).join(' ');
    if (!isLong || result.reason !== undefined || sizesOf(old) === sizesOf(ours)) return result;
    return comparisonOf(result.differences, [...result.ignored, { rule: 'page-boundaries' }]);
  }

  /** @throws {NoAnswer} that says which side gave none */
  async function answerOf(side: Side, question: Question): Promise<Answer> {
    try {
      return await ask[side](question);
    } catch (failure) {
      throw failure instanceof NoAnswer ? new NoAnswer(`${side}_${failure.reason}`, failure) : failure;
    }
  }

  /** @throws {NoAnswer} */
  async function allPages(side: Side, question: Question, first: Answer): Promise<readonly Answer[]> {
    const { lookup, body } = question;
    const read = async (cursor: string | undefined): Promise<Answer> =>
      cursor === undefined ? first : answerOf(side, { ...question, body: bodyAt(body, cursor) });
    const { pages, ending } = await readPages(lookup, read, maxPages);
    if (ending === 'refused') throw new NoAnswer(`${side}_stopped_between_pages`);
    if (ending === 'repeated') throw new NoAnswer(`${side}_repeats_a_page`);
    if (ending === 'open') throw new NoAnswer(TOO_LONG);
    return pages;
  }

  /** Asks again. A difference counts if the second answers have it, and the old side is steady there. @throws {NoAnswer} */
  async function confirmed(questions: Sides<Question>, first: Asked): Promise<Asked> {
    await beforeAgain();
    const last = await askBoth(questions);
    // A first page lacks the records of the others.
    if (last.isLong !== first.isLong) throw new NoAnswer('pages_come_and_go');
    const { lookup } = questions.old;
    const hasGained = (side: Side): boolean => !areOfContract(first[side], lookup) && areOfContract(last[side], lookup);
    if (last.result.outcome !== 'different' && (hasGained('old') || hasGained('new'))) throw new NoAnswer(NO_ANSWER);
    const ofOld = compareRead(first.old, last.old, last.isLong, lookup);
    const unsteady = new Set(ofOld.differences.map(placeOf));
    // Then nothing of the answer can be compared with anything.
    if (unsteady.has(WHOLE)) throw new NoAnswer('old_differs_from_itself');
    const differences = last.result.differences.filter((difference) => !unsteady.has(placeOf(difference)));
    const counted = new Set(differences.map(keyOfDifference));
    const removed = [first, last]
      .flatMap(({ result }) => result.differences)
      .filter((difference) => !counted.has(keyOfDifference(difference)))
      .map((difference) => {
        const isUnsteady = unsteady.has(placeOf(difference));
        return { rule: isUnsteady ? 'old-differs-from-itself' : 'not-repeated', difference } as const;
      });
    return { ...last, result: comparisonOf(differences, [...last.result.ignored, ...removed]) };
  }
}

/** A difference is the same one if its kind and its place are the same; values may change with each answer. */
const keyOfDifference = (difference: Difference): string => `${difference.kind} ${placeOf(difference)}`;
const placeOf = ({ path, detail }: Difference): string => JSON.stringify([path, detail.records]);
const WHOLE = JSON.stringify(['$', []]);

/** The pages of one lookup have the same caller and criteria. */
function keyOf({ lookup, path, authorization, body }: Question): string {
  const text = JSON.stringify([lookup, path, authorization, bodyAt(body, undefined)]);
  return createHash('sha256').update(text).digest('base64');
}
