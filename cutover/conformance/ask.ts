/** Sends the requests of a run and counts them. */

import type { Asked } from './curl';
import { exchange, type JsonObject } from './exchange';
import { Interruption, NoAnswer } from './findings';
import { type Lookup, PATHS, type Reply, type Session, type TokenName } from './session';
import { checkSuccess } from './success';

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

const VARIABLE: Readonly<Record<TokenName, string>> = {
  main: '$TOKEN',
  other: '$OTHER_TOKEN',
  expired: '$EXPIRED_TOKEN',
  changed: '$TOKEN_WITH_ONE_CHARACTER_CHANGED',
  unknown: 'no-such-token',
};

/** Says nothing about the contract: the server is busy, or a proxy in front of it is. */
const UNAVAILABLE = new Set([429, 502, 503, 504]);
const ATTEMPTS = 3;

/** Sends a lookup. A success is checked against the tables of the contract. @throws {Interruption} */
export async function ask(session: Session, lookup: Lookup, body: JsonObject, how: How = {}): Promise<Reply> {
  const reply = await askUnchecked(session, lookup, body, how);
  checkSuccess(session, reply);
  return reply;
}

/** The same for a request outside the contract. @throws {Interruption} */
export async function askUnchecked(session: Session, lookup: Lookup, body: JsonObject, how: How = {}): Promise<Reply> {
  const { target, form } = session;
  const { token = 'main', scheme = form.scheme, method = 'POST', raw } = how;
  const path = how.path ?? (form.slash ? PATHS[lookup] : PATHS[lookup].slice(0, -1));
  const headers = how.headers ?? { 'Content-Type': 'application/json' };
  const bytes = method === 'GET' ? undefined : Buffer.from(raw ?? JSON.stringify(body), 'utf8');
  const request = {
    method,
    path,
    body: bytes,
    headers: {
      ...headers,
      ...(token !== null && { Authorization: `${scheme} ${target.tokens[token] ?? ''}` }),
      ...(bytes && { 'Content-Length': String(bytes.length) }),
    },
  };
  const asked: Asked = {
    method,
    url: `${target.baseUrl.replace(/\/$/, '')}${path}`,
    authorization: token === null ? null : `${scheme} ${VARIABLE[token]}`,
    headers,
    body: bytes && body,
    raw,
  };
  for (let attempt = 1; ; attempt += 1) {
    if (session.requests >= target.maxRequests)
      throw new Interruption(`the limit of ${target.maxRequests} requests was reached; --max-requests raises it`);
    session.requests += 1;
    const answer = await exchange(target.baseUrl, request, target.timeoutMs, session.server).catch(
      (error: unknown) => error as Error,
    );
    const failure = answer instanceof Error ? answer.message : `status ${answer.status}`;
    if (!(answer instanceof Error) && !UNAVAILABLE.has(answer.status)) return { ...answer, lookup, asked };
    if (attempt === ATTEMPTS)
      throw new NoAnswer(`${method} ${path} had no usable answer ${ATTEMPTS} times: ${failure}`);
    const seconds = answer instanceof Error ? 0 : Number(answer.headers['retry-after'] ?? 1);
    await target.pause(Math.min(10, seconds > 0 ? seconds : 0.5) * 1000);
  }
}
