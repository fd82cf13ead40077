/** Lookups of several pages. Each is compared once as a whole, and the result counts for every further page of it. */

import { createHash } from 'node:crypto';

import { bodyAt, cursorOf } from '../contract/pages';
import type { ComparedLookup, LookupRequest, Result } from './compare-lookup';
import type { Question, Sides } from './sides';

/** Lookups that are remembered, and for how many milliseconds. */
const MOST = 10_000;
const AGE_MS = 10 * 60_000;

interface Remembered {
  readonly compared: Promise<ComparedLookup>;
  readonly at: number;
}

export type CompareRequest = (request: Omit<LookupRequest, 'whole'>) => Promise<Result>;

export function sequenceComparer(
  compareLookup: (request: LookupRequest) => Promise<ComparedLookup>,
  monotonicNow: () => number,
): CompareRequest {
  const remembered = new Map<string, Remembered>();

  function begin(key: string, request: LookupRequest): Promise<ComparedLookup> {
    const compared = compareLookup(request);
    remembered.delete(key);
    remembered.set(key, { compared, at: monotonicNow() });
    if (remembered.size > MOST) remembered.delete(remembered.keys().next().value!);
    void compared.then(
      ({ result }) => {
        // What failed may succeed with the next page; what is too long stays too long.
        const mayPass = result.outcome === 'not_compared' && result.reason !== 'too_many_pages';
        if (mayPass && remembered.get(key)?.compared === compared) remembered.delete(key);
      },
      () => remembered.delete(key),
    );
    return compared;
  }

  return async ({ questions, answers, served }) => {
    const key = keyOf(questions.old);
    if (cursorOf(questions.old.body) === undefined)
      return (await begin(key, { questions, ...(answers && { answers }), whole: false, served })).result;
    const earlier = remembered.get(key);
    if (earlier !== undefined && monotonicNow() - earlier.at < AGE_MS) {
      const { result, whole } = await earlier.compared;
      if (whole) return result;
    }
    const first = (question: Question): Question => ({ ...question, body: bodyAt(question.body, undefined) });
    const whole: Sides<Question> = { old: first(questions.old), new: first(questions.new) };
    const newer = remembered.get(key);
    const isBegun = newer !== undefined && newer !== earlier;
    return (await (isBegun ? newer.compared : begin(key, { questions: whole, whole: true }))).result;
  };
}

/** The pages of one lookup have the same caller and criteria. */
function keyOf({ lookup, path, authorization, body }: Question): string {
  return createHash('sha256')
    .update(JSON.stringify([lookup, path, authorization, bodyAt(body, undefined)]))
    .digest('base64');
}
