/** One of the two servers of a replay. */

import type { Answer } from '../comparison/compare-answers';
import { type JsonValue, type Operation, PATHS } from './tape';

export interface Question {
  readonly operation: Operation;
  /** Null for a request without an `Authorization` header. */
  readonly token: string | null;
  /** Null for a request without a `Content-Type` header. */
  readonly type: string | null;
  /** Absent for a request without a body. */
  readonly body?: JsonValue;
}

/** Why there is no answer that could be compared. */
export type NoAnswer = 'no_answer' | 'answer_too_large';

export type Ask = (question: Question) => Promise<Answer | NoAnswer>;

export interface SideOptions {
  readonly url: URL;
  readonly timeoutMs: number;
  /** Resolves when the next request may be sent. */
  readonly pace: () => Promise<void>;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Maximum size of an answer in bytes. 100 leases with 100 tenants each take 2 MB. */
const LARGEST_ANSWER = 16 * 1024 * 1024;

/** Attempts to get an answer from a busy server, each after the pause that it asks for. */
const ATTEMPTS = 4;
const LONGEST_PAUSE_SECONDS = 5;

export function createSide({ url, timeoutMs, pace, sleep }: SideOptions): Ask {
  const base = url.href.replace(/\/$/, '');

  async function once({ operation, token, type, body }: Question): Promise<{ answer: Answer; pauseSeconds: number }> {
    const response = await fetch(`${base}${PATHS[operation]}`, {
      method: 'POST',
      headers: {
        ...(type !== null && { 'Content-Type': type }),
        ...(token !== null && { Authorization: `Bearer ${token}` }),
      },
      // Bytes, because fetch would name a media type for a text.
      ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer = {
      status: response.status,
      contentType: response.headers.get('Content-Type') ?? undefined,
      body: await textOf(response),
    };
    const wanted = Number(response.headers.get('Retry-After') ?? 1);
    return { answer, pauseSeconds: wanted >= 0 ? Math.min(wanted, LONGEST_PAUSE_SECONDS) : 1 };
  }

  return async (question) => {
    for (let attempt = 1; ; attempt++) {
      await pace();
      try {
        const { answer, pauseSeconds } = await once(question);
        const isBusy = answer.status === 429 || answer.status === 503;
        if (!isBusy || attempt === ATTEMPTS) return answer;
        await sleep(pauseSeconds * 1000);
      } catch (failure) {
        if (failure instanceof AnswerTooLarge) return 'answer_too_large';
        if (attempt >= 2) return 'no_answer';
      }
    }
  };
}

class AnswerTooLarge extends Error {}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > LARGEST_ANSWER) throw new AnswerTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
