/** Load from many clients at once. Every answer is checked. */

import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { Caller, type Reply } from '../../../test/isolation/caller';
import type { Kind, Outcomes } from './outcomes';
import { isRightAnswer, type Question } from './questions';

export interface LoadOptions {
  readonly url: string;
  readonly questions: readonly Question[];
  readonly clients: number;
  /** The average pause in milliseconds between an answer and the client's next request. */
  readonly thinkMs?: number;
  /** Whether a client that receives 503 with `Retry-After: 1` retries after a second. */
  readonly heedsRetryAfter?: boolean;
  /** The total number of requests; unlimited if absent. */
  readonly requests?: number;
}

/** SQL, addresses, error numbers, tables, files and stacks, which no answer may contain. */
const TELLTALE =
  /\bselect\b|\bfrom `|ECONN|ETIMEDOUT|EPIPE|errno|mysql|mariadb|127\.0\.0\.1|lease_tenants|node_modules|\.[jt]s:\d|\n {4}at |canary-\d/i;

export class Load {
  readonly outcomes: Record<Kind, number> = {};
  /** Milliseconds of each request. */
  readonly took: number[] = [];
  /** The first answer that differs from the oracle's, with its request. */
  firstWrong: string | undefined;
  readonly #callers: Caller[];
  readonly #ended: Promise<void[]>;
  readonly #stopping = new AbortController();
  #left: number;
  #next = 0;
  readonly #inFlight = new Set<Promise<Reply>>();

  /** The text of each right answer, so that later ones need only a comparison. */
  readonly #right = new WeakMap<Question, string>();

  constructor(private readonly options: LoadOptions) {
    this.#left = options.requests ?? Infinity;
    setMaxListeners(0, this.#stopping.signal);
    this.#callers = Array.from({ length: options.clients }, () => new Caller(options.url));
    this.#ended = Promise.all(this.#callers.map((caller, nth) => this.#work(caller, nth)));
  }

  /** Resolves when every client has its last answer. */
  async stop(): Promise<Outcomes> {
    this.#stopping.abort();
    return this.finished();
  }

  /** Resolves when every request now in flight has been answered. */
  async settled(): Promise<void> {
    await Promise.all(this.#inFlight);
  }

  /** Resolves when all requests are done. */
  async finished(): Promise<Outcomes> {
    await this.#ended;
    return this.outcomes;
  }

  async #work(caller: Caller, nth: number): Promise<void> {
    const { questions, thinkMs = 0, heedsRetryAfter = false } = this.options;
    // The clients do not all start at once.
    await this.#pause((thinkMs * nth) / this.#callers.length);
    while (!this.#stopping.signal.aborted && (this.#left -= 1) >= 0) {
      const question = questions[(this.#next += 1) % questions.length]!;
      const at = performance.now();
      const asked = caller.ask(question.request);
      this.#inFlight.add(asked);
      const reply = await asked;
      this.#inFlight.delete(asked);
      const kind = this.#kindOf(question, reply);
      this.outcomes[kind] = (this.outcomes[kind] ?? 0) + 1;
      this.took.push(performance.now() - at);
      const waits = heedsRetryAfter && kind.startsWith('503 ');
      const pause = waits ? 1_000 : kind === 'refused' ? Math.max(20, thinkMs) : thinkMs;
      if (pause > 0) await this.#pause(pause * (0.5 + ((nth * 7919 + this.#next * 104_729) % 1000) / 1000));
    }
    caller.close();
  }

  /** Waits that long, or until the load is stopped. */
  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  #kindOf(question: Question, reply: Reply): Kind {
    if (typeof reply.status === 'string') return reply.status;
    const { status, text, head } = reply;
    if (text === this.#right.get(question)) return 'right';
    if (question.marks.some((mark) => text.includes(mark) || head.includes(mark))) return `leak ${status}`;
    const said = parsed(text);
    if (said === undefined) return `wrong ${status}: no JSON`;
    if (isRightAnswer(question, status, text)) {
      this.#right.set(question, text);
      return 'right';
    }
    const type = typeOf(said);
    if (type === undefined) {
      this.firstWrong ??= `${question.request}\n is ${text}\n not ${JSON.stringify(question.expected)}`;
      return `wrong ${status}`;
    }
    if (TELLTALE.test(text)) return `leak ${status} ${type}`;
    const mustSayWhen = status === 503 && !/\r\nretry-after: \d/i.test(head);
    return `${status} ${type}${mustSayWhen ? ' without Retry-After' : ''}`;
  }
}

interface Said {
  readonly error?: { readonly type?: string };
  readonly errors?: readonly { readonly extensions?: { readonly type?: string } }[];
}

function parsed(text: string): Said | undefined {
  try {
    return JSON.parse(text) as Said;
  } catch {
    return undefined;
  }
}

/** The type of the first error, on either transport. */
export const typeOf = ({ error, errors }: Said): string | undefined => error?.type ?? errors?.[0]?.extensions?.type;
