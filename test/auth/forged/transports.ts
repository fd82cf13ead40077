import { Agent, request } from 'node:http';

import { LEASES, TENANTS } from '../../http/client';

export interface Transports {
  /** The answer of REST: the `type` of a refusal. */
  rest(authorization: string): Promise<string>;
  /** The answer of GraphQL: the `type` of a refusal, or the caller. */
  graphql(authorization: string): Promise<string>;
  close(): void;
}

interface Answered {
  readonly error?: { readonly type: string };
  readonly errors?: readonly { readonly extensions: { readonly type: string } }[];
  readonly data?: { readonly viewer: { readonly subject: string } };
}

/** REST and GraphQL for a client that sends headers byte for byte and keeps its connections. */
export function transportsOf(url: string): Transports {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });

  function post(path: string, authorization: string, body: object): Promise<Answered> {
    const headers = {
      'Content-Type': 'application/json',
      // Node writes each character of a header as one byte.
      Authorization: Buffer.from(authorization).toString('latin1'),
    };
    return new Promise((resolve, reject) => {
      const sent = request(url + path, { method: 'POST', agent, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.once('error', reject).once('end', () => resolve(JSON.parse(text) as Answered));
      });
      sent.once('error', reject).end(JSON.stringify(body));
    });
  }

  let turn = 0;
  return {
    async rest(authorization) {
      const { error } = await post((turn += 1) % 2 === 0 ? LEASES : TENANTS, authorization, {
        group_id: 'a',
        group_external_ref: 'b',
      });
      return error?.type ?? 'accepted';
    },
    async graphql(authorization) {
      const { error, errors, data } = await post('/graphql', authorization, { query: '{ viewer { subject } }' });
      return data?.viewer.subject ?? errors?.[0]?.extensions.type ?? error?.type ?? 'accepted';
    },
    close: () => agent.destroy(),
  };
}
