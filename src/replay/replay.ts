/** Sends the requests of a tape to two servers and compares their answers. */

import type { ComparisonOptions } from '../comparison/compare-answers';
import type { TokenFile } from './callers';
import { type Compared, continued, type Cursor, requestComparer, type Sides } from './compare-request';
import { createReport, type Report, type Result } from './report';
import type { Ask, Question } from './side';
import { type JsonValue, restoreValues, type TapedRequest } from './tape';

export interface ReplayOptions {
  /** Each with its line number. */
  readonly requests: AsyncIterable<{ readonly line: number; readonly request: TapedRequest }>;
  readonly ask: Sides<Ask>;
  /** For callers that the file does not name. */
  readonly defaultTokens: Sides<string | undefined>;
  readonly tokens: TokenFile;
  /** What the hashes on the tape stand for. */
  readonly values: ReadonlyMap<string, string>;
  readonly comparison: ComparisonOptions;
  readonly maxRequests: number;
  readonly maxSeconds: number;
  /** Requests of the tape that are asked at a time. */
  readonly concurrency: number;
  /** Milliseconds before a difference is asked for again. */
  readonly againAfterMs: number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly monotonicNow: () => number;
  /** Receives the result of each request, in the order in which they are known. */
  readonly onResult: (line: number, request: TapedRequest, result: Result) => void;
}

/** Requests that may wait to be asked again. */
const MAX_PENDING = 1000;

/** Cursors that are kept for later requests of the tape. */
const MAX_CURSORS = 50_000;

/** For one request in this many, the left side is asked twice although there is no difference. */
const NOISE_EVERY = 20;

type Next = Promise<Compared['next']>;

export async function replay(options: ReplayOptions): Promise<Report> {
  const { requests, ask, comparison, sleep, monotonicNow } = options;
  const began = monotonicNow();
  const report = createReport();
  const add = (line: number, request: TapedRequest, result: Result): void => {
    report.add(request.operation, line, result);
    options.onResult(line, request, result);
  };
  const turns = semaphore(options.concurrency);
  const compareRequest = requestComparer({
    ask,
    comparison,
    inTurn: turns.inTurn,
    beforeAgain: () => sleep(options.againAfterMs),
    onNoise(differed) {
      report.noise.asked += 1;
      if (differed) report.noise.differed += 1;
    },
  });
  const nexts = new Map<string, Next>();
  const pending = new Set<Promise<void>>();
  let count = 0;

  for await (const { line, request } of requests) {
    const isOver = count >= options.maxRequests || monotonicNow() - began > options.maxSeconds * 1000;
    if (isOver) {
      add(line, request, notCompared('over_budget'));
      continue;
    }
    count += 1;
    await turns.free();
    if (pending.size >= MAX_PENDING) await Promise.race(pending);
    const compared = compareTaped(request, count % NOISE_EVERY === 0);
    remember(request, compared);
    const done = compared.then(({ result }) => {
      add(line, request, result);
      pending.delete(done);
    });
    pending.add(done);
  }
  await Promise.all(pending);
  return report.finish((monotonicNow() - began) / 1000);

  async function compareTaped(request: TapedRequest, measureNoise: boolean): Promise<Compared> {
    const { operation, type, body: taped, hashed = [], leftOut } = request;
    if (leftOut !== undefined) return { result: notCompared(`body_${leftOut}`) };
    const body = taped === undefined ? undefined : restoreValues(taped, hashed, options.values);
    if (taped !== undefined && body === undefined) return { result: notCompared('hashed_value') };
    const tokens = tokensOf(request);
    if (tokens === undefined) return { result: notCompared('no_token') };
    const question = (token: string | null): Question => ({
      operation,
      type,
      token,
      ...(body !== undefined && { body }),
    });
    const questions: Sides<Question> = { left: question(tokens.left), right: question(tokens.right) };
    const afterId = cursorOf(request);
    if (afterId === undefined) return compareRequest(questions, measureNoise);

    const next = nexts.get(keyOf(request, afterId));
    if (next === undefined) return { result: notCompared('cursor_not_on_tape') };
    const cursors = await next;
    if (cursors === undefined) return { result: notCompared('compared_with_an_earlier_page') };
    if (cursors.left === undefined || cursors.right === undefined) return { result: notCompared('no_such_page') };
    return compareRequest(
      { left: atCursor(questions.left, cursors.left), right: atCursor(questions.right, cursors.right) },
      measureNoise,
    );
  }

  function tokensOf({ caller }: TapedRequest): Sides<string | null> | undefined {
    if (caller === null) return { left: null, right: null };
    const { left = options.defaultTokens.left, right = options.defaultTokens.right } = options.tokens.get(caller) ?? {};
    return left === undefined || right === undefined ? undefined : { left, right };
  }

  /** Where each side continues after this request, for the request with the `last_id` of its recorded answer. */
  function remember(request: TapedRequest, compared: Promise<Compared>): void {
    if (request.lastId === undefined || request.lastId === -1) return;
    const key = keyOf(request, String(request.lastId));
    nexts.delete(key);
    nexts.set(
      key,
      compared.then(({ next }) => next),
    );
    if (nexts.size > MAX_CURSORS) nexts.delete(nexts.keys().next().value!);
  }
}

const notCompared = (reason: string): Result => ({ outcome: 'not_compared', reason });

const isObject = (value: unknown): value is { readonly [name: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The `after-id` that belongs to the recorded server. Undefined for one that means the same everywhere: the beginning, the end, or an error. */
function cursorOf({ body }: TapedRequest): string | undefined {
  const afterId = isObject(body) ? body['after-id'] : undefined;
  const text = typeof afterId === 'number' || typeof afterId === 'string' ? String(afterId) : '';
  return /^\d{1,16}$/.test(text) && Number(text) > 1 ? text : undefined;
}

/** One result has the same caller and criteria on every page. */
function keyOf({ operation, caller, body }: TapedRequest, lastId: string): string {
  const criteria = isObject(body)
    ? Object.entries(body)
        .filter(([name]) => name !== 'after-id')
        .toSorted()
    : [];
  return JSON.stringify([operation, caller, criteria, lastId]);
}

/** Keeps the JSON type that the caller used. */
function atCursor(question: Question, cursor: Cursor): Question {
  const taped = isObject(question.body) ? question.body['after-id'] : undefined;
  return continued(question, typeof taped === 'string' ? String(cursor) : cursor);
}

function semaphore(places: number) {
  let free = places;
  const waiting: (() => void)[] = [];
  const take = async (): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const give = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    async inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
      await take();
      try {
        return await work();
      } finally {
        give();
      }
    },
    /** Resolves when a place is free, without taking it. */
    async free(): Promise<void> {
      await take();
      give();
    },
  };
}
