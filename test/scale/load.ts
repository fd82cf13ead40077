/** Clients that send requests continuously and know the answers. */

import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Question {
  readonly path: string;
  readonly body: object;
  /** Whether this is the answer. */
  isRight(body: unknown): boolean;
}

export interface Tally {
  right: number;
  /** Answers with a status other than 200, counted by status. */
  readonly refused: Record<string, number>;
  /** Answers with status 200 that are wrong. */
  readonly wrong: unknown[];
  /** Requests without an answer, counted by error code. */
  readonly lost: Record<string, number>;
  slowestMs: number;
}

export interface Load {
  readonly tally: Tally;
  /** Stops the clients and waits for their last answers. */
  stop(): Promise<Tally>;
}

/** Milliseconds after which a client gives up: on an answer, and altogether if nothing stops it. */
const ANSWER_LIMIT = 30_000;
const LONGEST = 180_000;

/** @param next the next request of a client */
export function startLoad(url: string, token: string, clients: number, next: () => Question): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const tally: Tally = { right: 0, refused: {}, wrong: [], lost: {}, slowestMs: 0 };
  let running = true;
  const end = setTimeout(() => (running = false), LONGEST).unref();
  const client = async () => {
    while (running) await askOnce(agent, url, token, next(), tally);
  };
  const all = Promise.all(Array.from({ length: clients }, client));
  return {
    tally,
    async stop() {
      running = false;
      clearTimeout(end);
      await all;
      agent.destroy();
      return tally;
    },
  };
}

async function askOnce(agent: Agent, url: string, token: string, question: Question, tally: Tally): Promise<void> {
  const began = performance.now();
  try {
    const { status, text } = await post(agent, url + question.path, token, question.body);
    if (status !== 200) tally.refused[status] = (tally.refused[status] ?? 0) + 1;
    else if (question.isRight(JSON.parse(text))) tally.right += 1;
    else tally.wrong.push(text);
  } catch (error) {
    const { code = 'unknown' } = error as { code?: string };
    tally.lost[code] = (tally.lost[code] ?? 0) + 1;
    await sleep(50);
  }
  tally.slowestMs = Math.max(tally.slowestMs, performance.now() - began);
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

function post(agent: Agent, url: string, token: string, body: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.setTimeout(ANSWER_LIMIT, () => sent.destroy(new Error('no answer')));
    sent.end(JSON.stringify(body));
  });
}
