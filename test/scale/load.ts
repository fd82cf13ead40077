/** Clients that ask without a pause, and know the answers. */

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
  /** Answers with another status than 200: how often each. */
  readonly refused: Record<string, number>;
  /** 200, and not the answer. */
  readonly wrong: unknown[];
  /** Without any answer: how often each code. */
  readonly lost: Record<string, number>;
  slowestMs: number;
}

export interface Load {
  readonly tally: Tally;
  /** Ends the clients and waits for their last answers. */
  stop(): Promise<Tally>;
}

/** Milliseconds after which clients give up: an answer, and themselves when nobody ends them. */
const ANSWER_LIMIT = 30_000;
const LONGEST = 180_000;

/** @param next the question that a client asks next */
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

function post(agent: Agent, url: string, token: string, body: object): Promise<{ status: number; text: string }> {
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
