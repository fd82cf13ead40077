/** Sends the requests of a run and reads pages. */

import { identifiersIn, type JsonObject, recordsIn, succeeded, UNAVAILABLE } from '../contract/answers';
import { targetAt } from '../contract/exchange';
import { asking, type Lookup, PATHS, readPages } from '../contract/lookups';
import { checkPages, checkSuccess, type Sequence } from './answer-checks';
import { Findings, Interruption, type Reply } from './findings';

/** `changed` is the token with one character changed, `unknown` a made-up one. */
export type TokenName = 'main' | 'other' | 'expired' | 'changed' | 'unknown';

export interface Target {
  readonly baseUrl: string;
  readonly tokens: Readonly<Partial<Record<TokenName, string | undefined>>>;
  readonly timeoutMs: number;
  /** Of the list of all tenants, or of those of a group. */
  readonly maxPages: number;
  /** YYYY-MM-DD */
  readonly today: string;
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

export interface How {
  /** Null sends no Authorization header. Default: `main`. */
  readonly token?: TokenName | null;
  readonly scheme?: string;
  readonly method?: string;
  readonly path?: string;
  /** The `Content-Type`; null sends none. Default: `application/json`. */
  readonly type?: string | null;
  /** Sent unchanged instead of the body. */
  readonly raw?: string;
}

const variableOf = (token: TokenName): string =>
  token === 'unknown' ? 'no-such-token' : token === 'main' ? '$TOKEN' : `$${token.toUpperCase()}_TOKEN`;

const ATTEMPTS = 3;

export class Session extends Findings {
  /** How the server accepts requests; `start` finds it out. */
  form = { scheme: 'bearer', slash: true };
  requests = 0;
  readonly #server;
  readonly #ask;

  constructor(readonly target: Target) {
    super();
    this.#server = targetAt(new URL(target.baseUrl), 1);
    this.#ask = asking(this.#server, target.timeoutMs);
  }

  /** Sends a lookup. A success is checked against the tables of the contract. @throws {Interruption} */
  async ask(lookup: Lookup, body: JsonObject, token: TokenName | null = 'main'): Promise<Reply> {
    const reply = await this.askUnchecked(lookup, body, { token });
    if (succeeded(reply)) checkSuccess(this, reply);
    return reply;
  }

  /** The same for a request outside the contract. @throws {Interruption} */
  async askUnchecked(lookup: Lookup, body: JsonObject, how: How = {}): Promise<Reply> {
    const { target, form } = this;
    const { token = 'main', scheme = form.scheme, method = 'POST', type = 'application/json' } = how;
    const path = how.path ?? (form.slash ? PATHS[lookup] : PATHS[lookup].slice(0, -1));
    const shown = token === null ? null : `${scheme} ${variableOf(token)}`;
    const asked = { url: `${target.baseUrl.replace(/\/$/, '')}${path}`, authorization: shown, body };
    const authorization = token === null ? undefined : `${scheme} ${target.tokens[token] ?? ''}`;
    const question = { lookup, method, path, authorization, type, body: how.raw ?? JSON.stringify(body) };
    let failure = '';
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      this.requests += 1;
      const answer = await this.#ask(question).catch((error: Error) => error);
      const isAnswer = !(answer instanceof Error);
      if (isAnswer && !UNAVAILABLE.has(answer.status)) return { ...answer, lookup, asked };
      failure = isAnswer ? `status ${answer.status}` : answer.message;
      const seconds = isAnswer ? Number(answer.headers['retry-after'] ?? 1) : 0;
      if (attempt < ATTEMPTS) await target.pause(Math.min(10, seconds > 0 ? seconds : 0.5) * 1000);
    }
    throw new Interruption(`${method} ${path} had no usable answer ${ATTEMPTS} times: ${failure}`);
  }

  close(): void {
    this.#server.agent.destroy();
  }

  /** Reads the pages of a lookup. @throws {Interruption} */
  async walk(lookup: Lookup, body: JsonObject, most = 5, token: TokenName = 'main'): Promise<Sequence> {
    const read = (cursor: string | undefined): Promise<Reply> =>
      this.ask(lookup, cursor === undefined ? body : { ...body, 'after-id': cursor }, token);
    const { pages, ending, last } = await readPages(lookup, read, most);
    checkPages(this, pages, ending, last);
    const records = pages.flatMap((page) => recordsIn(page, lookup));
    return {
      records,
      identifiers: new Set(identifiersIn(records)),
      pages,
      ending,
      isWhole: !['refused', 'repeated', 'open'].includes(ending),
      page: pages[0] ?? last,
    };
  }
}
