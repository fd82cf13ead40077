import { type Answer, send } from '../../http/client';
import { signToken } from '../../support/tokens';
import type { Operation } from '../answer';
import { type Asker, isOpaque, opaqueTokenOf } from '../generate/callers';

export interface GraphqlResult {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { readonly extensions: { readonly code: string; readonly type: string } }[];
}

const TOOLS = { 'find-for-tenant': 'find_leases_of_tenant', tenants: 'find_tenants_of_leases' } as const;

interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly [{ readonly text: string }];
  readonly structuredContent?: unknown;
}

/** Sends requests to the transports of a gateway for many callers. */
export class Client {
  readonly #tokens = new Map<Asker, Promise<string>>();

  constructor(private readonly url: string) {}

  rest(asker: Asker, operation: Operation, body: string, query = ''): Promise<Answer> {
    return this.#post(asker, `/leases/${operation}/${query}`, body);
  }

  graphql(asker: Asker, query: string, variables: object): Promise<Answer> {
    return this.#post(asker, '/graphql', JSON.stringify({ query, variables }));
  }

  /** Calls a tool over MCP. @param criteria JSON of an object @returns the text of its answer */
  async tool(asker: Asker, operation: Operation, criteria: string): Promise<string> {
    const params = `{"name":"${TOOLS[operation]}","arguments":${criteria}}`;
    const { text } = await this.#post(
      asker,
      '/mcp',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
    );
    const { result } = JSON.parse(text.slice(text.indexOf('{'))) as { result: ToolResult };
    const [content] = result.content;
    if (result.isError !== true) expect(result.structuredContent).toEqual(JSON.parse(content.text));
    return content.text;
  }

  async #post(asker: Asker, path: string, body: string): Promise<Answer> {
    const token = await (this.#tokens.get(asker) ?? this.#newToken(asker));
    const headers = path === '/mcp' ? { Accept: 'application/json, text/event-stream' } : undefined;
    return send(this.url + path, { token, headers, body });
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
