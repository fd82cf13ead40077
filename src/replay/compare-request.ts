/** Sends one question to both sides, and again when their answers differ. */

import { type Answer, compareAnswers, type Comparison, type ComparisonOptions } from '../comparison/compare-answers';
import type { Difference } from '../comparison/differences';
import { isEmptyPage, joinPages, nextCursor } from '../comparison/pages';
import type { Ignored, Result } from './report';
import type { Ask, NoAnswer, Question } from './side';

export interface Sides<Value> {
  readonly left: Value;
  readonly right: Value;
}

export type Cursor = string | number;

export interface Compared {
  readonly result: Result;
  /** Where each side continues. Absent when all pages are compared already. */
  readonly next?: Sides<Cursor | undefined>;
}

export interface ComparerOptions {
  readonly ask: Sides<Ask>;
  readonly comparison: ComparisonOptions;
  /** Runs `work` once the limit on requests in flight allows it. */
  readonly inTurn: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** Resolves when a difference may be asked for again. */
  readonly beforeAgain: () => Promise<void>;
  /** Receives whether two answers of the left side to one request differed. */
  readonly onNoise: (differed: boolean) => void;
}

export type CompareRequest = (questions: Sides<Question>, measureNoise: boolean) => Promise<Compared>;

/** Pages that are read of one result. */
const MAX_PAGES = 200;

/** Maximum number of times that both sides are asked a question. */
const MAX_ROUNDS = 4;

interface Asked {
  readonly comparison: Comparison;
  /** What was compared: an answer, or all pages as one. */
  readonly answers: Sides<Answer>;
  readonly next?: Sides<Cursor | undefined>;
  readonly acrossPages: boolean;
}

export function requestComparer({
  ask,
  comparison: options,
  inTurn,
  beforeAgain,
  onNoise,
}: ComparerOptions): CompareRequest {
  /** @returns the reason when there is nothing to compare */
  async function askBoth(questions: Sides<Question>): Promise<Asked | string> {
    const [left, right] = await inTurn(() => Promise.all([ask.left(questions.left), ask.right(questions.right)]));
    if (typeof left === 'string') return `left_${left}`;
    if (typeof right === 'string') return `right_${right}`;
    const comparison = compareAnswers(left, right, options);
    const { mayFollow, differences } = comparison;
    if (!mayFollow && differences.every(({ kind }) => kind !== 'more_follows'))
      return {
        comparison,
        answers: { left, right },
        next: { left: nextCursor(left), right: nextCursor(right) },
        acrossPages: false,
      };
    return comparePages(questions, { left, right });
  }

  /** Reads both results to their ends, as pages may end anywhere. */
  async function comparePages(questions: Sides<Question>, first: Sides<Answer>): Promise<Asked | string> {
    const lefts = await remainingPages(ask.left, questions.left, first.left);
    const rights = await remainingPages(ask.right, questions.right, first.right);
    if (typeof lefts === 'string') return `left_${lefts}`;
    if (typeof rights === 'string') return `right_${rights}`;
    const list = questions.left.operation === 'tenants' ? 'tenants' : 'leases';
    const answers = { left: joinPages(lefts, list), right: joinPages(rights, list) };
    const joined = compareAnswers(answers.left, answers.right, options);
    const [leftEndsEmpty, rightEndsEmpty] = [lefts, rights].map(
      (pages) => pages.length > 1 && isEmptyPage(pages.at(-1)!, list),
    );
    if (leftEndsEmpty === rightEndsEmpty) return { comparison: joined, answers, acrossPages: true };
    const says = (endsEmpty = false): string => (endsEmpty ? 'more follows' : 'nothing follows');
    const ending: Difference = {
      kind: 'more_follows',
      path: '$.last_id',
      left: says(leftEndsEmpty),
      right: says(rightEndsEmpty),
    };
    const comparison: Comparison = { ...joined, outcome: 'different', differences: [...joined.differences, ending] };
    return { comparison, answers, acrossPages: true };
  }

  async function remainingPages(
    askSide: Ask,
    question: Question,
    first: Answer,
  ): Promise<[Answer, ...Answer[]] | NoAnswer | 'has_too_many_pages' | 'stopped_between_pages'> {
    const pages: [Answer, ...Answer[]] = [first];
    const list = question.operation === 'tenants' ? 'tenants' : 'leases';
    for (let cursor = nextCursor(first); cursor !== undefined; cursor = nextCursor(pages.at(-1)!)) {
      if (pages.length === MAX_PAGES) return 'has_too_many_pages';
      const page = await inTurn(() => askSide(continued(question, cursor)));
      if (typeof page === 'string') return page;
      if (page.status !== 200 && !isEmptyPage(page, list)) return 'stopped_between_pages';
      pages.push(page);
    }
    return pages;
  }

  async function compareRequest(questions: Sides<Question>, measureNoise: boolean): Promise<Compared> {
    const first = await askBoth(questions);
    if (typeof first === 'string') return { result: { outcome: 'not_compared', reason: first } };
    const { comparison, next } = first;
    const { reason } = comparison;
    if (reason !== undefined) return { result: { outcome: 'not_compared', reason } };
    if (comparison.outcome !== 'different') {
      if (measureNoise) await noiseOf(questions, first);
      return { result: resultOf(first, []), next };
    }

    return { result: await confirmed(questions, first), next };
  }

  /** Asks again until no new difference comes. One counts if two answers in a row have it and the left side is steady there. */
  async function confirmed(questions: Sides<Question>, first: Asked): Promise<Result> {
    const seen = new Map<string, Difference>();
    const unsteady = new Set<string>();
    let last = first;
    let repeated: readonly Difference[] = [];
    for (let round = 2, isNew = true; isNew && round <= MAX_ROUNDS; round++) {
      await beforeAgain();
      const again = await askBoth(questions);
      if (typeof again === 'string') return { outcome: 'not_compared', reason: again };
      if (again.comparison.reason !== undefined) return { outcome: 'not_compared', reason: again.comparison.reason };
      for (const { place } of keyed(compareAnswers(last.answers.left, again.answers.left, options).differences))
        unsteady.add(place);
      const before = new Set(keyed(last.comparison.differences).map(({ key }) => key));
      const now = keyed(again.comparison.differences);
      for (const { key, difference } of [...keyed(last.comparison.differences), ...now]) seen.set(key, difference);
      repeated = now.filter(({ key }) => before.has(key)).map(({ difference }) => difference);
      isNew = repeated.length < now.length;
      last = again;
    }
    onNoise(unsteady.size > 0);
    const differences = keyed(repeated).filter(({ place }) => !unsteady.has(place));
    for (const { key } of differences) seen.delete(key);
    const removed = keyed([...seen.values()]).map(({ place, difference }): Ignored => ({
      rule: unsteady.has(place) ? 'left-differs-from-itself' : 'not-repeated',
      difference,
    }));
    return resultOf(
      last,
      differences.map(({ difference }) => difference),
      removed,
    );
  }

  async function noiseOf(questions: Sides<Question>, { answers, acrossPages }: Asked): Promise<void> {
    if (acrossPages) return;
    const again = await inTurn(() => ask.left(questions.left));
    if (typeof again !== 'string') onNoise(compareAnswers(answers.left, again, options).outcome === 'different');
  }

  return compareRequest;
}

function resultOf(
  { comparison, acrossPages }: Asked,
  differences: readonly Difference[],
  removed: readonly Ignored[] = [],
): Result {
  const ignored = [...comparison.ignored, ...removed, ...(acrossPages ? [{ rule: 'page-boundaries' }] : [])];
  if (differences.length > 0) return { outcome: 'different', differences, ignored };
  return ignored.length > 0 ? { outcome: 'ignored', differences, ignored } : { outcome: 'same' };
}

/** The question for the page after a cursor, which is a text or a number as on the tape. */
export function continued(question: Question, cursor: Cursor): Question {
  const { body } = question;
  const criteria = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  return { ...question, type: question.type ?? 'application/json', body: { ...criteria, 'after-id': cursor } };
}

/** A difference is the same one if its kind and its place are the same; values may change with each answer. */
function keyed(differences: readonly Difference[]) {
  return differences.map((difference) => {
    const place = JSON.stringify([difference.path, difference.record]);
    return { difference, place, key: `${difference.kind} ${place}` };
  });
}
