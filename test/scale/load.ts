/** Clients that send requests continuously and know the answers. */

import { setTimeout as sleep } from 'node:timers/promises';

import { Caller } from '../isolation/caller';
import { post } from '../isolation/wire';
import { until } from '../support/until';

export interface Question {
  readonly path: string;
  readonly body: object;
  /** Whether this is the answer. */
  isRight(body: unknown): boolean;
}

/** A request with its times in milliseconds, monotonic, and `right`, `wrong`, a status other than 200, or what was lost. */
export interface Outcome {
  readonly sentAt: number;
  readonly endedAt: number;
  readonly what: string;
}

type Counts = Record<string, number>;

export type Load = ReturnType<typeof startLoad>;

/** Milliseconds after which a client gives up on an answer. */
const ANSWER_LIMIT = 30_000;

/** Right and wrong answers, those with a status other than 200 by status, and requests without an answer by what was lost. */
const noAnswers = () => ({ right: 0, wrong: [] as string[], refused: {} as Counts, lost: {} as Counts });

/**
 * @param next the next request of a client
 * @param onOutcome called after each request
 */
export function startLoad(
  url: string,
  token: string,
  clients: number,
  next: () => Question,
  onOutcome?: (outcome: Outcome) => void,
) {
  const tally = noAnswers();
  let running = true;
  const client = async () => {
    const caller = new Caller(url, ANSWER_LIMIT);
    while (running) {
      const question = next();
      const sentAt = performance.now();
      const what = await askOnce(caller, token, question, tally);
      onOutcome?.({ sentAt, endedAt: performance.now(), what });
      if (what in tally.lost) await sleep(50);
    }
    caller.close();
  };
  const all = Promise.all(Array.from({ length: clients }, client));
  /** Stops the clients and waits for their last answers. */
  const stop = async () => {
    running = false;
    await all;
    return tally;
  };
  return { tally, stop };
}

export async function moreAnswers({ tally }: Load, count: number): Promise<void> {
  const before = tally.right;
  await until(
    () => tally.right >= before + count,
    () => `${count} more answers came: ${JSON.stringify(tally)}`,
  );
}

/** @returns what became of it, as in an {@link Outcome} */
async function askOnce(caller: Caller, token: string, question: Question, tally: Load['tally']): Promise<string> {
  const reply = await caller.ask(post(question.path, token, JSON.stringify(question.body)));
  if (!('text' in reply)) {
    tally.lost[reply.status] = (tally.lost[reply.status] ?? 0) + 1;
    return reply.status;
  }
  if (reply.status !== 200) {
    tally.refused[reply.status] = (tally.refused[reply.status] ?? 0) + 1;
    return String(reply.status);
  }
  if (question.isRight(JSON.parse(reply.text))) {
    tally.right += 1;
    return 'right';
  }
  tally.wrong.push(reply.text);
  return 'wrong';
}
