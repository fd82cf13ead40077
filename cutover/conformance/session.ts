/** Sends the requests of a run and reads pages. */

import { ask, identifiersIn, type JsonObject, recordsIn, succeeded, UNAVAILABLE } from '../contract/answers';
import { type Lookup, PATHS } from '../contract/lookups';
import { type Target as Server, targetAt } from '../contract/exchange';
import { readPages } from '../contract/pages';
import { checkPages, checkSuccess, type Sequence } from './answer-checks';
import { Findings, Interruption, type Reply } from './findings';

/** `changed` is the token with one character changed, `unknown` a made-up one. */
export type TokenName = 'main' | 'other' | 'expired' | 'changed' | 'unknown';

export interface Target {
  readonly baseUrl: string;
  readonly tokens: Readonly<Partial<Record<TokenName, string | undefined>>>;
  readonly timeoutMs: number;
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
  /** Sent instead of `Content-Type: application/json`. */
  readonly headers?: Readonly<Record<string, string>>;
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
  readonly server: Server;

  constructor(readonly target: Target) {
    super();
    this.server = targetAt(new URL(target.baseUrl), 1);
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
    const { token = 'main', scheme = form.scheme, method = 'POST', raw = JSON.stringify(body) } = how;
    const path = how.path ?? (form.slash ? PATHS[lookup] : PATHS[lookup].slice(0, -1));
    const bytes = method === 'GET' ? undefined : Buffer.from(raw);
    const headers = {
      Host: this.server.url.host,
      ...(how.headers ?? { 'Content-Type': 'application/json' }),
      ...(token !== null && { Authorization: `${scheme} ${target.tokens[token] ?? ''}` }),
      ...(bytes && { 'Content-Length': String(bytes.length) }),
    };
    const request = { method, path, headers: Object.entries(headers).flat() };
    const authorization = token === null ? null : `${scheme} ${variableOf(token)}`;
    const asked = { url: `${target.baseUrl.replace(/\/$/, '')}${path}`, authorization, body };
    let failure = '';
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      this.requests += 1;
      const answer = await ask(this.server, request, bytes, target.timeoutMs).catch((error: Error) => error);
      const isAnswer = !(answer instanceof Error);
      if (isAnswer && !UNAVAILABLE.has(answer.status)) return { ...answer, lookup, asked };
      failure = isAnswer ? `status ${answer.status}` : answer.message;
      const seconds = isAnswer ? Number(answer.headers['retry-after'] ?? 1) : 0;
      if (attempt < ATTEMPTS) await target.pause(Math.min(10, seconds > 0 ? seconds : 0.5) * 1000);
    }
    throw new Interruption(`${method} ${path} had no usable answer ${ATTEMPTS} times: ${failure}`);
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
