import { type AnswerBody, LeasegateError } from './errors.ts';

/** Asked before every request; with `renew` when the gateway has just called the last one expired. */
export type TokenSource = (options: { readonly renew: boolean }) => string | Promise<string>;

export interface ClientOptions {
  /** Where the gateway is, its `BASE_PATH` included. */
  readonly url: string;
  /** An access token, or a function that gives one. */
  readonly token: string | TokenSource;
  /** Sends again after 429 and 503 once `Retry-After` has passed, so many `times`, unless it is more than `upToSeconds`. Never when absent. */
  readonly retry?: { readonly times: number; readonly upToSeconds: number };
  /** Names the GraphQL documents that have an id by it, for a gateway that has them in its manifest; others are sent as text. */
  readonly documentIds?: boolean;
  /** In place of the global one. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  /** Ends the call, and any wait before it is sent again; `AbortSignal.timeout(5000)` is a deadline. */
  readonly signal?: AbortSignal;
}

/** What each path answers with, and by which no other answer is taken for it. */
const ANSWERS = {
  '/leases/find-for-tenant/': 'leases',
  '/leases/tenants/': 'tenants',
  '/graphql': 'data',
} as const;

type Path = keyof typeof ANSWERS;
export type Send = (path: Path, body: object, call?: CallOptions) => Promise<object>;

/**
 * Returns how to post JSON to the gateway. Both doors only read, so what was sent may be sent again.
 * @throws {LeasegateError} from what it returns, for an answer that is an error
 */
export function sender({ url, token, retry, fetch = globalThis.fetch }: ClientOptions): Send {
  const base = url.replace(/\/+$/, '');

  async function attempt(path: Path, body: object, renew: boolean, { signal }: CallOptions) {
    const bearer = typeof token === 'string' ? token : await token({ renew });
    const response = await fetch(base + path, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${bearer}`,
        'Content-Type': 'application/json',
        Accept: 'application/graphql-response+json, application/json;q=0.9',
      },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
    const answer = parsed(await response.text());
    const good = response.ok && answer?.[ANSWERS[path]] !== undefined && answer.errors === undefined;
    return good ? answer : new LeasegateError(response.status, response.headers, answer);
  }

  return async (path, body, call = {}) => {
    let renewals = typeof token === 'string' ? 0 : 1;
    let retries = retry?.times ?? 0;
    for (let renew = false; ;) {
      const answer = await attempt(path, body, renew, call);
      if (!(answer instanceof LeasegateError)) return answer;
      renew = answer.type === 'expired_token' && renewals-- > 0;
      if (renew) continue;
      const wait = [429, 503].includes(answer.status) ? answer.retryAfter : undefined;
      if (retry === undefined || wait === undefined || wait > retry.upToSeconds || retries-- <= 0) throw answer;
      await pause(wait, call.signal);
    }
  };
}

/** Undefined for what is not a JSON object. */
function parsed(text: string): AnswerBody | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

async function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, seconds * 1000);
    signal?.addEventListener('abort', end);
  });
  signal?.throwIfAborted();
}
