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

type Counts = Record<string, number>;

export type Load = ReturnType<typeof startLoad>;

/** Milliseconds after which a client gives up on an answer. */
const ANSWER_LIMIT = 30_000;

/** Right and wrong answers, those with a status other than 200 by status, and requests without an answer by what was lost. */
const noAnswers = () => ({ right: 0, wrong: [] as string[], refused: {} as Counts, lost: {} as Counts });

/** @param next the next request of a client */
export function startLoad(url: string, token: string, clients: number, next: () => Question) {
  const tally = noAnswers();
  let running = true;
  const client = async () => {
    const caller = new Caller(url, ANSWER_LIMIT);
    while (running) await askOnce(caller, token, next(), tally);
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

async function askOnce(caller: Caller, token: string, question: Question, tally: Load['tally']): Promise<void> {
  const reply = await caller.ask(post(question.path, token, JSON.stringify(question.body)));
  if (!('text' in reply)) {
    tally.lost[reply.status] = (tally.lost[reply.status] ?? 0) + 1;
    await sleep(50);
  } else if (reply.status !== 200) tally.refused[reply.status] = (tally.refused[reply.status] ?? 0) + 1;
  else if (question.isRight(JSON.parse(reply.text))) tally.right += 1;
  else tally.wrong.push(reply.text);
}
