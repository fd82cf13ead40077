/** Compares the answers of the two sides. It runs in a thread of its own, apart from the requests that callers wait for. */

import type { ClientRequest } from 'node:http';

import { type Answer, type Comparison, compareAnswers } from '../comparison/compare-answers';
import type { Difference, DifferenceKind } from '../comparison/differences';
import { ServiceError } from '../errors';
import { askedPage, type AskedPage, cursorIn, SameCursors } from './pages';
import { type Ask, comparable, type Question, receive, type ReceivedAnswer } from './question';

export type Side = 'legacy' | 'own';

/** What is known of a request that one side has answered. */
export interface ServedRequest {
  readonly operation: string;
  readonly requestId: string;
  readonly question: Question;
  readonly servedBy: Side;
  readonly answer: ReceivedAnswer;
}

/** The request without what its caller sent. */
export type Named = Pick<ServedRequest, 'operation' | 'requestId'>;

export interface Result {
  readonly outcome: Comparison['outcome'];
  readonly differences?: readonly Difference[];
  readonly rules?: readonly string[];
  readonly reason?: string;
}

export interface Compared {
  /** A keyed hash of the caller’s subject, or a word. */
  readonly caller: string;
  readonly result: Result;
}

export interface ComparerOptions {
  readonly sides: Readonly<Record<Side, Ask>>;
  readonly labelOf: (authorization: string | undefined) => Promise<string>;
  /** Hashes the values in descriptions of differences. */
  readonly hash: (text: string) => string;
  /** Milliseconds in which each side must answer. */
  readonly timeoutMs: number;
  readonly monotonicNow: () => number;
  readonly onAnswer: (operation: string, side: Side, ms: number) => void;
}

export interface Comparer {
  /** Compares the answer with that of the other side. Never rejects. */
  compare(request: ServedRequest): Promise<Compared>;
  /** Ends the requests to both sides. */
  close(): void;
}

/** A proxy sends these in place of a service that does not answer. They say nothing about the lookup. */
export const UNAVAILABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Pages with such a difference do not end at the same record. */
const OTHER_RECORDS: ReadonlySet<DifferenceKind> = new Set(['missing_record', 'repeated_record', 'status', 'not_json']);

/** Why two answers cannot be compared. */
class NotCompared extends Error {}

export function comparer(options: ComparerOptions): Comparer {
  const { sides, labelOf, hash, timeoutMs, monotonicNow, onAnswer } = options;
  const asking = new Set<ClientRequest>();
  const cursors = new SameCursors();
  /** The last comparison of each sequence of pages. */
  const sequences = new Map<string, Promise<unknown>>();
  let lastPage: Promise<unknown> = Promise.resolve();

  /** @throws {NotCompared} */
  const answerOf = async (side: Side, operation: string, question: Question): Promise<ReceivedAnswer> => {
    const began = monotonicNow();
    let request: ClientRequest | undefined;
    const timeout = setTimeout(() => request?.destroy(new NotCompared('timeout')), timeoutMs);
    const answer = await sides[side](question, (begun) => {
      request = begun;
      asking.add(begun);
      begun.once('close', () => asking.delete(begun));
    })
      .then(receive)
      .catch(() => {
        throw new NotCompared(`${side}_unavailable`);
      })
      .finally(() => clearTimeout(timeout));
    if (answer === 'too_large') throw new NotCompared(answer);
    onAnswer(operation, side, monotonicNow() - began);
    return answer;
  };

  /** @param given answers that were received already @throws {NotCompared} */
  const answersOf = async (
    operation: string,
    questions: Readonly<Record<Side, Question>>,
    given: { readonly [side in Side]?: ReceivedAnswer } = {},
  ): Promise<Readonly<Record<Side, Answer>>> => {
    const answer = async (side: Side): Promise<Answer> => {
      const received = given[side] ?? (await answerOf(side, operation, questions[side]));
      if (UNAVAILABLE.has(received.status)) throw new NotCompared(`${side}_unavailable`);
      return comparable(received).catch((failure: unknown) => {
        throw new NotCompared(isTooLarge(failure) ? 'too_large' : 'not_decoded');
      });
    };
    const [legacy, own] = await Promise.all([answer('legacy'), answer('own')]);
    return { legacy, own };
  };

  const compare = async (request: ServedRequest, page: AskedPage): Promise<Result> => {
    const { operation, servedBy } = request;
    const questions = questionsOf(request, page, cursors);
    const answers = await answersOf(operation, questions, { [servedBy]: request.answer });
    const first = compareAnswers(answers.legacy, answers.own, { hash });
    rememberCursors(answers, first, { page, servedBy, cursors });
    if (first.outcome !== 'different') return { ...first, rules: first.ignoredBy };
    // Records may have changed between the two answers.
    const later = await answersOf(operation, questions);
    const again = compareAnswers(later.legacy, later.own, { hash });
    if (again.outcome === 'not_compared') return again;
    const seen = new Set(first.differences.map(kindOf));
    const differences = again.differences.filter((difference) => seen.has(kindOf(difference)));
    if (differences.length === 0) return { outcome: 'ignored', rules: ['gone-when-asked-again'] };
    return { outcome: 'different', differences, rules: again.ignoredBy };
  };

  /** A further page waits for the comparison of the page before it, which began earlier. */
  const inSequence = async (page: AskedPage, work: () => Promise<Result>): Promise<Result> => {
    const before = sequences.get(page.sequence);
    const waits = before !== undefined && page.cursor !== undefined && cursors.otherOf(page) === undefined;
    const result = waits ? before.then(work, work) : work();
    sequences.set(page.sequence, result);
    try {
      return await result;
    } finally {
      if (sequences.get(page.sequence) === result) sequences.delete(page.sequence);
    }
  };

  return {
    async compare(request) {
      const label = labelOf(authorizationOf(request.question));
      // In the order of the requests, or a further page would not find the comparison of the page before it.
      const asked = lastPage.then(() => askedPage(request.question));
      lastPage = asked.catch(() => undefined);
      const result = await asked
        .then((page) => inSequence(page, () => compare(request, page)))
        .catch((failure: unknown): Result => {
          const reason = failure instanceof NotCompared ? failure.message : 'internal_error';
          return { outcome: 'not_compared', reason };
        });
      return { caller: await label, result };
    },
    close() {
      for (const request of asking) request.destroy(new NotCompared('closed'));
    },
  };
}

/** The question for each side, with the cursor that leads to the same page there. @throws {NotCompared} */
function questionsOf({ question, servedBy }: ServedRequest, page: AskedPage, cursors: SameCursors) {
  const other = page.cursor === undefined ? undefined : cursors.otherOf(page);
  if (page.cursor !== undefined && other === undefined) throw new NotCompared('further_page');
  const othersQuestion = other === undefined ? question : page.at(other);
  const [legacy, own] = servedBy === 'legacy' ? [question, othersQuestion] : [othersQuestion, question];
  // The old service need not compress what is only compared.
  return { legacy: { ...legacy, headers: { ...legacy.headers, 'accept-encoding': 'identity' } }, own };
}

interface PagesBefore {
  readonly page: AskedPage;
  readonly servedBy: Side;
  readonly cursors: SameCursors;
}

function rememberCursors(
  { legacy, own }: Readonly<Record<Side, Answer>>,
  { outcome, differences, mayFollow }: Comparison,
  { page, servedBy, cursors }: PagesBefore,
): void {
  if (outcome === 'not_compared' || mayFollow || differences.some(({ kind }) => OTHER_RECORDS.has(kind))) return;
  const [legacyId, ownId] = [cursorIn(legacy), cursorIn(own)];
  if (legacyId === undefined || ownId === undefined) return;
  const [served, other] = servedBy === 'legacy' ? [legacyId, ownId] : [ownId, legacyId];
  cursors.remember(page, { served, other });
}

const isTooLarge = (failure: unknown): boolean => failure instanceof ServiceError && failure.entry.status === 413;

/** The kind of a difference: what differs, and where. */
export const kindOf = ({ kind, path }: Difference): string => `${kind} ${path}`;

/** The token of a request, with its scheme. */
export const authorizationOf = ({ headers: { authorization } }: Question): string | undefined =>
  authorization === undefined ? undefined : String(authorization);
