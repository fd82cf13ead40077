import { signToken } from '../../support/tokens';
import type { Operation } from '../answer';
import { type Asker, isOpaque, opaqueTokenOf } from '../generate/callers';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface GraphqlResult {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly extensions: { readonly code: string; readonly type: string } }[];
}

/** Sends requests to both transports of a gateway for many callers. */
export class Client {
  readonly #tokens = new Map<Asker, Promise<string>>();

  constructor(private readonly url: string) {}

  rest(asker: Asker, operation: Operation, body: string, query = ''): Promise<Answer> {
    return this.#post(asker, `/leases/${operation}/${query}`, body);
  }

  graphql(asker: Asker, query: string, variables: object): Promise<Answer> {
    return this.#post(asker, '/graphql', JSON.stringify({ query, variables }));
  }

  async #post(asker: Asker, path: string, body: string): Promise<Answer> {
    const token = this.#tokens.get(asker) ?? this.#newToken(asker);
    const response = await fetch(this.url + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${await token}`, 'Content-Type': 'application/json' },
      body,
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  #newToken(asker: Asker): Promise<string> {
    const token = tokenOf(asker);
    this.#tokens.set(asker, token);
    return token;
  }
}

export async function tokenOf(asker: Asker): Promise<string> {
  if (isOpaque(asker)) return opaqueTokenOf(asker);
  const groups = asker.sight === 'all' ? '*' : [...asker.sight];
  return signToken({ subject: asker.subject, ...(asker.by === 'claim' && { groups }) });
}
