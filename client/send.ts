import { type AnswerBody, LeasegateError } from './errors.ts';

/** Called before every request. `renew` is true when the gateway has just refused the last token as expired. */
export type TokenSource = (options: { readonly renew: boolean }) => string | Promise<string>;

export interface ClientOptions {
  /** Address of the gateway, including the path of its `PUBLIC_URL`. */
  readonly url: string;
  /** An access token, or a function that returns one. */
  readonly token: string | TokenSource;
  /** Repeats a request after 429 and 503 when `Retry-After` has passed, at most `times` times. Does not wait longer than `upToSeconds`. Never by default. */
  readonly retry?: { readonly times: number; readonly upToSeconds: number };
  /** Sends the ID of a GraphQL document instead of its text, for a gateway that has it in its manifest. Documents without an ID are sent as text. */
  readonly documentIds?: boolean;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  /** Aborts the call, including the wait before a retry. `AbortSignal.timeout(5000)` sets a deadline. */
  readonly signal?: AbortSignal;
}

/** The field that a valid answer of each path has. */
const ANSWERS = {
  '/leases/find-for-tenant/': 'leases',
  '/leases/tenants/': 'tenants',
  '/graphql': 'data',
} as const;

type Path = keyof typeof ANSWERS;
export type Send = (path: Path, body: object, call?: CallOptions) => Promise<object>;

/**
 * Returns a function that posts JSON to the gateway. All requests only read, so they can be repeated.
 * The function throws {@link LeasegateError} for an error answer, and without an answer.
 */
export function sender({ url, token, retry, fetch = globalThis.fetch }: ClientOptions): Send {
  const base = url.replace(/\/+$/, '');

  async function attempt(path: Path, body: object, renew: boolean, { signal }: CallOptions) {
    const bearer = typeof token === 'string' ? token : await token({ renew });
    const request: RequestInit = {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${bearer}`,
        'Content-Type': 'application/json',
        Accept: 'application/graphql-response+json, application/json;q=0.9',
      },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    };
    try {
      const response = await fetch(base + path, request);
      const answer = parsed(await response.text());
      const good = response.ok && answer?.[ANSWERS[path]] !== undefined && answer.errors === undefined;
      return good ? answer : new LeasegateError(response.status, response.headers, answer);
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new LeasegateError(0, new Headers(), undefined, error);
    }
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

/** Undefined unless the text is a JSON object. */
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
